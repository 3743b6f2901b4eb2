"""The command that takes our marks and records out of a draft."""

from functools import partial
from pathlib import Path

from lsprotocol import types

from citeloom.actions.writing.strip import StripPlan, plan_strip
from citeloom.lsp.components import Components
from citeloom.lsp.editor import NOT_NOW
from citeloom.lsp.features.requests.arguments import Arguments
from citeloom.lsp.features.requests.document import (
    own_snapshot_for,
    own_snapshot_once_read,
)
from citeloom.lsp.features.requests.edits import make_edit
from citeloom.lsp.snapshot import Snapshot

STRIP = "Strip"


def strip(parts: Components, arguments: Arguments) -> object:
    """Ask the user once, where the client has buttons, and then have it done in one step."""
    snapshot = own_snapshot_for(parts.session, arguments)
    plan = plan_strip(snapshot.project, snapshot.folder)
    if plan.is_empty:
        parts.editor.say("No marks to remove.")
        return {"applied": False}
    if not parts.editor.can_ask:
        return _strip(parts, arguments)
    parts.background.run(_ask(parts, arguments, _question(plan)))
    return {"asked": True}


async def _ask(parts: Components, arguments: Arguments, question: str) -> None:
    kind, instead = types.MessageType.Info, "Run citeloom.strip again to do it."
    if await parts.editor.agrees(question, STRIP, instead, other=NOT_NOW, kind=kind):
        await parts.editor.attempt(partial(_strip, parts, arguments))


async def _strip(parts: Components, arguments: Arguments) -> dict[str, object]:
    """Strip the draft as it is now. A client that takes no edits keeps the records, too."""
    snapshot = await own_snapshot_once_read(parts, arguments)
    plan, waiting = plan_strip(snapshot.project, snapshot.folder), parts.waiting
    standing = [text.id for text in waiting.kept if text.stands_in(snapshot.opened)]
    answer = await make_edit(parts, _edit(snapshot, plan), "Strip Citeloom's marks")
    if answer["applied"]:
        for text_id in standing:
            waiting.discard(text_id)  # Without its marks it would wait again.
        parts.editor.say(_done(plan, plan.remove_records().foreign))
    return answer


def _edit(snapshot: Snapshot, plan: StripPlan) -> types.WorkspaceEdit:
    """Return the edit of all files; where the client can, one undo brings the records back, too."""
    edit = snapshot.workspace_edit(plan.edits)
    known = snapshot.client.value("workspace.workspace_edit.resource_operations") or ()
    if edit.document_changes is not None and types.ResourceOperationKind.Delete in known:
        deleted = [types.DeleteFile(snapshot.uri(path)) for path in plan.files.ours]
        edit.document_changes = [*edit.document_changes, *deleted]
    return edit


def _question(plan: StripPlan) -> str:
    marks = f"Remove Citeloom's marks from {_files(plan)} and delete" if plan.edits else "Remove"
    records = "its records" if plan.edits else "Citeloom's records"
    return f"{marks} {records}? The text stays; its sources can no longer be shown."


def _done(plan: StripPlan, foreign: tuple[Path, ...]) -> str:
    done = "Citeloom's records were removed."
    if plan.edits:
        done = f"Citeloom's marks were removed from {_files(plan)}. Save all before you submit."
    names = ", ".join(path.name for path in foreign)
    return f"{done} Left in place, not made by Citeloom: {names}." if foreign else done


def _files(plan: StripPlan) -> str:
    names = [path.name for path in plan.edits]
    return names[0] if len(names) == 1 else f"{len(names)} files"
