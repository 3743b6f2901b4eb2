"""A library of the user's own."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from citeloom.papers.paper import Paper


@dataclass(frozen=True, slots=True)
class LibraryItem:
    """A paper of a library, with the keys that the library gives it, and where its PDFs may be."""

    paper: Paper
    files: tuple[Path, ...] = ()


class Library(Protocol):
    """Papers that the user has; its name is that of a source (``Paper.sources``)."""

    @property
    def name(self) -> str: ...

    @property
    def place(self) -> Path:
        """The file or folder that it is in."""

    @property
    def paths(self) -> Sequence[Path]:
        """The files and folders that the user's settings name; none of what Citeloom keeps."""
        return ()

    def state(self) -> str:
        """Return a text that changes with the library's files; empty where there is no library.

        Raises
        ------
        LibraryError
            If they cannot be looked at.
        """

    def may_read(self, file: Path) -> bool:
        """Tell whether a file of an item leads to where the library has its files."""
        return False

    def read(self) -> Iterable[LibraryItem]:
        """Return the items, the best first.

        Raises
        ------
        LibraryError
            If it cannot be read now.
        """
