"""A library of the user's own."""

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from citeloom.papers.paper import Paper


class Library(Protocol):
    """Papers that the user has; its name is that of a source (``Paper.sources``)."""

    @property
    def name(self) -> str: ...

    @property
    def place(self) -> Path:
        """The file or folder that it is in."""

    def state(self) -> str:
        """Return a text that changes with the library's files; empty where there is no library.

        Raises
        ------
        LibraryError
            If they cannot be looked at.
        """

    def read(self) -> Iterable[Paper]:
        """Return the papers with the keys that the library gives them; the best come first.

        Raises
        ------
        LibraryError
            If it cannot be read now.
        """
