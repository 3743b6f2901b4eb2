"""Lists folders, up to a number of entries: a stranger's folder may hold millions."""

import errno
import os
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
    found: list[os.DirEntry[str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if len(found) == MOST_ENTRIES:
                raise UnreadFileError(
                    errno.EFBIG, f"has more than {MOST_ENTRIES:,} entries", str(folder)
                )
            found.append(entry)
    return sorted(found, key=lambda entry: entry.name)


def is_folder_itself(entry: "os.DirEntry[str]") -> bool:
    """Tell whether an entry is a folder, and no link to one."""
    try:
        is_junction = getattr(entry, "is_junction", lambda: False)  # From Python 3.12 on.
        return entry.is_dir(follow_symlinks=False) and not is_junction()
    except OSError:
        return False
