"""``citeloom.pasteAbstract``: the abstract of an entry, as the user pasted it."""

from typing import TYPE_CHECKING

from citeloom.actions.papers.pasted_abstract import (
    PastedAbstract,
    change_of_entry,
    keep_pasted,
    pasted_abstract,
)
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.edits import make_edit

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


async def run(parts: "Parts", arguments: Arguments) -> object:
    """Keep the abstract in the store; with ``intoBib``, have the client write it into the entry.

    A client that takes no edits finds the edit in the answer, and makes it itself.
    """
    snapshot = own_snapshot_for(parts.session, arguments)
    pasted = pasted_abstract(snapshot.project, arguments.key, arguments.text)
    answer: dict[str, object] = {"key": arguments.key, "abstract": pasted.text}
    if arguments.into_bib:
        return answer | await _write(parts, snapshot, pasted)
    keep_pasted(pasted, snapshot.project, snapshot.context)
    parts.session.papers.changed()
    parts.diagnosing.papers_changed()
    parts.editor.refresh()
    parts.editor.say(f"The abstract of '{arguments.key}' is kept, for all your drafts.")
    return answer | {"applied": False}


async def _write(parts: "Parts", snapshot: "Snapshot", pasted: PastedAbstract) -> dict[str, object]:
    key = pasted.entry.entry.key
    change = change_of_entry(pasted, snapshot.project, snapshot.folder)
    if change is None:
        parts.editor.say(f"The entry '{key}' has this abstract already.")
        return {"applied": False}
    edit = snapshot.workspace_edit({change.source.path: (change.edit,)})
    return await make_edit(parts, edit, f"Add the abstract of '{key}'")
