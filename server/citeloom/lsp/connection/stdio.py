"""Messages over standard input and output, which carry the protocol and nothing else."""

import os
import re
import sys
from collections.abc import Iterator
from typing import BinaryIO

_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*(\d{1,12})[ \t]*\r?\n?$", re.IGNORECASE)
_LONGEST_LINE = 1 << 16
_MOST_AT_ONCE = 1 << 20


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


def bodies(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the body of each message until the stream ends.

    What is no header is passed over, so that one broken message does not cost those after it.
    """
    while True:
        length = None
        while line := stream.readline(_LONGEST_LINE):
            if found := _LENGTH.search(line):
                length = int(found[1])
            elif not line.strip() and length is not None:
                break
        if not line or length is None:
            return
        body = bytearray()
        # In pieces: memory for a length that was only claimed must not be asked for.
        while piece := stream.read(min(length - len(body), _MOST_AT_ONCE)):
            body += piece
        if len(body) < length:
            return
        yield bytes(body)
