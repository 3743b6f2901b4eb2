"""``citeloom.models``: the model that is asked, and those that could be."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.actions.user.model_choice import offered_here
from citeloom.lsp.features.given.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


async def run(parts: "Parts", _: Arguments) -> object:
    """Return them; only programs of this machine are asked, and each for half a second."""
    found = await asyncio.to_thread(
        offered_here, parts.session.model_key, has_editor_models=parts.models.are_there
    )
    current = found.current
    return {
        "current": current
        and {
            "provider": current.preset.name,
            "title": current.preset.title,
            "name": current.name,
            "host": "" if current.is_editors else current.host,
            "address": current.address,
            "staysHere": current.is_local,
        },
        "why": found.problem,
        "programs": [
            {
                "provider": program.preset.name,
                "title": program.preset.title,
                "address": program.preset.address,
                "models": list(program.models),
            }
            for program in found.programs
        ],
        "providers": [
            {
                "provider": preset.name,
                "title": preset.title,
                "address": preset.address,
            }
            for preset in found.providers
        ],
    }
