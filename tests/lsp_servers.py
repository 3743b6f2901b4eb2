"""Two ways to a server: a process with pipes, as editors have it, and a thread, which is quick."""

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from typing import IO, Any, Protocol
from unittest import mock

from citeloom.lsp.server import Server

SECONDS = 300
"""After which what does not come counts as what never does: machines may be very busy."""

Hear = Callable[[dict[str, Any] | None], None]
"""Is called with each message of the server, and with None at its end."""


class RunningServer(Protocol):
    """What a client needs of the server that it talks to."""

    def send_bytes(self, data: bytes) -> None:
        """Send a message with its header."""

    def wait(self) -> int:
        """Wait until the server has ended by itself; return its exit status."""

    def kill(self) -> None:
        """End the server, whatever it does."""


class ServerProcess:
    """A process of its own, for what only a process shows."""

    def __init__(
        self,
        environment: dict[str, str],
        hear: Hear,
        errors: IO[str] | None,
        tracer: Sequence[str] = (),
    ) -> None:
        self.process = subprocess.Popen(
            [*tracer, sys.executable, "-P", "-m", "citeloom", "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors or subprocess.DEVNULL,
            env={**os.environ, **environment},
        )
        self._hear = hear
        threading.Thread(target=self._listen, daemon=True).start()

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def wait(self) -> int:
        return self.process.wait(SECONDS)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            assert header.startswith(b"Content-Length: "), header
            assert stream.readline() == b"\r\n"
            self._hear(json.loads(stream.read(int(header.split()[1]))))
        self._hear(None)


class ServerThread:
    """A server in this process, with the environment that a process would have.

    ``beside`` holds while it runs.
    """

    def __init__(
        self,
        environment: dict[str, str],
        hear: Hear,
        beside: AbstractContextManager[object],
    ) -> None:
        self._hear = hear
        self._beside = beside
        self._environment = mock.patch.dict(os.environ, environment)
        self._environment.start()
        self._beside.__enter__()
        self._status = 1
        self._begun = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        assert self._begun.wait(SECONDS)

    def send_bytes(self, data: bytes) -> None:
        header, _, body = data.partition(b"\r\n\r\n")
        assert header == b"Content-Length: %d" % len(body)
        with suppress(RuntimeError):  # The loop has ended.
            self._loop.call_soon_threadsafe(self._protocol.receive, body)

    def wait(self) -> int:
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()
        return self._status

    def kill(self) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._protocol.stopped.set)
        self.wait()
        self._beside.__exit__(None, None, None)
        self._environment.stop()

    def write(self, data: bytes) -> None:
        """Take what the server says (called by the protocol)."""
        header, _, body = data.partition(b"\r\n\r\n")
        assert header == b"Content-Length: %d" % len(body)
        self._hear(json.loads(body))

    def close(self) -> None:
        """Nothing is to be closed (a writer has this)."""

    async def _run(self) -> None:
        try:
            server = Server()
            self._loop, self._protocol = asyncio.get_running_loop(), server.protocol
            self._protocol.set_writer(self)
            self._begun.set()
            await self._protocol.stopped.wait()
            with suppress(TimeoutError):
                await asyncio.wait_for(server.close(), 0.5)
            self._status = self._protocol.exit_code
        finally:
            self._hear(None)
