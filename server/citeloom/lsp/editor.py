"""The editor as the parts of the server see it: they tell it, ask it and give it edits."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import Enum
from inspect import isawaitable
from pathlib import Path
from typing import Any, Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from citeloom.lsp.client import Client
from citeloom.lsp.connection.brief import shortened, with_short_paths
from citeloom.lsp.connection.problem_message import ProblemMessage, problem_message
from citeloom.lsp.own_messages import PROBLEM, QUESTION, REFRESH
from citeloom.lsp.session import Session
from citeloom.lsp.uris import uri_of
from citeloom.problem import InputError

logger = logging.getLogger("citeloom")

TRY_AGAIN, NOT_NOW = "Try again", "Not now"

SECONDS_FOR_CONFIGURATION = 5.0
SECONDS_TO_ACCEPT_PROGRESS = 10.0
SECONDS_TO_APPLY = 120.0
"""How long an editor may ask its user before it makes an edit."""


class Connection(Protocol):
    """Sends messages to the editor."""

    def notify(self, method: str, params: Any = None) -> None: ...

    def send_request(self, method: str, params: Any = None) -> Any:
        """Send a request whose answer nobody waits for."""

    def send_request_async(self, method: str, params: Any = None, msg_id: Any = None) -> Any:
        """Send a request; return what to await for its answer."""


class Applied(Enum):
    """The result of an edit that the editor was asked to make."""

    MADE = "made"
    REFUSED = "refused"
    NOT_ANSWERED = "not answered"
    """It may have been made all the same, or be made later."""


class Editor:
    """The one editor of a connection; a client that cannot do something is asked nothing."""

    def __init__(self, connection: Connection, session: Session) -> None:
        self._connection = connection
        self._session = session
        self.cancelling: dict[str, Callable[[], object]] = {}
        """What cancels a job whose progress is shown, by the token of that."""

    @property
    def client(self) -> Client:
        """What the client can do."""
        return self._session.client

    def say(
        self, message: str, kind: types.MessageType = types.MessageType.Info, *, whole: bool = False
    ) -> None:
        """Show a message; a ``whole`` one is a question, of which nothing is left to the log."""
        folders = self._session.own_folders
        words, is_cut = message, False
        if whole:
            words = with_short_paths(message, folders)
        else:
            words, is_cut = shortened(message, folders)
        self.show_problem(ProblemMessage(words, log_has_more=is_cut), kind)

    def say_problem(
        self, error: InputError, kind: types.MessageType = types.MessageType.Error
    ) -> None:
        """Show the user what went wrong, and what would mend it."""
        self.show_problem(self.problem_message(error), kind)

    def show_problem(
        self, message: ProblemMessage, kind: types.MessageType = types.MessageType.Error
    ) -> None:
        """Show a message, with its buttons where it has some and the client shows them."""
        has_buttons = message.remedy or message.place is not None or message.log_has_more
        if has_buttons and self.client.takes(PROBLEM):
            self._connection.send_request(PROBLEM, _problem(message, kind))
            return
        params = types.ShowMessageParams(kind, message.words)
        self._connection.notify(types.WINDOW_SHOW_MESSAGE, params)

    def problem_message(self, error: InputError, failed: str = "") -> ProblemMessage:
        """Return the message for an error; ``failed`` names the action that failed."""
        return problem_message(error.problem, self._session.own_folders, failed=failed)

    def tell(self, method: str, params: object = None) -> bool:
        """Send a notification of our own, if the client takes it; tell whether it does."""
        takes = self.client.takes(method)
        if takes:
            self._connection.notify(method, params)
        return takes

    def request(self, method: str, params: object, name: str | None = None) -> Awaitable[Any]:
        """Send a request; its answer may never come. ``name`` is its id, if it matters."""
        named = () if name is None else (name,)
        answer: Awaitable[Any] = self._connection.send_request_async(method, params, *named)
        return answer

    def cancel_request(self, name: str) -> None:
        """Tell the client that nobody waits for the answer to a request any more."""
        self._connection.notify(types.CANCEL_REQUEST, types.CancelParams(name))

    @property
    def can_ask(self) -> bool:
        """Whether the client shows messages with buttons."""
        return self.client.shows_buttons

    async def ask(
        self,
        message: str,
        buttons: Sequence[str],
        kind: types.MessageType,
        *,
        waits: bool = False,
    ) -> str | None:
        """Show a message with buttons; return the chosen one, or an empty text.

        One that ``waits`` stays in a client that can do that until it is answered. None where the
        client answers with an error. Not for a handler: the answer may never come.
        """
        actions = [types.MessageActionItem(button) for button in buttons]
        words = with_short_paths(message, self._session.own_folders)
        params = types.ShowMessageRequestParams(kind, words, actions)
        is_kept = waits and self.client.takes(QUESTION)
        method = QUESTION if is_kept else types.WINDOW_SHOW_MESSAGE_REQUEST
        try:
            answer = await self.request(method, params)
        except Exception as error:  # Whatever a client makes of the question: it is no yes.
            logger.info("the client cannot show a message with a button: %s", error)
            return None
        title = getattr(answer, "title", "")
        return title if title in buttons else ""

    async def agrees(
        self,
        message: str,
        button: str,
        instead: str,
        *,
        other: str = "",
        kind: types.MessageType = types.MessageType.Error,
        waits: bool = False,
    ) -> bool:
        """Show a message with a button; tell whether the user took it, however late that may be.

        ``waits`` as in ``ask``. ``other`` is a second button, which does nothing. To clients that
        have no such messages, or answer one with an error, ``instead`` is said behind the message.
        Not for a handler: the answer may never come.
        """
        buttons = [title for title in (button, other) if title]
        taken = await self.ask(message, buttons, kind, waits=waits) if self.can_ask else None
        if taken is None:
            self.say(f"{message} {instead}", kind, whole=True)
        return taken == button

    async def attempt(self, run: Callable[[], object]) -> None:
        """Do what was put off until the user has answered; what goes wrong then is shown."""
        try:
            result = run()
            if isawaitable(result):
                await result
        except InputError as error:
            self.say_problem(error)

    async def wants_another_try(
        self,
        message: ProblemMessage,
        instead: str,
        kind: types.MessageType = types.MessageType.Error,
    ) -> bool:
        """Say what failed; tell whether the user wants to try again, however late that may be.

        ``instead`` is said to clients without buttons. Not for a handler.
        """
        if not self.client.takes(PROBLEM):
            return await self.agrees(message.words, TRY_AGAIN, instead, kind=kind)
        try:
            answer = await self.request(PROBLEM, _problem(message, kind, TRY_AGAIN))
        except Exception as error:  # Whatever a client makes of it: it is no yes.
            logger.info("the client does not show a problem: %s", error)
            return False
        return getattr(answer, "title", "") == TRY_AGAIN

    async def apply(self, edit: types.WorkspaceEdit, label: str) -> Applied:
        """Have the client make an edit, and return the result."""
        params = types.ApplyWorkspaceEditParams(edit, label=label)
        asked = self.request(types.WORKSPACE_APPLY_EDIT, params)
        try:
            answer = await asyncio.wait_for(asked, SECONDS_TO_APPLY)
        except JsonRpcException as error:
            logger.warning("the editor refused the edit: %s", error.message)
            return Applied.REFUSED
        except TimeoutError:
            logger.warning("the editor has not said whether it applied the edit")
            return Applied.NOT_ANSWERED
        return Applied.MADE if answer and answer.applied else Applied.REFUSED

    async def show(
        self, uri: str, *, external: bool = False, selection: types.Range | None = None
    ) -> bool:
        """Have the client open something, itself or outside of it; tell whether it did."""
        if not self.client.can("window.show_document.support"):
            return False
        inside = None if external else True
        params = types.ShowDocumentParams(
            uri, external=external or None, take_focus=inside, selection=selection
        )
        try:
            answer = await self.request(types.WINDOW_SHOW_DOCUMENT, params)
        except JsonRpcException:
            return False
        return answer is not None and bool(answer.success)

    def publish(self, uri: str, diagnostics: list[types.Diagnostic]) -> None:
        params = types.PublishDiagnosticsParams(uri, diagnostics)
        self._connection.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)

    def refresh(self) -> None:
        """Ask the client to ask again for what has changed without an edit."""
        client = self.client
        self.tell(REFRESH)
        if client.can("workspace.code_lens.refresh_support"):
            self._connection.send_request(types.WORKSPACE_CODE_LENS_REFRESH)
        if client.pulls and client.can("workspace.diagnostics.refresh_support"):
            self._connection.send_request(types.WORKSPACE_DIAGNOSTIC_REFRESH)

    async def begin_progress(self, token: str) -> bool:
        """Ask the client to show progress under a token; tell whether it will."""
        if not self.client.can("window.work_done_progress"):
            return False
        params = types.WorkDoneProgressCreateParams(token)
        asked = self.request(types.WINDOW_WORK_DONE_PROGRESS_CREATE, params)
        try:
            await asyncio.wait_for(asked, SECONDS_TO_ACCEPT_PROGRESS)
        except (TimeoutError, JsonRpcException):
            return False
        return True

    def show_progress(
        self,
        token: str,
        value: "types.WorkDoneProgressBegin | types.WorkDoneProgressReport"
        " | types.WorkDoneProgressEnd",
    ) -> None:
        """Show progress under a token for which `begin_progress` was true."""
        self._connection.notify(types.PROGRESS, types.ProgressParams(token, value))

    def watch_files(self, patterns: Sequence[str], elsewhere: Mapping[Path, str]) -> None:
        """Ask the client to say when files change on the disk.

        ``elsewhere`` are patterns of files in folders that may lie outside of the open ones.
        """
        if not self.client.can("workspace.did_change_watched_files.dynamic_registration"):
            return
        watched: list[types.GlobPattern] = [*patterns]
        if self.client.can("workspace.did_change_watched_files.relative_pattern_support"):
            watched += [
                types.RelativePattern(uri_of(folder), pattern)
                for folder, pattern in elsewhere.items()
            ]
        watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in watched]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        registration = types.Registration("citeloom-files", method, options)
        params = types.RegistrationParams([registration])
        self._connection.send_request(types.CLIENT_REGISTER_CAPABILITY, params)

    async def configuration(self, folders: Sequence[Path] = ()) -> list[object]:
        """Return the user's settings, then those of each folder.

        The list is shorter, or empty, where the client refuses or never answers.
        """
        if not self.client.can("workspace.configuration"):
            return []
        scopes = [None, *(uri_of(folder) for folder in folders)]
        items = [types.ConfigurationItem(scope, "citeloom") for scope in scopes]
        asked = self.request(types.WORKSPACE_CONFIGURATION, types.ConfigurationParams(items))
        try:
            values = await asyncio.wait_for(asked, SECONDS_FOR_CONFIGURATION)
        except (JsonRpcException, TimeoutError):
            return []
        return list(values) if isinstance(values, list | tuple) else []


def _problem(
    message: ProblemMessage, kind: types.MessageType = types.MessageType.Error, *buttons: str
) -> dict[str, object]:
    actions = [{"title": button} for button in buttons]
    return {"type": int(kind), **message.as_json(), "actions": actions}
