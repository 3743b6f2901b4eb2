"""How much text is read for a project, and kept for all: links make one large file many."""

from pathlib import Path

from citeloom.problem import InputError, Place

TEX_TOGETHER = 100_000_000
"""Characters of a project's .tex and style files; what is asked for beyond them is not read."""

BIB_TOGETHER = 200_000_000
"""The same of its .bib files, of which a character takes less memory."""

LARGEST_KEPT = 400_000_000
"""Bytes of files that are kept for all projects; beyond them the oldest are read again."""


class Room:
    """The room that is left for a project's texts of one kind."""

    def __init__(self, most: int) -> None:
        self._most = self._left = most

    def check(self, path: Path) -> None:
        """Raise InputError if there is none left for a file."""
        if self._left <= 0:
            why = f"is not read: the files before it have {self._most:,} characters"
            raise InputError(why, Place(path))

    def take(self, text: str) -> None:
        """Take what a text needs."""
        self._left -= len(text)
