import gzip
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor

import pytest

from citeloom.papers.fulltext.memory_limit import read_limited
from citeloom.papers.fulltext.text import Form, Unreadable

SOURCE = rb"\documentclass{article}\begin{document}\section{One}Text.\end{document}"


def in_a_process(data: bytes, memory: int) -> str:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        text = pool.submit(read_limited, Form.LATEX, data, memory).result()
    return text.sections[0].text


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_what_needs_too_much_memory_ends_with_a_reason() -> None:
    large = gzip.compress(SOURCE + b"%" * 200_000_000, compresslevel=1)
    with pytest.raises(Unreadable, match="more than 300,000,000 bytes of memory"):
        in_a_process(large, 300_000_000)


def test_what_needs_little_is_read() -> None:
    assert in_a_process(gzip.compress(SOURCE), 3_000_000_000) == "Text."
