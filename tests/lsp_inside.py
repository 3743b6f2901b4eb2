"""A server in the test's own process, without pipes: message in, messages out."""

import asyncio
import contextlib
import json
import os
import re
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types

from citeloom.lsp.server import Server
from citeloom_latex.lines import Unit

SECONDS = 300
"""After which something that does not come counts as something that never does."""

ANNOUNCED_BY = {
    "workspace/applyEdit": "workspace.applyEdit",
    "workspace/configuration": "workspace.configuration",
    "workspace/codeLens/refresh": "workspace.codeLens.refreshSupport",
    "workspace/diagnostic/refresh": "workspace.diagnostics.refreshSupport",
    "window/workDoneProgress/create": "window.workDoneProgress",
    "window/showMessageRequest": "window.showMessage",
    "window/showDocument": "window.showDocument.support",
    "client/registerCapability": "workspace.didChangeWatchedFiles.dynamicRegistration",
}
"""The capability with which a client allows each request of the server."""


def allows(capabilities: dict[str, Any], method: str) -> bool:
    """Tell whether a client has announced that it takes a request."""
    found: Any = capabilities
    for name in ANNOUNCED_BY[method].split("."):
        found = found.get(name) if isinstance(found, dict) else None
    return bool(found) or found == {}


class Inside:
    """One connection; ``answer`` is the client's answer to a request of the server's, if any."""

    def __init__(self, answer: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
        self.server = Server()
        self.server.protocol.set_writer(self)
        self.asked: list[int] = []
        self.answers: dict[int, list[dict[str, Any]]] = {}
        self.heard: list[dict[str, Any]] = []
        self._answer = answer

    def write(self, data: bytes) -> None:
        """Take what the server says (called by the protocol)."""
        header, _, body = data.partition(b"\r\n\r\n")
        assert header == b"Content-Length: %d" % len(body)
        message = json.loads(body)
        self.heard.append(message)
        if "method" not in message:
            self.answers.setdefault(message["id"], []).append(message)
        elif "id" in message:
            given = self._answer(message)
            if given is not None:
                asyncio.get_running_loop().call_soon(self.send, {"id": message["id"], **given})

    def close(self) -> None:
        """Nothing is to be closed (a writer has this)."""

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.server.protocol.receive(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self.send({"method": method, "params": params})

    def ask(self, method: str, params: Any = None) -> int:
        """Send a request; return its id."""
        self.asked.append(len(self.asked) + 1)
        self.send({"id": self.asked[-1], "method": method, "params": params})
        return self.asked[-1]

    async def answer_to(self, number: int) -> dict[str, Any]:
        """Wait for the answer to a request."""
        async with asyncio.timeout(SECONDS):
            while number not in self.answers:
                await asyncio.sleep(0.001)
        return self.answers[number][0]

    async def request(self, method: str, params: Any = None) -> dict[str, Any]:
        """Send a request; wait for the message that answers it."""
        return await self.answer_to(self.ask(method, params))

    @property
    def counts(self) -> Counter[int]:
        """How often each request was answered."""
        return Counter({number: len(found) for number, found in self.answers.items()})


def columns(text: str, unit: Unit) -> int:
    """Return how wide a text is for a client that counts in a unit."""
    return {"utf-8": len(text.encode()), "utf-16": len(text.encode("utf-16-le")) // 2}.get(
        unit, len(text)
    )


def client_position(text: str, offset: int, unit: Unit) -> types.Position:
    """Return the position of an offset as a client reckons it, on its own."""
    line, start, at = 0, 0, 0
    while at < offset:
        if text.startswith("\r\n", at) and at + 2 <= offset:
            line, at = line + 1, at + 2
            start = at
        elif text[at] in "\r\n":
            line, at = line + 1, at + 1
            start = at
        else:
            at += 1
    return types.Position(line, columns(text[start:offset], unit))


def splits_line_end(text: str, offset: int) -> bool:
    """Tell whether an offset lies where no position does: between the signs of a CRLF."""
    return text[offset - 1 : offset + 1] == "\r\n" if offset else False


def job_processes(parent: int | None = None) -> list[int]:
    """Return the living children of a process that are there for jobs; none where no /proc is."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, ppid = path.read_text().rpartition(")")[2].split()[:2]
            command = (path.parent / "cmdline").read_bytes()
        except OSError:
            continue  # It has ended meanwhile.
        if int(ppid) == (parent or os.getpid()) and state != "Z" and b"citeloom.jobs" in command:
            found.append(int(path.parent.name))
    return found


def kill_job(parent: int | None = None) -> None:
    """Kill one of the jobs of a process, if one is there."""
    for process in job_processes(parent)[:1]:
        with contextlib.suppress(ProcessLookupError):  # It may end before the signal comes.
            os.kill(process, signal.SIGKILL)


def pipes(process: int | None = None) -> int:
    """Return how many pipes and sockets a process (else this one) has open; 0 without /proc."""
    links = []
    for path in Path(f"/proc/{process or 'self'}/fd").glob("*"):
        try:
            links.append(str(path.readlink()))
        except OSError:
            continue  # The one that lists them.
    return sum(one.startswith(("pipe:", "socket:")) for one in links)


def params_for_any(uri: str, place: dict[str, int], **more: Any) -> dict[str, Any]:
    """Return parameters that hold what any request about a place in a document wants."""
    return {
        "textDocument": {"uri": uri},
        "position": place,
        "range": {"start": place, "end": place},
        "context": {"diagnostics": [], "includeDeclaration": True, "triggerKind": 1},
        "newName": "renamed",
        "query": "a",
        "label": "a",
        **more,
    }


def command(name: str, **argument: Any) -> dict[str, Any]:
    """Return the parameters of a command."""
    return {"command": f"citeloom.{name}", "arguments": [argument]}


async def written(client: Inside) -> str:
    """Have related work written; return the id of what waits then."""
    answer = await client.request("workspace/executeCommand", command("write"))
    await job_ended(client)
    assert re.search("Related work written", str(client.heard)), client.heard[-3:]
    job: str = answer["result"]["job"]
    return job


async def job_ended(client: Inside) -> None:
    """Wait until no job runs or waits any more."""
    async with asyncio.timeout(SECONDS):
        while client.server.parts.jobs.running:
            await asyncio.sleep(0.01)


def inside(
    folder: Path,
    capabilities: dict[str, Any],
    talk: Callable[[Inside], Any],
    opened: tuple[str, ...] = ("main.tex",),
) -> None:
    """Hold a conversation with a server in this process whose client answers nothing."""

    async def hold() -> None:
        client = Inside(lambda message: None)
        params = {"processId": None, "rootUri": folder.as_uri(), "capabilities": capabilities}
        await client.request("initialize", params)
        client.notify("initialized", {})
        for name in opened:
            text = (folder / name).read_bytes().decode("utf-8", "replace")
            item = {"uri": (folder / name).as_uri(), "languageId": "latex", "version": 1}
            client.notify("textDocument/didOpen", {"textDocument": {**item, "text": text}})
        try:
            await talk(client)
        finally:
            await client.request("shutdown")
            await client.server.close()

    asyncio.run(hold())
