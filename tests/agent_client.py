"""A conversation with the server for agents, inside of the test's own process."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citeloom.mcp.server import Server

SECONDS = 300
"""How long a test waits for an answer that never comes."""


@dataclass(frozen=True)
class Called:
    """The result of a call: its text, and the value in it where the tool has not failed."""

    is_error: bool
    text: str

    @property
    def value(self) -> dict[str, Any]:
        assert not self.is_error, self.text
        return json.loads(self.text)


class AgentClient:
    """What a client sends and gets; ``lines`` are the messages of the server's."""

    def __init__(self, *folders: Path, with_libraries: bool = False) -> None:
        self.lines: list[Any] = []
        self._came = asyncio.Event()
        self.server = Server(self._take, folders, with_libraries=with_libraries)
        self._number = 1_000_000

    def send(self, message: object) -> None:
        self.server.receive(json.dumps(message).encode())

    async def answer(self, request_id: object) -> Mapping[str, Any]:
        """Wait for the answer to a request."""
        return await self.wait_for(lambda line: is_answer(line, request_id))

    async def wait_for(self, is_meant: Callable[[Any], bool]) -> Any:
        """Wait for the first message that is meant."""
        async with asyncio.timeout(SECONDS):
            while True:
                self._came.clear()
                for line in self.lines:
                    if is_meant(line):
                        return line
                await self._came.wait()

    async def ask(self, method: str, **params: object) -> Mapping[str, Any]:
        """Send a request; return the whole answer."""
        self._number += 1
        request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self.send(request)
        return await self.answer(self._number)

    async def call(self, tool: str, **arguments: object) -> Called:
        """Call a tool."""
        answer = await self.ask("tools/call", name=tool, arguments=arguments)
        result = answer["result"]
        return Called(result["isError"], result["content"][0]["text"])

    def _take(self, line: bytes) -> None:
        assert line.endswith(b"\n") and line.count(b"\n") == 1
        self.lines.append(json.loads(line))
        self._came.set()


def is_answer(line: object, request_id: object) -> bool:
    return isinstance(line, dict) and "method" not in line and line.get("id") == request_id


def converse(
    talk: Callable[[AgentClient], Coroutine[Any, Any, Any]],
    *folders: Path,
    with_libraries: bool = False,
) -> Any:
    """Run a conversation to its end; return what it returns."""

    async def run() -> Any:
        client = AgentClient(*folders, with_libraries=with_libraries)
        try:
            return await talk(client)
        finally:
            await client.server.close()

    return asyncio.run(run())


def call(folder: Path, tool: str, **arguments: object) -> Called:
    """Call one tool for the drafts of a folder."""
    return converse(lambda client: client.call(tool, **arguments), folder)
