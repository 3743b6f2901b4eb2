"""A body that is read with limits."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterator

STEP = 1 << 16
"""Bytes that are decompressed at a time."""

_ZIPPED = ("gzip", "x-gzip", "deflate")


class BodyRefused(Exception):  # noqa: N818 (the name says it)
    """A body is too large or not encoded as it says."""


class BodyBrokenOff(BodyRefused):
    """A body ends before it should; the next one may be whole."""


async def not_too_slow(
    chunks: AsyncIterator[bytes], grace: float, slowest: float
) -> AsyncIterator[bytes]:
    """Yield a body as it is sent.

    Raises
    ------
    TimeoutError
        If after ``grace`` seconds fewer than ``slowest`` bytes a second have come.
    """
    now = asyncio.get_running_loop().time
    begun, sent = now(), 0
    async for chunk in chunks:
        sent += len(chunk)
        lasts = now() - begun
        if lasts > grace and sent < lasts * slowest:
            raise TimeoutError
        yield chunk


async def read_body(chunks: AsyncIterator[bytes], encoding: str, largest: int) -> bytes:
    """Return a body, decompressed.

    Parameters
    ----------
    chunks
        The body as it is sent.
    encoding
        Its ``Content-Encoding``.
    largest
        How many bytes it may have, both as it is sent and decompressed.

    Raises
    ------
    BodyRefused
        If it has more, or its encoding is broken or unknown. No more is read or unpacked then.
    BodyBrokenOff
        If it ends before it should.
    """
    encoding = encoding.strip().lower()
    if encoding not in ("", "identity", *_ZIPPED):
        raise BodyRefused(f"its answer has an unexpected encoding ({encoding[:20]!r})")
    # 32: gzip or zlib, whichever the first bytes say.
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32) if encoding in _ZIPPED else None
    body = bytearray()
    sent = 0
    async for chunk in chunks:
        sent += len(chunk)
        if sent > largest:
            raise BodyRefused(f"its answer is larger than {largest >> 20} MiB")
        if unpacker is None:
            body += chunk
            continue
        for unpacked in _unpacked(unpacker, chunk):
            body += unpacked
            if len(body) > largest:
                raise BodyRefused(f"its answer unpacks to more than {largest >> 20} MiB")
    if unpacker is not None and sent and not unpacker.eof:
        raise BodyBrokenOff("its answer is cut off")
    return bytes(body)


def _unpacked(unpacker: "zlib._Decompress", chunk: bytes) -> Iterator[bytes]:
    """Yield what a piece of a body unpacks to, a bounded part at a time."""
    while not unpacker.eof:
        try:
            unpacked = unpacker.decompress(chunk, STEP)
        except zlib.error:
            raise BodyRefused("its answer is not compressed as it says") from None
        yield unpacked
        chunk = unpacker.unconsumed_tail
        if not chunk and len(unpacked) < STEP:
            break
