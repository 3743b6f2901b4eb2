"""Have the client make the edit of a command."""

from lsprotocol import types

from citeloom.lsp.components import Components
from citeloom.lsp.editor import Applied
from citeloom.problem import InputError


async def make_edit(parts: Components, edit: types.WorkspaceEdit, label: str) -> dict[str, object]:
    """Have the client make an edit in one step; the answer says whether it did.

    A client that takes no edits finds it in the answer, and makes it itself.

    Raises
    ------
    InputError
        If the client refuses it.
    """
    if not parts.editor.client.makes_edits:
        return {"applied": False, "edit": edit}
    made = await parts.editor.apply(edit, label)
    if made is Applied.REFUSED:
        raise InputError("the editor did not apply the change", advice="try again")
    return {"applied": made is Applied.MADE}
