"""``citeloom.cancel``: stop jobs."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.given.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Stop one job or all; the answer says how many."""
    return {"cancelled": parts.cancel(arguments.job)}
