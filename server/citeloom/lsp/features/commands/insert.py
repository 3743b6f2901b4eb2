"""``citeloom.insert``: put what was written into the draft as it is now."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.commands.arguments import Arguments
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.server import Server


async def run(server: "Server", arguments: Arguments) -> object:
    """Have the client make the edit; the answer says whether it did."""
    section, offer = server.writing.chosen(arguments.offer)
    if not 0 <= arguments.version < len(offer.versions):
        raise InputError(f"there is no version {arguments.version}")
    return {"applied": await server.writing.insert(section, offer, arguments.version)}
