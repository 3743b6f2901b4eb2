"""``citeloom.cancel``: stop jobs."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.commands.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.server import Server


def run(server: "Server", arguments: Arguments) -> object:
    """Stop one job or all; the answer says how many."""
    return {"cancelled": server.writing.cancel(arguments.job)}
