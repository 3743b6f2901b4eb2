"""Ask the user whether a project may use files outside of its folder."""

import logging
from collections.abc import Callable
from inspect import isawaitable
from typing import Any

from lsprotocol import types

from citeloom.actions.user.outside_agreement import keep_outside
from citeloom.lsp.editor import NOT_NOW, Editor
from citeloom.problem import InputError, OutsideError
from citeloom.settings import UserSettings

logger = logging.getLogger("citeloom")

ALLOW, NEVER = "Allow", "Never"


async def allows_outside(editor: Editor, user: UserSettings, error: OutsideError) -> bool:
    """Ask whether the project may use the files that were refused; keep the answer yes.

    Not for a handler: the answer may never come.
    """
    them = "it" if len(error.paths) == 1 else "them"
    question = f"{error.problem.message}. Let this project use {them}, now and in future?"
    instead = "This editor has no button for that; Citeloom's command line can allow it."
    kind = types.MessageType.Warning
    agreed = await editor.agrees(question, ALLOW, instead, other=NOT_NOW, kind=kind, waits=True)
    return agreed and _is_kept(editor, user, error, allowed=True)


async def ask_outside(
    editor: Editor, user: UserSettings, error: OutsideError, run: Callable[[], Any] | None = None
) -> None:
    """Ask, and then run again what was refused; what goes wrong then is shown."""
    if not await allows_outside(editor, user, error) or run is None:
        return
    try:
        result = run()
        if isawaitable(result):
            await result
    except OutsideError as another:
        await ask_outside(editor, user, another, run)
    except InputError as fault:
        editor.say_problem(fault)


async def may_look_up(editor: Editor, user: UserSettings, error: OutsideError) -> bool:
    """Ask whether papers of .bib files elsewhere are fetched unasked; keep the answer."""
    if not editor.can_ask:
        logger.info("%s", error)
        return False
    question = f"{error.problem.message}. Look its papers up, and let this project use it?"
    answer = await editor.ask(question, (ALLOW, NEVER), types.MessageType.Info, waits=True)
    allowed = answer == ALLOW
    return bool(answer) and _is_kept(editor, user, error, allowed=allowed) and allowed


def _is_kept(editor: Editor, user: UserSettings, error: OutsideError, *, allowed: bool) -> bool:
    """Keep an answer; tell whether that could be done, and why not."""
    try:
        keep_outside(user.data_folder, error.folder, error.paths, allowed=allowed)
    except InputError as fault:
        editor.say_problem(fault)
        return False
    return True
