"""The process that does one job: ``python -m citeloom.jobs.child``.

It takes one `RunTask` from its standard input, confines itself if that says so, reports its
progress and its end on its standard output, and ends. It ends at once when its standard input
closes, so that it never outlives the program that started it.
"""

import asyncio
import base64
import faulthandler
import importlib
import inspect
import io
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable

from citeloom.jobs.messages import (
    GREETING,
    AnswerToTask,
    Cancel,
    Frames,
    HeardPiece,
    Order,
    Raised,
    Report,
    Returned,
    RunTask,
    Stopped,
    report_bytes,
    type_name,
)
from citeloom.jobs.questions import Questions
from citeloom.jobs.reporter import Cancellation, Reporter
from citeloom.keeping.confined import confine
from citeloom.keeping.memory import limit_memory

_BYTES_PER_READ = 1 << 16
_NICENESS = 5
"""Lower priority than the editor, its server and the compiler that the author waits for."""


def main() -> None:
    """Wait for a job and do it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The parent handles Ctrl-C: it asks politely.
    if sys.platform != "win32":  # There the parent sets the priority.
        os.nice(_NICENESS)
    # NumPy's library takes memory for each processor; of many that is more than a job may hold.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    incoming, wire = _take_pipes()
    faulthandler.enable()
    wire.greet()
    orders = _Orders(incoming)
    run, *others = orders.next()
    if not isinstance(run, RunTask):
        raise TypeError(f"the first order is not a task: {run}")
    if run.may_read is not None:
        confine(run.may_read)  # Before there is a second thread, which it would not reach.
    cancellation = Cancellation()
    questions = Questions(wire.send)
    threading.Thread(
        target=_listen, args=(orders, others, cancellation, questions), name="orders", daemon=True
    ).start()
    reporter = Reporter(wire.send, cancellation, questions)
    ending = _run_task(run, reporter, cancellation)
    reporter.close()
    wire.send(ending)


class _Orders:
    """What the parent says."""

    def __init__(self, incoming: int) -> None:
        self._incoming = incoming
        self._frames: Frames[Order] = Frames(pickle.loads)

    def next(self) -> list[Order]:
        """Wait for the next orders; end the process where none can come any more."""
        # Not a buffered stream: its lock, held by a thread, would end the interpreter with an
        # error.
        while data := os.read(self._incoming, _BYTES_PER_READ):
            if orders := self._frames.feed(data):
                return orders
        os._exit(0)


class _Wire:
    """Sends messages to the parent; those of different threads do not mix."""

    def __init__(self, descriptor: int) -> None:
        self._stream = open(descriptor, "wb")  # noqa: SIM115 (open until the end)
        self._lock = threading.Lock()

    def greet(self) -> None:
        self._write(GREETING)

    def send(self, report: Report) -> None:
        self._write(report_bytes(report))

    def _write(self, data: bytes) -> None:
        with self._lock:
            try:
                self._stream.write(data)
                self._stream.flush()
            except OSError:
                os._exit(1)  # Nobody listens any more.


def _take_pipes() -> tuple[int, _Wire]:
    """Take standard input and output for the messages; its prints go to standard error."""
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    sys.stdout = sys.stderr
    return incoming, _Wire(outgoing)


def _listen(
    orders: _Orders, waiting: list[Order], cancellation: Cancellation, questions: Questions
) -> None:
    while True:
        for order in waiting:
            match order:
                case Cancel():
                    cancellation.ask()
                case HeardPiece() | AnswerToTask():
                    questions.take(order)
        waiting = orders.next()


def _run_task(run: RunTask, reporter: Reporter, cancellation: Cancellation) -> Report:
    try:
        if run.memory:
            limit_memory(run.memory)
        value = _function(run.task)(pickle.loads(run.argument), reporter)
        if inspect.iscoroutine(value):
            value = asyncio.run(cancellation.await_work(value))
        return Returned(str(value) if run.may_read is not None else _pickled(value))
    except MemoryError as error:
        traceback.clear_frames(error.__traceback__)  # There must be room to say it.
        return _describe_error(error)
    except BaseException as error:
        if cancellation.is_asked and isinstance(error, asyncio.CancelledError):
            return Stopped()
        return _describe_error(error)


def _function(task: str) -> Callable[[object, Reporter], object]:
    module, _, name = task.partition(":")
    function: Callable[[object, Reporter], object] = getattr(importlib.import_module(module), name)
    return function


def _describe_error(error: BaseException) -> Raised:
    try:
        message = str(error)
    except Exception as unspeakable:
        message = f"({type_name(type(unspeakable))} in its message)"
    return Raised(
        types=tuple(type_name(kind) for kind in type(error).__mro__ if kind is not object),
        message=message,
        traceback="".join(traceback.format_exception(error)),
        exception=_pickle_error(error),
    )


def _pickle_error(error: BaseException) -> str | None:
    try:
        return _pickled(error)
    except Exception:
        return None


def _pickled(value: object) -> str:
    return base64.b64encode(pickle.dumps(value)).decode()


if __name__ == "__main__":
    main()
