"""The repository around a draft: the folder that holds all of its files, and often no others."""

import os
from collections.abc import Sequence
from pathlib import Path

_MARKS = (".git", ".hg", ".jj", ".svn")


def is_repository(folder: Path) -> bool:
    """Tell whether a folder is the top of a repository."""
    # Unlike Path.exists, this raises nothing, however long the path is.
    return any(os.path.exists(folder / mark) for mark in _MARKS)  # noqa: PTH110


def within_repository(folders: Sequence[Path]) -> Sequence[Path]:
    """Return those of some folders, each in the next, that lie in one repository; none without."""
    for number, folder in enumerate(folders, 1):
        if is_repository(folder):
            return folders[:number]
    return ()
