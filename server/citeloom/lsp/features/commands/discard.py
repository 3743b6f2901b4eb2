"""``citeloom.discard``: forget what was written."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.given.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Forget one text or all; the answer says how many."""
    return {"discarded": parts.waiting.discard(arguments.offer)}
