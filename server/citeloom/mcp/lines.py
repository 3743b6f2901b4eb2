"""Messages on a stream, one a line."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

LONGEST = 4_000_000
"""Bytes of a message; a longer one is answered with an error, and its text is not kept."""

_KEPT = 4_000
"""Bytes of the beginning of a longer one, which tell who is to be answered."""

_AT_ONCE = 1 << 16


@dataclass(frozen=True)
class OverlongLine:
    """A line that is too long, by its beginning."""

    beginning: bytes


def read_lines(stream: BinaryIO) -> Iterator[bytes | OverlongLine]:
    """Yield the lines of a stream that are not blank, until it ends."""
    while line := stream.readline(LONGEST + 1):
        if len(line) > LONGEST and not line.endswith(b"\n"):
            beginning = line[:_KEPT]
            while (rest := stream.readline(_AT_ONCE)) and not rest.endswith(b"\n"):
                pass
            yield OverlongLine(beginning)
        elif line.strip():
            yield line
