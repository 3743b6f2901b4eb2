"""The process that does one job: ``python -m citeloom.jobs.child``.

It takes one `Run` from its standard input, says on its standard output how far it is and how it
ended, and ends. It ends at once where its standard input does, so that it never outlives the
program that started it.
"""

import asyncio
import faulthandler
import importlib
import inspect
import io
import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable

from citeloom.jobs.messages import (
    GREETING,
    Cancel,
    Frames,
    Message,
    Raised,
    Returned,
    Run,
    Stopped,
    frame,
    type_name,
)
from citeloom.jobs.reporter import Cancellation, Reporter

_BYTES_PER_READ = 1 << 16
_NICENESS = 5
"""Behind the editor, its server and the compiler that the author waits for."""


def main() -> None:
    """Wait for a job and do it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's, who asks politely.
    if sys.platform != "win32":  # There the parent says so.
        os.nice(_NICENESS)
    incoming, wire = _take_pipes()
    faulthandler.enable()
    wire.greet()
    jobs: queue.SimpleQueue[Run] = queue.SimpleQueue()
    cancellation = Cancellation()
    listener = threading.Thread(
        target=_listen, args=(incoming, jobs, cancellation), name="orders", daemon=True
    )
    listener.start()
    run = jobs.get()
    reporter = Reporter(wire.send, cancellation)
    ending = _ending(run, reporter, cancellation)
    reporter.close()
    wire.send(ending)


class _Wire:
    """The way to the parent; messages from different threads do not mix."""

    def __init__(self, descriptor: int) -> None:
        self._stream = open(descriptor, "wb")  # noqa: SIM115 (open until the end)
        self._lock = threading.Lock()

    def greet(self) -> None:
        self._write(GREETING)

    def send(self, message: Message) -> None:
        self._write(frame(message))

    def _write(self, data: bytes) -> None:
        with self._lock:
            try:
                self._stream.write(data)
                self._stream.flush()
            except OSError:
                os._exit(1)  # Nobody listens any more.


def _take_pipes() -> tuple[int, _Wire]:
    """Take standard input and output for the messages; whatever prints or asks gets others."""
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    sys.stdout = sys.stderr
    return incoming, _Wire(outgoing)


def _listen(incoming: int, jobs: "queue.SimpleQueue[Run]", cancellation: Cancellation) -> None:
    # Not a buffered stream: its lock, held by this thread, would end the interpreter with an error.
    frames = Frames()
    while data := os.read(incoming, _BYTES_PER_READ):
        for message in frames.feed(data):
            match message:
                case Run():
                    jobs.put(message)
                case Cancel():
                    cancellation.ask()
    os._exit(0)


def _ending(run: Run, reporter: Reporter, cancellation: Cancellation) -> Message:
    try:
        value = _function(run.task)(pickle.loads(run.argument), reporter)
        if inspect.iscoroutine(value):
            value = asyncio.run(cancellation.over(value))
        return Returned(pickle.dumps(value))
    except BaseException as error:
        if cancellation.asked and isinstance(error, asyncio.CancelledError):
            return Stopped()
        return _raised(error)


def _function(task: str) -> Callable[[object, Reporter], object]:
    module, _, name = task.partition(":")
    function: Callable[[object, Reporter], object] = getattr(importlib.import_module(module), name)
    return function


def _raised(error: BaseException) -> Raised:
    try:
        message = str(error)
    except Exception as unspeakable:
        message = f"({type_name(type(unspeakable))} in its message)"
    return Raised(
        types=tuple(type_name(kind) for kind in type(error).__mro__ if kind is not object),
        message=message,
        traceback="".join(traceback.format_exception(error)),
        exception=_pickled(error),
    )


def _pickled(error: BaseException) -> bytes | None:
    try:
        return pickle.dumps(error)
    except Exception:
        return None


if __name__ == "__main__":
    main()
