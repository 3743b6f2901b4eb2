"""Reading a full text in a process that was started for it, within a limit of memory."""

import sys

from citeloom.papers.fulltext.fetch import read_as
from citeloom.papers.fulltext.text import Form, FullText, Unreadable

MEMORY = 3_000_000_000
"""Bytes of address space that a process may have while it reads."""


def limit_memory(memory: int = MEMORY) -> None:
    """Limit the memory of this process, one of its own, for good; Windows has no such limit."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        allowed = memory if most == resource.RLIM_INFINITY else min(memory, most)
        resource.setrlimit(resource.RLIMIT_AS, (allowed, most))


def read_limited(form: Form, data: bytes, memory: int = MEMORY) -> FullText:
    """Read a full text as ``read_as`` does, and limit the memory of this process for good.

    Only for a process of its own, such as a job's. Where a library cannot get what it asks for, it
    may end the process instead.

    Raises
    ------
    Unreadable
        If the bytes give no full text, or need more memory.
    """
    limit_memory(memory)
    try:
        return read_as(form, data)
    except MemoryError as error:
        raise Unreadable(f"reading it needs more than {memory:,} bytes of memory") from error
