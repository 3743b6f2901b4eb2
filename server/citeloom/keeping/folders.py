"""Lists folders, up to a number of entries: a stranger's folder may hold millions."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

from citeloom.keeping.reading import UnreadFileError

MOST_ENTRIES = 100_000
"""Entries of a folder that is looked through; one with more counts as one that cannot be read."""


def entries_in(folder: Path) -> list["os.DirEntry[str]"]:
    """Return the entries of a folder, sorted by name.

    Raises
    ------
    UnreadFileError
        If there are too many.
    OSError
        If it cannot be read.
    """
    return sorted(_entries(folder), key=lambda entry: entry.name)


def names_in(folder: Path, suffix: str) -> list[str]:
    """Return the names in a folder that have a suffix, in either case, sorted.

    Errors are as of ``entries_in``.
    """
    names = (entry.name for entry in _entries(folder))
    # A name that is nothing but the suffix is that of a hidden file without one.
    return sorted(it for it in names if it.lower().endswith(suffix) and len(it) > len(suffix))


def _entries(folder: Path) -> Iterator["os.DirEntry[str]"]:
    with os.scandir(folder) as entries:
        for number, entry in enumerate(entries):
            if number == MOST_ENTRIES:
                raise UnreadFileError(
                    errno.EFBIG, f"has more than {MOST_ENTRIES:,} entries", str(folder)
                )
            yield entry


def is_folder_itself(entry: "os.DirEntry[str]") -> bool:
    """Tell whether an entry is a folder, and no link to one."""
    try:
        is_junction = getattr(entry, "is_junction", lambda: False)  # From Python 3.12 on.
        return entry.is_dir(follow_symlinks=False) and not is_junction()
    except OSError:
        return False
