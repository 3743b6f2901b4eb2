"""``citeloom.insert``: put what was written into the draft as it is now."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.given.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


async def run(parts: "Parts", arguments: Arguments) -> object:
    """Have the client make the edit; the answer says whether it did.

    A client that takes no edits finds it in the answer, and makes it itself.
    """
    waiting = parts.writing.waiting
    inserted = await waiting.insert(waiting.chosen(arguments.offer), arguments.version)
    if inserted.edit is None:
        return {"applied": inserted.applied}
    return {"applied": False, "edit": inserted.edit}
