"""``citeloom.restart``: stop all jobs, forget what was read and written, begin again."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.given.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


async def run(parts: "Parts", _: Arguments) -> object:
    """Begin again with the documents that are open."""
    await parts.begin_again()
    return {"restarted": True}
