"""``citeloom.methods``: the methods to choose from, and which can write now."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.actions.writing.choices import choices
from citeloom.lsp.features.given.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


async def run(parts: "Parts", arguments: Arguments) -> object:
    """Return them, and the one that writes where none is named."""
    method = parts.session.settings.method
    if arguments.uri or parts.session.buffers:
        from citeloom.lsp.features.given.document import snapshot_for

        snapshot = snapshot_for(parts.session, arguments)
        method = snapshot.settings.method or snapshot.opened.settings.method
    found = await asyncio.to_thread(
        choices, parts.session.model_key, has_editor_models=parts.models.are_there
    )
    return {
        "methods": [
            {
                "name": choice.name,
                "summary": choice.summary,
                "usesModel": choice.uses_model,
                "canRun": not choice.obstacle,
                "why": choice.obstacle,
            }
            for choice in found
        ],
        "default": method or "extractive",
    }
