"""A project's files with the facts read from them; a file that has not changed is read once."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Lock, local
from time import monotonic
from typing import NamedTuple

from citeloom.draft import readings
from citeloom.draft.building.tex_paths import TexPaths
from citeloom.draft.document import Bibliography, Document
from citeloom.draft.files import Files, OverlaidFiles, read_data
from citeloom.draft.kept_indexes import KeptIndexes
from citeloom.draft.library import Library
from citeloom.draft.readings import FileReading, OpenReading
from citeloom.draft.size_limits import LARGEST_KEPT
from citeloom.problem import InputError, UnreadError
from citeloom_latex.tex.facts import Wrapper

SECONDS_FAILED = 2.0
"""How long a large file that could not be read counts as such: then it is tried in a thread."""


class _Failure(NamedTuple):
    """Why a file in some state could not be read, and when."""

    state: object
    at: float
    error: InputError


class Sources(OverlaidFiles):
    """Files, and the documents and bibliographies that were read from them.

    A file that has not changed gives the same object again, with all that it has cached. All
    methods raise InputError if a file cannot be read. ``indexes`` are those of large .bib files.
    """

    def __init__(
        self,
        files: Files,
        tex_paths: TexPaths | None = None,
        indexes: KeptIndexes | None = None,
    ) -> None:
        super().__init__({}, files)
        self.tex_paths = tex_paths or TexPaths()
        self.indexes = indexes
        self._lock = Lock()
        self._read: dict[Path, FileReading | OpenReading] = {}
        self._failed: dict[Path, _Failure] = {}
        self._ahead: dict[Path, object] = {}
        """The files that are being read ahead from the disk."""
        self._added = 0
        self._library = Library(())
        self._thread = local()
        """What holds for the thread that asks alone: ``is_hurried`` within ``at_once``."""

    @classmethod
    def over(cls, files: Files) -> "Sources":
        """Return ``files`` if they are sources already, else new sources over them."""
        return files if isinstance(files, Sources) else cls(files)

    def tex(
        self,
        path: Path,
        commands: Sequence[str] = (),
        wrappers: Sequence[Wrapper] = (),
        short_verbs: str = "",
    ) -> Document:
        """Return a .tex file, read with these further cite commands, macros and short verbs."""
        return self._reading(path).tex((tuple(commands), tuple(wrappers), short_verbs))

    def bib(self, path: Path) -> Bibliography:
        is_hurried = getattr(self._thread, "is_hurried", False)
        reading = self._reading_at_once(path) if is_hurried else self._reading(path)
        return reading.bib(self.indexes)

    def _reading_at_once(self, path: Path) -> FileReading | OpenReading:
        """Return a reading; raise UnreadError if a .bib file is large and must be read."""
        state = self._disk.unread_state(path, readings.LARGE)
        if state is not None:
            failed = self._failed.get(path)
            if failed and failed.state == state and monotonic() - failed.at < SECONDS_FAILED:
                raise failed.error.with_traceback(None)
            text = (self, path, state)
            raise UnreadError(path, text, partial(self._read_ahead, path, text, state))
        reading = self._reading(path)
        if reading.takes_long:
            # Who asks while it is read waits for the same as who asked before it was.
            text_or_reading = self._ahead.get(path, reading)
            raise UnreadError(path, text_or_reading, partial(reading.read_ahead, self.indexes))
        return reading

    def _read_ahead(self, path: Path, text: object, state: object) -> None:
        """Read a .bib file from the disk, and what is asked for with it."""
        self._ahead[path] = text
        try:
            self._reading(path).read_ahead(self.indexes)
        except InputError as error:
            self._failed[path] = _Failure(state, monotonic(), error)
        finally:
            if self._ahead.get(path) is text:
                del self._ahead[path]

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Have ``bib`` raise UnreadError where this thread would read a large file."""
        before = getattr(self._thread, "is_hurried", False)
        self._thread.is_hurried = True
        try:
            yield
        finally:
            self._thread.is_hurried = before

    def note(self, path: Path) -> str | None:
        """Return the doubt about the encoding of a file that was read; None without one."""
        reading = self._read.get(path)
        return reading.note if reading else None

    def library(self, bibliographies: Sequence[Bibliography]) -> Library:
        """Return the library of these bibliographies; the last one again if it has the same."""
        last = self._library.bibliographies
        if len(last) != len(bibliographies) or any(
            before is not other for before, other in zip(last, bibliographies, strict=True)
        ):
            self._library = Library(bibliographies, self._library)
        return self._library

    def _reading(self, path: Path) -> FileReading | OpenReading:
        known, edited = self._read.get(path), self._disk.edited_text(path)
        if edited is not None:
            if isinstance(known, OpenReading):
                known.content = edited
                return known
            before = known.last_bib if known else None
            reading = OpenReading(path, edited, before)
            with self._lock:
                self._read[path] = reading
            return reading
        data = read_data(self._disk, path)
        self._failed.pop(path, None)
        if isinstance(known, FileReading) and (known.data is data or known.data == data):
            return known
        found = FileReading(path, data, known.last_bib if known else None)
        with self._lock:
            latest = self._read.pop(path, None)
            if isinstance(latest, FileReading) and latest.data == data:
                found = latest  # Another thread was faster, and may be reading it.
            else:
                self._added += len(data)
            self._read[path] = found
            if self._added > LARGEST_KEPT:
                self._added = self._forget_oldest(path)
        return found

    def _forget_oldest(self, latest: Path) -> int:
        """Forget the files that were read first; return how many bytes are kept."""
        sizes = {
            path: len(reading.data)
            for path, reading in self._read.items()
            if isinstance(reading, FileReading)
        }
        kept = sum(sizes.values())
        for path, size in sizes.items():
            if kept <= LARGEST_KEPT or path == latest:
                break
            kept -= size
            del self._read[path]
        return kept
