"""``citeloom.discard``: forget what was written."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.commands.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.server import Server


def run(server: "Server", arguments: Arguments) -> object:
    """Forget one text or all; the answer says how many."""
    return {"discarded": server.writing.discard(arguments.offer)}
