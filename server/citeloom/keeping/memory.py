"""Limits the memory of a process."""

import os
import sys
from contextlib import suppress


def limit_memory(most: int) -> None:
    """Limit what this process may hold to so many bytes, for good, where the system does that.

    Linux counts what a process can write to; others count all of its addresses, or, as macOS,
    hardly heed such a limit. Windows has none.
    """
    if sys.platform == "win32":
        return
    import resource

    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    with suppress(OSError, ValueError):
        _, hard = resource.getrlimit(kind)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (allowed, hard))


def limit_to_half_of_the_machine() -> None:
    """Limit this process, and those that it starts, to half of the machine's memory, on Linux.

    Without a limit the system would end programs of the author's where memory runs out.
    """
    if sys.platform == "linux":
        limit_memory(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)
