"""How much text is read for a project, and kept for all: links make one large file many."""

from pathlib import Path

from citeloom.problem import InputError, Place

TEX_TOGETHER = 100_000_000
"""Characters of a project's .tex and style files; what is asked for beyond them is not read."""

BIB_TOGETHER = 200_000_000
"""The same of its .bib files, of which a character takes less memory."""

MOST_TEX_MARKS = 500_000
"""Backslashes, a third of the percent signs and half of the commas of one .tex file: what is read
of a backslash takes up to 600 bytes. Real drafts have 50,000 for each MB at most."""

MOST_ENTRIES = 250_000
"""Signs ``@`` of one .bib file; the largest real one that was tried has 153,012 entries."""

MOST_FIELDS = 5_000_000
"""Signs ``=`` of one .bib file."""

LARGEST_KEPT = 400_000_000
"""Bytes of files that are kept for all projects; beyond them the oldest are read again."""


def check_tex(path: Path, text: str) -> None:
    """Raise InputError if a .tex file holds too much to be kept in memory."""
    if text.count("\\") + text.count("%") // 3 + text.count(",") // 2 > MOST_TEX_MARKS:
        raise InputError("is not read: it has too many commands and keys", Place(path))


def check_bib(path: Path, text: str) -> None:
    """Raise InputError if a .bib file holds too much to be kept in memory."""
    if text.count("@") > MOST_ENTRIES or text.count("=") > MOST_FIELDS:
        raise InputError("is not read: it has too many entries or fields", Place(path))


class Room:
    """The room that is left for a project's texts of one kind."""

    def __init__(self, most: int) -> None:
        self._most = self._left = most

    def check(self, path: Path) -> None:
        """Raise InputError if there is none left for a file."""
        if self._left <= 0:
            why = f"is not read: the files before it have {self._most:,} characters"
            raise InputError(why, Place(path))

    def take(self, size: int) -> None:
        """Subtract the size of a text from the room that is left."""
        self._left -= size
