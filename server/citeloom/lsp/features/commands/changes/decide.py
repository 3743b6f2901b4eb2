"""``citeloom.decide``: whose words stand where an author and a waiting text changed the same."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.commands.changes.changes import changes
from citeloom.lsp.features.given.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Keep it with the text until that is inserted; return what the text would change then."""
    waiting = parts.writing.waiting
    text = waiting.chosen(arguments.offer)
    waiting.decide(text, arguments.taken or ())
    return changes(parts, waiting.chosen(text.id), arguments.version)
