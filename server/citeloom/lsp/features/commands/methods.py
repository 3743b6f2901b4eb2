"""``citeloom.methods``: the methods to choose from, and which can write now."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.actions.writing.choices import choices
from citeloom.lsp.features.commands.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.server import Server


def run(server: "Server", arguments: Arguments) -> object:
    """Return them, and the one that writes where none is named."""
    return _chosen_from(server, arguments)


async def _chosen_from(server: "Server", arguments: Arguments) -> object:
    method = server.session.settings.method
    if not method and (arguments.uri or server.session.buffers):
        from citeloom.lsp.features.commands.document import snapshot_for

        method = snapshot_for(server, arguments).opened.settings.method
    found = await asyncio.to_thread(choices, server.session.model_key)
    return {
        "methods": [
            {
                "name": one.name,
                "summary": one.summary,
                "usesModel": one.uses_model,
                "parameters": list(one.parameters),
                "canRun": not one.obstacle,
                "why": one.obstacle,
            }
            for one in found
        ],
        "default": method or "extractive",
    }
