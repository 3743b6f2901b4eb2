"""``citeloom.decide``: whose words stand where an author and a waiting text changed the same."""

from typing import TYPE_CHECKING

from citeloom.actions.writing.deciding.collisions import decided_on_version
from citeloom.lsp.features.commands.changes.changes import changes
from citeloom.lsp.features.given.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Keep it with the text until that is inserted; return what the text would change then."""
    waiting = parts.waiting
    text = waiting.chosen(arguments.offer)
    opened = parts.session.snapshot_of(text.root).opened
    taken = decided_on_version(text, opened, arguments.version, arguments.taken or ())
    waiting.decide(text, taken)
    return changes(parts, waiting.chosen(text.id), arguments.version)
