"""Ask the user whether a project may use files outside of its folder."""

from lsprotocol import types

from citeloom.actions.user.outside_agreement import keep_outside
from citeloom.lsp.editor import Editor
from citeloom.problem import InputError, OutsideError
from citeloom.settings import UserSettings

ALLOW, NOT_NOW = "Allow", "Not now"


async def allows_outside(editor: Editor, user: UserSettings, error: OutsideError) -> bool:
    """Ask whether the project may use the files that were refused; keep the answer yes.

    Not for a handler: the answer may never come.
    """
    them = "it" if len(error.paths) == 1 else "them"
    question = f"{error.problem.message}. Let this project use {them}, now and from now on?"
    instead = "'citeloom write --outside' in a terminal allows it."
    kind = types.MessageType.Warning
    if not await editor.agrees(question, ALLOW, instead, other=NOT_NOW, kind=kind):
        return False
    try:
        keep_outside(user.data_folder, error.folder, error.paths)
    except InputError as fault:
        editor.say_problem(fault)
        return False
    return True
