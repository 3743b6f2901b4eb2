"""A library of the user's own."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from citeloom.papers.paper import Paper


class LibraryError(Exception):
    """A library cannot be read now; the message says why, for users."""


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

    def state(self) -> str:
        """Return a text that changes with the library's files; empty where there is no library.

        Raises
        ------
        LibraryError
            If they cannot be looked at.
        """

    def may_read(self, file: Path) -> bool:
        """Tell whether a file of an item leads to where the library has its files."""

    def read(self) -> Iterable[LibraryItem]:
        """Return the items, the best first.

        Raises
        ------
        LibraryError
            If it cannot be read now.
        """


@dataclass(frozen=True)
class KeptLibrary:
    """Papers in a file that Citeloom keeps, by two functions of it: they name no files.

    ``state_of`` and ``papers_of`` are what `Library` calls ``state`` and ``read``.
    """

    name: str
    place: Path
    state_of: Callable[[Path], str]
    papers_of: Callable[[Path], Iterable[Paper]]
    paths: Sequence[Path] = ()

    def state(self) -> str:
        return self.state_of(self.place)

    def may_read(self, _: Path) -> bool:
        return False

    def read(self) -> Iterable[LibraryItem]:
        return map(LibraryItem, self.papers_of(self.place))
