"""``citeloom.insert``: put what was written into the draft as it is now."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.commands.arguments import Arguments
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


async def run(parts: "Parts", arguments: Arguments) -> object:
    """Have the client make the edit; the answer says whether it did.

    A client that takes no edits finds it in the answer, and makes it itself.
    """
    weaving, offers = parts.writing.weaving, parts.writing.offers
    if weaving.offer(arguments.offer) is not None:
        return await weaving.insert(arguments.offer)
    waiting = offers.chosen(arguments.offer)
    if not 0 <= arguments.version < len(waiting.offer.versions):
        raise InputError(f"there is no version {arguments.version}")
    inserted = await offers.insert(waiting, arguments.version)
    if inserted.edit is None:
        return {"applied": inserted.applied}
    return {"applied": False, "edit": inserted.edit}
