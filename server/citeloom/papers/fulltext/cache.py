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


VERSION = b"2\n"
"""Version 1 kept texts of files that projects attach under the names of papers."""


@dataclass(frozen=True)
class Kept:
    """The outcome of a search for a full text under its name, its day, and the licence if known.

    ``attached`` is the file of a project that it was read from, None for a text that is kept for
    all projects. ``library`` tells that it was read from a PDF of the user's own, ``source`` from
    which (``source_names.PDFS``); earlier versions did not say.
    """

    paper_id: str
    at: date
    search: TextSearch
    licence: str = ""
    attached: FileState | None = None
    library: bool = False
    source: str = ""

    @property
    def counts(self) -> bool:
        """Whether it may be read: an attached file must still be there and be the same."""
        if self.attached is not None:
            return self.attached.is_current
        is_read = self.search.text is not None
        return self.library or not (is_read and _is_local(self.search))


class FullTextCache:
    """A folder of full texts, private to the user: derived text, never the files it came from.

    Each file is written in one step, so that readers and other processes see it whole or not at
    all.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        _take_over(folder)

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
        for path in (*files, *self._files(".tmp"), self._folder / "version"):
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


@lru_cache(maxsize=100)
def _take_over(folder: Path) -> None:
    """Remove what an earlier version has kept of files that projects attach.

    It named no project. Texts of the user's own PDFs go too, and are read again.
    """
    mark = folder / "version"
    with contextlib.suppress(OSError):
        files = () if mark.exists() else sorted(folder.glob("*.json"))
        if files:
            for path in files:
                if (kept := _read(path)) is None or not kept.counts:
                    path.unlink(missing_ok=True)
            write_private(mark, VERSION)


def _is_local(search: TextSearch) -> bool:
    return bool(search.tried) and "://" not in search.tried[-1].source.address
