"""``citeloom.insert``: put what was written into the draft as it is now."""

from typing import TYPE_CHECKING

from citeloom.actions.writing.deciding.collisions import collisions_of
from citeloom.actions.writing.waiting import WaitingText
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.own_messages import SHOW_CHANGES
from citeloom.placing.decision import INSERT_BELOW, Decision

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


async def run(parts: "Parts", arguments: Arguments) -> object:
    """Have the client make the edit; the answer says whether it did.

    A client that takes no edits finds it in the answer, and makes it itself. One that can show a
    text against the draft does so first where the author has to decide whose words stand.
    """
    waiting = parts.waiting
    text, version, decision = waiting.chosen(arguments.offer), arguments.version, None
    if arguments.below:
        decision = INSERT_BELOW
    elif arguments.taken is not None:
        decision = Decision(frozenset(arguments.taken))
    elif parts.editor.client.takes(SHOW_CHANGES) and _has_collisions(parts, text, version):
        parts.editor.tell(SHOW_CHANGES, {"offer": text.id, "version": version})
        return {"applied": False, "shown": True}
    inserted = await waiting.insert(text, version, decision)
    if inserted.edit is None:
        return {"applied": inserted.applied}
    return {"applied": False, "edit": inserted.edit}


def _has_collisions(parts: "Parts", text: WaitingText, version: int) -> bool:
    opened = parts.session.snapshot_of(text.root).opened
    return bool(collisions_of(text, opened, version).all)
