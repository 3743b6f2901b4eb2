"""``citeloom.restart``: stop all jobs, forget what was read and written, begin again."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.commands.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.server import Server


async def run(server: "Server", _: Arguments) -> object:
    """Begin again with the documents that are open."""
    await server.begin_again()
    return {"restarted": True}
