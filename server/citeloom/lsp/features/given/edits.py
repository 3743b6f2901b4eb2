"""Have the client make the edit of a command."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from citeloom.lsp.editor import Applied
from citeloom.problem import InputError
from citeloom_latex.edit import Edit

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


async def make_edits(
    parts: "Parts", snapshot: "Snapshot", edits: Mapping[Path, tuple[Edit, ...]], label: str
) -> dict[str, object]:
    """Have the client make edits in one step; the answer says whether it did.

    A client that takes no edits finds them in the answer, and makes them itself.

    Raises
    ------
    InputError
        If the client refuses them.
    """
    edit = snapshot.workspace_edit(edits)
    if not snapshot.client.can("workspace.apply_edit"):
        return {"applied": False, "edit": edit}
    made = await parts.editor.apply(edit, label)
    if made is Applied.REFUSED:
        raise InputError("the editor did not make the change", advice="try again")
    return {"applied": made is Applied.MADE}
