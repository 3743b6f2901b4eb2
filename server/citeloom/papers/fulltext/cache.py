"""Full texts kept on disk, one file for each: for all projects, or for the file of one."""

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from citeloom.keeping.private import write_private
from citeloom.keeping.reading import read_file
from citeloom.papers.file_state import FileState
from citeloom.papers.fulltext.cache_names import TextName
from citeloom.papers.fulltext.fetch import TextSearch
from citeloom.papers.identity import short_hash

_ATTACHED = "-attached"

LARGEST = 20_000_000
"""Bytes of one full text; a larger one is not kept."""


@dataclass(frozen=True)
class Kept:
    """The outcome of a search for a full text under its name, and its day.

    ``attached`` is the file of a project that it was read from, None for a text that is kept for
    all projects. ``source`` is which of the user's own PDFs it was read from
    (``source_names.PDFS``), empty for one of the network.
    """

    # An earlier version called it `at`, and kept texts of projects' files for all: none is read.
    paper_id: str
    day: date
    search: TextSearch
    attached: FileState | None = None
    source: str = ""

    @property
    def counts(self) -> bool:
        """Whether it may be read: an attached file must still be there and be the same."""
        return self.attached is None or self.attached.is_current


class FullTextCache:
    """A folder of full texts, private to the user: derived text, never the files it came from.

    Each file is written in one step, so that readers and other processes see it whole or not at
    all.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, paper_id: str) -> Kept | None:
        """Return what is kept of a paper; None where nothing is, or what is cannot be read."""
        kept = _read(self._file(paper_id))
        return kept if kept is not None and kept.paper_id == paper_id and kept.counts else None

    def version(self, paper_id: str) -> str:
        """Return a text that changes whenever the kept file of a paper changes; empty without."""
        try:
            found = self._file(paper_id).stat()
        except OSError:
            return ""
        return f"{found.st_mtime_ns}-{found.st_size}"

    def first_kept(self, names: Iterable[TextName]) -> TextName | None:
        """Return the first of some names that something is kept under; None without one."""
        return next((name for name in names if self.version(name.name)), None)

    def form(self, paper_id: str) -> str:
        """Return the form of a paper's kept full text; empty without one.

        A file that has not changed is not read again.
        """
        version = self.version(paper_id)
        return _form(self._folder, paper_id, version) if version else ""

    def put(self, kept: Kept) -> bool:
        """Keep what came of a search in place of what was kept before; False if it is too large.

        Raises
        ------
        OSError
            If it cannot be written; what was kept before is as it was.
        """
        data = _KEPT.dump_json(kept)
        if len(data) > LARGEST:
            return False
        write_private(self._file(kept.paper_id), data)
        return True

    def forget_gone(self) -> None:
        """Remove the texts of attached files that are gone or have changed."""
        for path in self._files(f"{_ATTACHED}.json"):
            if (kept := _read(path)) is None or not kept.counts:
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)

    def size(self) -> tuple[int, int]:
        """Return how many full texts there are, and how many bytes they take."""
        sizes = [path.stat().st_size for path in self._files(".json")]
        return len(sizes), sum(sizes)

    def clear(self) -> int:
        """Remove all full texts, half-written ones too; return how many there were."""
        files = self._files(".json")
        for path in (*files, *self._files(".tmp")):
            path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._folder.rmdir()
        return len(files)

    def _file(self, paper_id: str) -> Path:
        kind = _ATTACHED if paper_id.startswith("file:") else ""
        return self._folder / f"{short_hash(paper_id)}{kind}.json"

    def _files(self, suffix: str) -> list[Path]:
        return sorted(self._folder.glob(f"*{suffix}")) if self._folder.is_dir() else []


@lru_cache(maxsize=10_000)
def _form(folder: Path, paper_id: str, _version: str) -> str:
    kept = FullTextCache(folder).get(paper_id)
    return str(kept.search.text.form) if kept and kept.search.text else ""


_KEPT = TypeAdapter(Kept)


def _read(path: Path) -> Kept | None:
    try:
        return _KEPT.validate_json(read_file(path, LARGEST))
    except (OSError, ValidationError):
        return None
