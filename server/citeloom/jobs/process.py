"""In the parent: one child process, from its start to its end."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import Callable
from typing import cast

from pydantic import TypeAdapter, ValidationError

from citeloom.jobs.messages import (
    GREETING,
    Cancel,
    Frames,
    Order,
    Raised,
    Report,
    Returned,
    RunTask,
    Step,
    Stopped,
    TaskAsks,
    TaskAsksNoMore,
    order_bytes,
)

_KINDS: dict[str, TypeAdapter[Report]] = {
    kind.__name__: TypeAdapter(kind)
    for kind in (TaskAsks, TaskAsksNoMore, Step, Returned, Raised, Stopped)
}


class NoReport(Exception):  # noqa: N818
    """A child said what none of its messages is."""


def read_report(data: bytes) -> Report:
    """Read what a child says.

    Raises
    ------
    NoReport
        If it is none of its messages.
    """
    name, _, fields = data.partition(b"\n")
    try:
        return _KINDS[name.decode()].validate_json(fields, strict=True)
    except (KeyError, UnicodeDecodeError, ValidationError):
        raise NoReport(repr(data[:100])) from None


SECONDS_OF_GRACE = 0.5
"""How long a child may take to clean up after it was asked to stop or has sent its result."""

_SECONDS_TO_TERMINATE = 0.2
_BYTES_OF_ERRORS = 8000
_STDIN, _STDERR = 0, 2
if sys.platform == "win32":
    _FLAGS = subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
else:
    _FLAGS = 0

logger = logging.getLogger(__name__)


class Child(asyncio.SubprocessProtocol):
    """A process that waits for a job, does it, and ends."""

    def __init__(self) -> None:
        self._transport: asyncio.SubprocessTransport
        self._loop = asyncio.get_running_loop()
        self._hear: Callable[[Report], None] = lambda report: None
        self._before_greeting: bytearray | None = bytearray()
        self._frames: Frames[Report] = Frames(read_report)
        self._errors = bytearray()
        self._timers: list[asyncio.TimerHandle] = []
        self._gone = asyncio.Event()

    @classmethod
    async def start(cls) -> "Child":
        """Start a process, which waits for its job.

        Raises
        ------
        OSError
            If the system starts no process.
        """
        # A project's folder is no place to import from: -P keeps it out of the child's path.
        isolation = "-I" if sys.flags.isolated else "-P"
        _, child = await asyncio.get_running_loop().subprocess_exec(
            cls,
            *(sys.executable, isolation, "-m", "citeloom.jobs.child"),
            creationflags=_FLAGS,
        )
        return child

    @property
    def is_alive(self) -> bool:
        """Whether the process still runs, as far as this program has heard."""
        return self._transport.get_returncode() is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._transport.get_pid()

    @property
    def errors(self) -> str:
        """The last lines that the process has printed or written on its standard error."""
        text = self._errors[-_BYTES_OF_ERRORS:].decode("utf-8", errors="replace")
        return text.partition("\n")[2] if len(self._errors) > _BYTES_OF_ERRORS else text

    def run(self, run: RunTask, hear: Callable[[Report], None]) -> None:
        """Give the process its job; ``hear`` is called with each message that it sends."""
        self._hear = hear
        self._send(order_bytes(run))

    def send(self, order: Order) -> None:
        """Say something to the process, if it still runs."""
        if self.is_alive and not self._pipe(_STDIN).is_closing():
            self._send(order_bytes(order))

    def cancel(self) -> None:
        """Ask the process to stop; after the grace end it by force."""
        self._send(order_bytes(Cancel()))
        self.expect_end()

    def dismiss(self) -> None:
        """End a process that has no job."""
        self._pipe(_STDIN).close()
        self.expect_end()

    def expect_end(self) -> None:
        """End the process by force if it has not ended by itself within the grace."""
        if not self._timers and not self._gone.is_set():
            later = self._loop.call_later
            kill = SECONDS_OF_GRACE + _SECONDS_TO_TERMINATE
            self._timers = [
                later(SECONDS_OF_GRACE, self._force, self._transport.terminate),
                later(kill, self._force, self._transport.kill),
            ]

    async def wait_for_end(self) -> int:
        """Wait until the process has ended and its messages are read; return its exit status.

        The status is that of `subprocess.Popen.returncode`: ``-N`` for an end by signal N.
        """
        await self._gone.wait()
        return cast(int, self._transport.get_returncode())

    def abandon(self) -> None:
        """Kill the process and close its pipes, now; for an event loop that is about to end."""
        self._end_timers()
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport (called by asyncio)."""
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Read what the process has written (called by asyncio)."""
        if fd == _STDERR:
            self._log(data)
            return
        if self._before_greeting is not None:
            self._before_greeting += data
            _, greeting, data = bytes(self._before_greeting).partition(GREETING)
            if not greeting:
                return
            self._before_greeting = None
        try:
            for report in self._frames.feed(data):
                self._hear(report)
        except NoReport as error:
            self._hear(Raised((), f"its process sent an invalid message: {error}", "", None))
            self._transport.kill()

    def process_exited(self) -> None:
        """Close the pipes soon, should a grandchild hold them open (called by asyncio)."""
        self._end_timers()
        self._timers = [self._loop.call_later(SECONDS_OF_GRACE, self._transport.close)]

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the process has ended and its pipes are read to the end (called by asyncio)."""
        self._end_timers()
        self._transport.close()
        self._gone.set()

    def _send(self, data: bytes) -> None:
        self._pipe(_STDIN).write(data)

    def _pipe(self, fd: int) -> asyncio.WriteTransport:
        return cast(asyncio.WriteTransport, self._transport.get_pipe_transport(fd))

    def _force(self, end: Callable[[], None]) -> None:
        if self.is_alive:
            logger.info("process %d has not ended by itself: %s", self.pid, end.__name__)
            end()

    def _end_timers(self) -> None:
        for timer in self._timers:
            timer.cancel()

    def _log(self, data: bytes) -> None:
        logger.debug("process %d: %s", self.pid, data.decode("utf-8", errors="replace").rstrip())
        self._errors += data
        del self._errors[: -_BYTES_OF_ERRORS - 1]
