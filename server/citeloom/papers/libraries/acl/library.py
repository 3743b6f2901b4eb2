"""The ACL Anthology's file as a library."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from citeloom.papers.libraries.acl.entries import read_papers
from citeloom.papers.libraries.port import Library, LibraryItem

SOURCE = "acl"


@dataclass(frozen=True)
class AclAnthology(Library):
    """The papers of the ACL Anthology, as its file says."""

    file: Path
    name: str = SOURCE

    @property
    def place(self) -> Path:
        return self.file

    def state(self) -> str:
        """Return a text that changes with the file, wherever it is moved; empty without one."""
        try:
            status = self.file.stat()
        except OSError:
            return ""
        return f"1 {status.st_size} {status.st_mtime_ns}"

    def read(self) -> Iterator[LibraryItem]:
        """Yield the papers in the order of the file.

        Raises
        ------
        LibraryError
            If it cannot be read, or is damaged or something else.
        """
        for paper in read_papers(self.file):
            yield LibraryItem(paper)
