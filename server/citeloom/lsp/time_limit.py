"""A limit of time for one request: the next one is answered all the same."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 10.0
"""How long a request may compute; what is read from large files is read before, in a thread."""


class OutOfTime(Exception):  # noqa: N818 (it says what became of a request)
    """A request has computed for longer than it may."""


@contextmanager
def limited_time(seconds: float = SECONDS) -> Iterator[None]:
    """Raise `OutOfTime` where the block takes longer than so many seconds.

    It is raised wherever the block is just then, in the middle of a pattern, too. The system's
    timer does that, and its signals reach a program's first thread alone: in another one, and on
    Windows, which has no such timer, there is no limit.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_: int, __: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
