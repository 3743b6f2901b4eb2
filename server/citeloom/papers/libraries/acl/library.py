"""The ACL Anthology's file as a library."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from citeloom.papers.libraries.acl.entries import read_papers
from citeloom.papers.libraries.port import LibraryItem

SOURCE = "acl"


@dataclass(frozen=True)
class AclAnthology:
    """The papers of the ACL Anthology, as its file says."""

    file: Path
    name: str = SOURCE

    @property
    def place(self) -> Path:
        return self.file

    @property
    def paths(self) -> Sequence[Path]:
        return ()

    def state(self) -> str:
        """Return a text that changes with the file, wherever it is moved; empty without one."""
        try:
            status = self.file.stat()
        except OSError:
            return ""
        return f"1 {status.st_size} {status.st_mtime_ns}"

    def may_read(self, _: Path) -> bool:
        """Tell that no file of an item is read: it names none."""
        return False

    def read(self) -> Iterator[LibraryItem]:
        """Yield the papers in the order of the file.

        Raises
        ------
        LibraryError
            If it cannot be read, or is damaged or something else.
        """
        for paper in read_papers(self.file):
            yield LibraryItem(paper)
