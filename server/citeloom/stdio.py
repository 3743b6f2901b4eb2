"""Standard input and output for a protocol, which carry its messages and nothing else."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import BinaryIO, TypeVar

Received = TypeVar("Received")


class Writer:
    """Writes whole messages; the stream is buffered, so that none goes out in pieces."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes) -> None:
        self._stream.write(data)
        self._stream.flush()

    def close(self) -> None:
        self._stream.close()


def take_stdio() -> tuple[BinaryIO, Writer]:
    """Take standard input and output for the protocol.

    Whatever prints from here on prints to standard error. ``sys.stdout`` would not do for the
    protocol: it is not buffered where ``PYTHONUNBUFFERED`` is set, and a large message then goes
    out in pieces.
    """
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (incoming, outgoing):
            msvcrt.setmode(descriptor, os.O_BINARY)
    return open(incoming, "rb"), Writer(open(outgoing, "wb"))  # noqa: PTH123


def read_in_a_thread(
    messages: Iterable[Received], take: Callable[[Received], object], end: Callable[[], object]
) -> None:
    """Hand each message to the running loop as it comes, and tell it when there are no more."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        with suppress(OSError, RuntimeError):  # The loop has ended.
            for message in messages:
                loop.call_soon_threadsafe(take, message)
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(end)

    threading.Thread(target=read, name="reader", daemon=True).start()
