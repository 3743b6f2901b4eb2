"""The bodies of messages in a stream, each behind its header."""

import re
from collections.abc import Iterator
from typing import BinaryIO

_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*(\d{1,12})[ \t]*\r?\n?$", re.IGNORECASE)
_LONGEST_LINE = 1 << 16
_MOST_AT_ONCE = 1 << 20


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
