"""What the parts of the server see of an editor, whatever it can do and answers."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from citeloom.lsp import editor as editor_module
from citeloom.lsp.client import Client
from citeloom.lsp.editor import Applied, Editor
from citeloom.lsp.session import Session

MESSAGES = types.ClientCapabilities(
    window=types.WindowClientCapabilities(
        show_message=types.ShowMessageRequestClientCapabilities(),
        show_document=types.ShowDocumentClientCapabilities(support=True),
        work_done_progress=True,
    )
)
NEVER = object()


class Answering:
    """A connection whose client answers every request in the same way."""

    def __init__(self, answer: object = None) -> None:
        self.sent: list[tuple[str, Any]] = []
        self._answer = answer

    def notify(self, method: str, params: Any = None) -> None:
        self.sent.append((method, params))

    def send_request(self, method: str, params: Any = None) -> None:
        self.sent.append((method, params))

    async def send_request_async(self, method: str, params: Any = None) -> Any:
        self.sent.append((method, params))
        if self._answer is NEVER:
            await asyncio.Event().wait()
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

    @property
    def methods(self) -> list[str]:
        return [method for method, _ in self.sent]


def editor_of(
    connection: Answering,
    capabilities: types.ClientCapabilities = MESSAGES,
    takes: tuple[str, ...] = (),
) -> Editor:
    session = Session()
    session.client = Client(types.InitializeParams(capabilities=capabilities), takes)
    return Editor(connection, session)


REFUSAL = JsonRpcException("no", -32803)


@pytest.mark.parametrize(
    ("answer", "applied"),
    [
        (types.ApplyWorkspaceEditResult(applied=True), Applied.MADE),
        (types.ApplyWorkspaceEditResult(applied=False), Applied.REFUSED),
        (None, Applied.REFUSED),
        (REFUSAL, Applied.REFUSED),
        (NEVER, Applied.NOT_ANSWERED),
    ],
)
def test_what_becomes_of_an_edit(
    answer: object, applied: Applied, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editor_module, "SECONDS_TO_APPLY", 0.01)
    connection = Answering(answer)
    outcome = asyncio.run(editor_of(connection).apply(types.WorkspaceEdit(), "Insert"))
    assert outcome is applied
    assert connection.methods == ["workspace/applyEdit"]


@pytest.mark.parametrize(
    ("answer", "agreed", "said"),
    [
        (types.MessageActionItem("Try again"), True, []),
        (types.MessageActionItem("Something else"), False, []),
        (None, False, []),
        (REFUSAL, False, ["It failed. Run it again."]),
    ],
)
def test_a_question_with_a_button(answer: object, agreed: bool, said: list[str]) -> None:
    connection = Answering(answer)
    asked = editor_of(connection).agrees("It failed.", "Try again", "Run it again.")
    assert asyncio.run(asked) is agreed
    messages = [p.message for method, p in connection.sent if method == "window/showMessage"]
    assert messages == said


def test_a_client_without_buttons_is_told_what_to_do_instead() -> None:
    connection = Answering()
    editor = editor_of(connection, types.ClientCapabilities())
    assert not asyncio.run(editor.agrees("It failed.", "Try again", "Run it again."))
    assert connection.methods == ["window/showMessage"]
    assert connection.sent[0][1].message == "It failed. Run it again."


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (types.ShowDocumentResult(success=True), True),
        (types.ShowDocumentResult(success=False), False),
        (REFUSAL, False),
    ],
)
def test_a_document_is_shown_if_the_client_says_so(answer: object, shown: bool) -> None:
    assert asyncio.run(editor_of(Answering(answer)).show("file:///a")) is shown


def test_nothing_is_asked_of_a_client_that_cannot_do_it() -> None:
    connection = Answering(NEVER)
    editor = editor_of(connection, types.ClientCapabilities())

    async def ask_for_everything() -> tuple[bool, bool, list[object]]:
        editor.refresh()
        editor.watch_files(["**/*.tex"], {Path("waiting"): "*.json"})
        shown, begun = await editor.show("file:///a"), await editor.begin_progress("token")
        return shown, begun, await editor.configuration()

    assert asyncio.run(ask_for_everything()) == (False, False, [])
    assert connection.sent == []


def test_settings_of_a_client_that_refuses_or_never_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(editor_module, "SECONDS_FOR_CONFIGURATION", 0.01)
    capabilities = types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(configuration=True)
    )
    for answer in (REFUSAL, NEVER, []):
        editor = editor_of(Answering(answer), capabilities)
        assert asyncio.run(editor.configuration()) == []
    editor = editor_of(Answering([{"words": 3}]), capabilities)
    assert asyncio.run(editor.configuration()) == [{"words": 3}]
