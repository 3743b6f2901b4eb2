"""A client of a server: it says and hears messages, and waits for those that it wants."""

import json
import os
import queue
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, Self

from lsp_servers import SECONDS, RunningServer, ServerProcess, ServerThread
from projects import make_project

FULL: dict[str, Any] = {
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True},
    },
    "textDocument": {
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
    },
    "window": {"workDoneProgress": True},
}


class LspClient:
    """One server; answers its requests as a friendly editor would.

    ``spawn`` gives it a process of its own, where the test looks at that; ``tracer`` is a command
    that runs it.
    """

    def __init__(
        self,
        environment: dict[str, str] | None = None,
        *,
        answers: bool = True,
        spawn: bool = False,
        errors: IO[str] | None = None,
        tracer: Sequence[str] = (),
    ) -> None:
        self.heard: list[dict[str, Any]] = []
        self.applied = True
        self._answers = answers
        self._number = 0
        self._incoming: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        hear = self._incoming.put
        self._server: RunningServer = (
            ServerProcess(environment or {}, hear, errors, tracer)
            if spawn or errors or tracer
            else ServerThread(environment or {}, hear, self._beside())
        )

    def _beside(self) -> AbstractContextManager[object]:
        """Return what holds while a server runs in this process."""
        return nullcontext()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.kill()

    @property
    def pid(self) -> int:
        """The number of the process in which the server runs."""
        return self.process.pid if isinstance(self._server, ServerProcess) else os.getpid()

    @property
    def process(self) -> "subprocess.Popen[bytes]":
        """The server's process; only of one that was spawned."""
        assert isinstance(self._server, ServerProcess)
        return self._server.process

    def initialize(self, folder: Path, capabilities: Any = None, **more: Any) -> dict[str, Any]:
        """Introduce ourselves; return what the server announces."""
        params = {"processId": os.getpid(), "rootUri": folder.as_uri(), **more}
        answer = self.request("initialize", {**params, "capabilities": capabilities or {}})
        self.notify("initialized", {})
        return answer["result"]["capabilities"]

    def open(self, path: Path, text: str | None = None) -> dict[str, str]:
        """Open a file; return its identifier."""
        text = path.read_bytes().decode() if text is None else text
        item = {"uri": path.as_uri(), "languageId": "latex", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return {"uri": path.as_uri()}

    def change(self, document: dict[str, str], text: str, version: int = 2) -> None:
        """Make a document another text."""
        changed = {"textDocument": {"version": version, **document}}
        self.notify("textDocument/didChange", {**changed, "contentChanges": [{"text": text}]})

    def save(self, path: Path) -> None:
        """Tell that a file was saved."""
        self.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})

    def configure(self, **settings: Any) -> None:
        """Tell of changed settings."""
        changed = {"settings": {"citeloom": settings}}
        self.notify("workspace/didChangeConfiguration", changed)

    def tell_of(self, path: Path, kind: int = 2) -> None:
        """Tell of a file that came (1), changed (2) or went (3) on the disk."""
        changes = [{"uri": path.as_uri(), "type": kind}]
        self.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def request(self, method: str, params: Any = None) -> dict[str, Any]:
        """Send a request; return the message that answers it."""
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        return self.answer_to(self._number)

    def notify(self, method: str, params: Any = None) -> None:
        """Send a notification."""
        self.send({"method": method, "params": params})

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def send_bytes(self, data: bytes) -> None:
        """Send whatever it is (to a process; a thread takes whole messages only)."""
        self._server.send_bytes(data)

    def answer_to(self, number: Any) -> dict[str, Any]:
        """Wait for the answer to a request."""
        for message in self.heard:
            if "method" not in message and message.get("id") == number:
                return message
        while True:
            message = self.next()
            if "method" not in message and message.get("id") == number:
                return message

    def until(self, method: str) -> dict[str, Any]:
        """Wait for the next message of a method; return its parameters."""
        while (message := self.next()).get("method") != method:
            pass
        params: dict[str, Any] = message["params"]
        return params

    def diagnostics(self, uri: str) -> list[dict[str, Any]]:
        """Wait until the server has pushed diagnostics of a document; return the last ones.

        They may have come before the answer to an earlier request.
        """
        while True:
            for message in reversed(self.heard):
                if message.get("method") == "textDocument/publishDiagnostics":
                    params = message["params"]
                    if params["uri"] == uri:
                        found: list[dict[str, Any]] = params["diagnostics"]
                        return found
            self.next()

    def next(self) -> dict[str, Any]:
        """Wait for the next message."""
        message = self._incoming.get(timeout=SECONDS)
        assert message is not None, "the server has ended"
        self.heard.append(message)
        if self._answers and "method" in message and "id" in message:
            self.send({"id": message["id"], "result": self._result(message)})
        return message

    def leave(self) -> int:
        """End the server as an editor does; return its exit status."""
        assert self.request("shutdown")["result"] is None
        self.notify("exit")
        return self._server.wait()

    def _result(self, message: dict[str, Any]) -> Any:
        match message["method"]:
            case "workspace/applyEdit":
                return {"applied": self.applied}
            case "workspace/configuration":
                return [None]
        return None


@contextmanager
def opened(
    folder: Path, fixture: str, capabilities: Any = FULL, **options: Any
) -> Iterator[tuple[LspClient, dict[str, str]]]:
    """Make a project and open its main.tex in a client with settings; give both."""
    main = make_project(folder, fixture)
    with LspClient() as client:
        client.initialize(folder, capabilities, initializationOptions=options)
        yield client, client.open(main)


def code_actions(
    client: LspClient,
    document: dict[str, str],
    start: dict[str, int],
    end: dict[str, int] | None = None,
    **context: Any,
) -> list[dict[str, Any]]:
    """Return the code actions at a place or on a selection; ``context`` may say which."""
    params = {
        "textDocument": document,
        "range": {"start": start, "end": end or start},
        "context": {"diagnostics": [], **context},
    }
    found: list[dict[str, Any]] = client.request("textDocument/codeAction", params)["result"]
    return found


def hover_at(client: LspClient, document: dict[str, str], place: dict[str, int]) -> str:
    """Return what a hover says; nothing where there is none."""
    params = {"textDocument": document, "position": place}
    found = client.request("textDocument/hover", params)["result"]
    return "" if found is None else str(found["contents"]["value"])


def pulled(client: LspClient, document: dict[str, str]) -> list[dict[str, Any]]:
    """Return the diagnostics of a document, asked for."""
    report = client.request("textDocument/diagnostic", {"textDocument": document})
    found: list[dict[str, Any]] = report["result"]["items"]
    return found


def position(text: str, offset: int) -> dict[str, int]:
    """Return an offset of a text as an editor that counts in UTF-16 says it."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return {"line": len(before) - 1, "character": len(before[-1].encode("utf-16-le")) // 2}


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """Return a text after an editor's edits."""
    lines = text.split("\n")

    def offset(at: dict[str, int]) -> int:
        line = lines[at["line"]].encode("utf-16-le")[: 2 * at["character"]].decode("utf-16-le")
        return sum(len(one) + 1 for one in lines[: at["line"]]) + len(line)

    for edit in sorted(edits, key=lambda one: -offset(one["range"]["start"])):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text
