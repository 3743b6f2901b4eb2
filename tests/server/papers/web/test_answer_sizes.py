"""Bodies are read within limits, compressed or not."""

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.papers.web.bodies import STEP, BodyRefused, read_body


def read(body: bytes, encoding: str = "", largest: int = 1 << 22, step: int = 1000) -> bytes:
    async def chunks() -> AsyncIterator[bytes]:
        for start in range(0, len(body), step):
            yield body[start : start + step]

    return asyncio.run(read_body(chunks(), encoding, largest))


@given(st.binary(max_size=500), st.integers(0, 400), st.integers(1, 3000))
def test_bodies_come_as_they_were_packed(part: bytes, times: int, step: int) -> None:
    body = part * times
    assert read(body, "", step=step) == body
    assert read(gzip.compress(body), "gzip", step=step) == body
    assert read(zlib.compress(body), "deflate", step=step) == body


def test_a_long_run_comes_whole_though_its_last_bytes_unpack_to_many() -> None:
    body = b" " * (5 * STEP + 3)
    assert read(gzip.compress(body, 9), "x-gzip", step=1 << 20) == body


def test_a_bomb_is_unpacked_no_further_than_the_limit() -> None:
    bomb = gzip.compress(b"\0" * (1 << 24), 9)
    with pytest.raises(BodyRefused, match="unpacks to more than 4 MiB"):
        read(bomb, "gzip")


def test_a_body_larger_than_the_limit_is_not_read_to_its_end() -> None:
    drawn = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal drawn
        while True:
            drawn += 1
            yield b"x" * 65536

    with pytest.raises(BodyRefused, match="larger than 1 MiB"):
        asyncio.run(read_body(endless(), "", 1 << 20))
    assert drawn == 17


@pytest.mark.parametrize(
    ("body", "encoding", "said"),
    [
        (gzip.compress(b"whole")[:-9], "gzip", "cut off"),
        (b"not packed", "gzip", "not compressed"),
        (b"whole", "br", "unexpected encoding"),
    ],
)
def test_a_broken_encoding_is_refused(body: bytes, encoding: str, said: str) -> None:
    with pytest.raises(BodyRefused, match=said):
        read(body, encoding)
