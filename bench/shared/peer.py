"""A language server as its client sees it: bytes out, bytes in, and the time between."""

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

CAPABILITIES = {
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "completion": {"completionItem": {"insertReplaceSupport": True}},
    },
    "window": {"workDoneProgress": True},
}


@dataclass
class Timed:
    """Seconds that some requests took."""

    seconds: list[float] = field(default_factory=list)

    def at(self, share: float) -> float:
        """Return the time within which that share of them was answered."""
        ranked = sorted(self.seconds)
        return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


class Peer:
    """One server process. Nothing is done between a message and its answer but waiting."""

    def __init__(self, name: str, command: Sequence[str], folder: Path) -> None:
        self.name = name
        self.heard: list[dict[str, Any]] = []
        self.has_typed = False
        self.unanswered: set[int] = set()
        self._number = 0
        self._versions: dict[str, int] = {}
        started = perf_counter()
        self.process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._to = self.process.stdin.fileno()
        self._from = self.process.stdout.fileno()
        self._rest = b""
        self.request(
            "initialize",
            {"processId": os.getpid(), "rootUri": folder.as_uri(), "capabilities": CAPABILITIES},
        )
        self.seconds_to_start = perf_counter() - started
        self.notify("initialized", {})

    def __enter__(self) -> "Peer":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    @property
    def peak(self) -> int:
        """The most memory that the process has had, in bytes; 0 where the system does not say."""
        status = Path(f"/proc/{self.process.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM")), 0)

    def open(self, path: Path) -> None:
        """Open a file in it."""
        language = "bibtex" if path.suffix == ".bib" else "latex"
        item = {"uri": path.as_uri(), "languageId": language, "version": 1}
        text = path.read_bytes().decode()
        self.notify("textDocument/didOpen", {"textDocument": {**item, "text": text}})

    def typed(self, uri: str, line: int, character: int, text: str, removed: int = 0) -> bytes:
        """Return the message of a keystroke."""
        self.has_typed = True
        self._versions[uri] = self._versions.get(uri, 1) + 1
        start = {"line": line, "character": character}
        end = {"line": line, "character": character + removed}
        change = {"range": {"start": start, "end": end}, "text": text}
        document = {"uri": uri, "version": self._versions[uri]}
        params = {"textDocument": document, "contentChanges": [change]}
        return _message({"method": "textDocument/didChange", "params": params})

    def asked(self, method: str, params: dict[str, Any]) -> bytes:
        """Return the message of a request."""
        self._number += 1
        self.unanswered.add(self._number)
        return _message({"id": self._number, "method": method, "params": params})

    def timed(self, *messages: bytes) -> tuple[float, Any]:
        """Send messages, the last a request; return the seconds up to its answer, and that."""
        data = b"".join(messages)
        started = perf_counter()
        self._send(data)
        while True:
            body = self._body()
            ended = perf_counter()
            answer = self._taken(body)
            if "method" not in answer and answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{self.name}: {answer['error']}")
                return ended - started, answer["result"]

    def request(self, method: str, params: dict[str, Any]) -> Any:
        """Send a request; return its result."""
        return self.timed(self.asked(method, params))[1]

    def cancelled(self, method: str, params: dict[str, Any]) -> None:
        """Send a request and cancel it, without waiting for its answer."""
        self._send(self.asked(method, params))
        self.notify("$/cancelRequest", {"id": self._number})

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification."""
        self._send(_message({"method": method, "params": params}))

    def until(self, method: str) -> dict[str, Any]:
        """Wait for a notification that was not waited for before; return its parameters."""
        while True:
            for number, message in enumerate(self.heard):
                if message["method"] == method:
                    del self.heard[: number + 1]
                    return message.get("params") or {}
            self._taken(self._body())

    def _taken(self, body: bytes) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(body)
        if "method" in message:
            self.heard.append(message)
            if "id" in message:
                self._send(_message({"id": message["id"], "result": None}))
        else:
            self.unanswered.discard(message["id"])
        return message

    def _send(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._to, view) :]

    def _body(self) -> bytes:
        data = self._rest
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self._read()
        header = data[:end].lower()
        length = int(header.partition(b"content-length:")[2].split()[0])
        parts, have = [data[end + 4 :]], len(data) - end - 4
        while have < length:
            parts.append(self._read())
            have += len(parts[-1])
        whole = b"".join(parts)
        self._rest = whole[length:]
        return whole[:length]

    def _read(self) -> bytes:
        data = os.read(self._from, 1 << 20)
        if not data:
            raise RuntimeError(f"{self.name} has ended")
        return data


def _message(message: dict[str, Any]) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
