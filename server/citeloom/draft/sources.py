"""A project's texts with what was read of them; what has not changed is not read twice."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from citeloom.draft.document import Bibliography, Document
from citeloom.draft.files import Files, read_data
from citeloom.draft.library import Library
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.decode import Decoded, decode
from citeloom_latex.tex.facts import Wrapper
from citeloom_latex.tex.scan import scan_tex

MOST_READINGS = 4
"""Readings of one text that are kept: it may belong to several projects."""

_Macros = tuple[tuple[str, ...], tuple[Wrapper, ...]]


@dataclass
class _Kept:
    data: bytes
    decoded: Decoded
    documents: dict[_Macros, Document] = field(default_factory=dict)
    bibliography: Bibliography | None = None


class Sources:
    """Files, and the documents and bibliographies that were read from them.

    The same bytes of a file give the same object again, so that what was found out about it is
    still known. All methods raise InputError where a file cannot be read.
    """

    def __init__(self, files: Files) -> None:
        self.files = files
        self._kept: dict[Path, _Kept] = {}
        self._library = Library(())

    @classmethod
    def over(cls, files: Files) -> "Sources":
        """Return the sources themselves, or new ones over files."""
        return files if isinstance(files, Sources) else cls(files)

    def read(self, path: Path) -> bytes:
        """Return a file's bytes, or raise OSError."""
        return self.files.read(path)

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
        kept = self._current(path)
        macros = (tuple(commands), tuple(wrappers))
        if macros not in kept.documents:
            text, encoding = kept.decoded.text, kept.decoded.encoding
            facts = scan_tex(text, commands=macros[0], wrappers=macros[1])
            while len(kept.documents) >= MOST_READINGS:
                del kept.documents[next(iter(kept.documents))]
            kept.documents[macros] = Document(path, text, encoding, facts)
        return kept.documents[macros]

    def bib(self, path: Path) -> Bibliography:
        """Return a .bib file."""
        kept = self._current(path)
        if kept.bibliography is None:
            text = kept.decoded.text
            kept.bibliography = Bibliography(path, text, kept.decoded.encoding, scan_bib(text))
        return kept.bibliography

    def note(self, path: Path) -> str | None:
        """Return what was doubtful about the encoding of a file that was read."""
        return self._kept[path].decoded.note

    def library(self, bibliographies: Sequence[Bibliography]) -> Library:
        """Return the library of some bibliographies, the last one again where it is of these."""
        last = self._library.bibliographies
        if len(last) != len(bibliographies) or any(
            one is not other for one, other in zip(last, bibliographies, strict=True)
        ):
            self._library = Library(tuple(bibliographies))
        return self._library

    def _current(self, path: Path) -> _Kept:
        data = read_data(self.files, path)
        kept = self._kept.get(path)
        if kept is None or (kept.data is not data and kept.data != data):
            kept = self._kept[path] = _Kept(data, decode(data))
        return kept
