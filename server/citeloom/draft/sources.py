"""A project's texts with what was read of them; what has not changed is not read twice."""

from collections.abc import Sequence
from pathlib import Path

from citeloom.draft.document import Bibliography, Document
from citeloom.draft.files import Files, read_data
from citeloom.draft.library import Library
from citeloom.draft.readings import FileReading, OpenReading
from citeloom_latex.lined import LinedText
from citeloom_latex.tex.facts import Wrapper


class Sources:
    """Files, and the documents and bibliographies that were read from them.

    What has not changed gives the same object again, so that what was found out about it is still
    known. All methods raise InputError where a file cannot be read.
    """

    def __init__(self, files: Files) -> None:
        self.files = files
        self._read: dict[Path, FileReading | OpenReading] = {}
        self._library = Library(())

    @classmethod
    def over(cls, files: Files) -> "Sources":
        """Return the sources themselves, or new ones over files."""
        return files if isinstance(files, Sources) else cls(files)

    def read(self, path: Path) -> bytes:
        """Return a file's bytes, or raise OSError."""
        return self.files.read(path)

    def edited(self, path: Path) -> LinedText | None:
        """Return the text of a document that is open in an editor; None for any other file."""
        return self.files.edited(path)

    def is_file(self, path: Path) -> bool:
        """Tell whether there is such a file."""
        return self.files.is_file(path)

    def named(self, folder: Path, suffix: str) -> Sequence[Path]:
        """Return the files of a folder (not below it) with that suffix, sorted."""
        return self.files.named(folder, suffix)

    def tex(
        self, path: Path, commands: Sequence[str] = (), wrappers: Sequence[Wrapper] = ()
    ) -> Document:
        """Return a .tex file as read with these further cite commands and macros."""
        return self._reading(path).tex((tuple(commands), tuple(wrappers)))

    def bib(self, path: Path) -> Bibliography:
        """Return a .bib file."""
        return self._reading(path).bib()

    def note(self, path: Path) -> str | None:
        """Return what was doubtful about the encoding of a file that was read."""
        return self._read[path].note

    def library(self, bibliographies: Sequence[Bibliography]) -> Library:
        """Return the library of some bibliographies, the last one again where it is of these."""
        last = self._library.bibliographies
        if len(last) != len(bibliographies) or any(
            before is not other for before, other in zip(last, bibliographies, strict=True)
        ):
            self._library = Library(bibliographies, self._library)
        return self._library

    def _reading(self, path: Path) -> FileReading | OpenReading:
        known, edited = self._read.get(path), self.files.edited(path)
        if edited is not None:
            if isinstance(known, OpenReading):
                known.content = edited
                return known
            self._read[path] = reading = OpenReading(path, edited)
            return reading
        data = read_data(self.files, path)
        if isinstance(known, FileReading) and (known.data is data or known.data == data):
            return known
        self._read[path] = found = FileReading(path, data)
        return found
