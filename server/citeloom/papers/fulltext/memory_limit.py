"""Reading a full text in a process that was started for it, within a limit of memory."""

from citeloom.keeping.memory import limit_memory
from citeloom.papers.fulltext.fetch import read_as
from citeloom.papers.fulltext.text import Form, FullText, Unreadable

MEMORY = 500_000_000
"""Bytes that a process may hold while it reads, beside what it is given to read."""


def limit_reading(given: int = 0, memory: int = MEMORY) -> None:
    """Limit the memory of this process, which was given so many bytes to read, for good."""
    # As they came, and as they were unpacked from their message.
    limit_memory(memory + 2 * given)


def read_limited(form: Form, data: bytes, memory: int = MEMORY) -> FullText:
    """Read a full text as ``read_as`` does, and limit the memory of this process for good.

    Only for a process of its own, such as a job's. Where a library cannot get what it asks for, it
    may end the process instead.

    Raises
    ------
    Unreadable
        If the bytes give no full text, or need more memory.
    """
    limit_reading(len(data), memory)
    try:
        return read_as(form, data)
    except MemoryError as error:
        raise Unreadable(f"reading it needs more than {memory:,} bytes of memory") from error
