"""A body that is read with limits."""

import asyncio
import zlib
from collections.abc import AsyncIterator

STEP = 1 << 16
"""Bytes that are decompressed at a time."""


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
    unpacked = _decoder(encoding)
    body = bytearray()
    sent = 0
    async for chunk in chunks:
        sent += len(chunk)
        if sent > largest:
            raise BodyRefused(f"its answer is larger than {largest >> 20} MiB")
        unpacked.add(chunk, body, largest)
    unpacked.end()
    return bytes(body)


class _Plain:
    def add(self, chunk: bytes, body: bytearray, largest: int) -> None:
        body += chunk

    def end(self) -> None:
        pass


class _Zipped:
    def __init__(self) -> None:
        # 32: gzip or zlib, whichever the first bytes say.
        self._unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32)
        self._begun = False

    def add(self, chunk: bytes, body: bytearray, largest: int) -> None:
        self._begun = True
        while not self._unpacker.eof:
            try:
                unpacked = self._unpacker.decompress(chunk, STEP)
            except zlib.error:
                raise BodyRefused("its answer is not compressed as it says") from None
            body += unpacked
            if len(body) > largest:
                raise BodyRefused(f"its answer unpacks to more than {largest >> 20} MiB")
            chunk = self._unpacker.unconsumed_tail
            if not chunk and len(unpacked) < STEP:
                break

    def end(self) -> None:
        if self._begun and not self._unpacker.eof:
            raise BodyBrokenOff("its answer is cut off")


def _decoder(encoding: str) -> _Plain | _Zipped:
    encoding = encoding.strip().lower()
    if encoding in ("", "identity"):
        return _Plain()
    if encoding in ("gzip", "x-gzip", "deflate"):
        return _Zipped()
    raise BodyRefused(f"its answer is in an encoding that was not asked for ({encoding[:20]!r})")
