"""The facts read from one file: from its bytes, or from the text that an editor holds."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TypeVar

from citeloom.draft.document import Bibliography, CitedKeys, Document
from citeloom.draft.kept_indexes import KeptIndexes
from citeloom.draft.size_limits import check_bib, check_tex
from citeloom.problem import InputError
from citeloom_latex.bib.scan import facts_of, read_parts
from citeloom_latex.bib.stored_parts import ReadPart
from citeloom_latex.bib.text import BibText
from citeloom_latex.edit import Edit, difference
from citeloom_latex.file_encoding import Decoded, decode
from citeloom_latex.lined import LinedText
from citeloom_latex.tex.facts import Wrapper
from citeloom_latex.tex.scan import scan_tex
from citeloom_latex.tex.text import TexText

MOST_KEPT = 8
"""Readings of one text that are kept: with the macros found so far, and for several projects."""

LARGE = 1_000_000
"""Bytes or characters from which to read a .bib takes longer than an answer may."""

_UNCHECKED = 10_000
"""Characters that are added to an open .bib before it is checked for size again."""

Macros = tuple[tuple[str, ...], tuple[Wrapper, ...], str]
"""Further cite commands, and macros and short verbs that are defined elsewhere."""


_T = TypeVar("_T")


class TextReading(ABC):
    """What is read of one text. A .bib may be read in a thread, while others ask for it.

    ``before`` is what was read of a .bib before: what has not changed is not read again.
    """

    def __init__(self, path: Path, before: Bibliography | None = None) -> None:
        self._path = path
        self._before = before
        self._reads_bib = Lock()
        self._was_tried = False
        self._reads_ahead = False

    @property
    @abstractmethod
    def note(self) -> str | None:
        """The doubt about the encoding; None without one."""

    @abstractmethod
    def tex(self, macros: Macros) -> Document:
        """Return the facts of a LaTeX text."""

    def bib(self, indexes: KeptIndexes | None = None) -> Bibliography:
        """Return the facts of a BibTeX text."""
        with self._reads_bib:
            return self._bib(indexes)

    def read_ahead(self, indexes: KeptIndexes | None = None) -> None:
        """Read what ``bib`` returns, and what is asked for with it.

        A text that cannot be read counts as read: ``bib`` says why.
        """
        self._reads_ahead = True
        try:
            with suppress(InputError):
                bibliography = self.bib(indexes)
                bibliography.facts.look_through()
                assert bibliography.lines is not None
        finally:
            self._was_tried = True
            self._reads_ahead = False

    @property
    def takes_long(self) -> bool:
        """Whether it would take ``bib`` long to answer, as nobody has read a large text ahead."""
        if self._size < LARGE or self._was_tried:
            return False
        return self._reads_ahead or self.last_bib is None

    @abstractmethod
    def _bib(self, indexes: KeptIndexes | None) -> Bibliography: ...

    def _changed(self, text: str) -> BibText | None:
        """Return a text as a change of the one before it, once; None where nothing was before."""
        before, self._before = self._before, None
        if before is None:
            return None
        edit = difference(before.text, text)
        return BibText.of_facts(before.text, before.facts).replaced(edit.span, edit.new_text)

    @property
    @abstractmethod
    def last_bib(self) -> Bibliography | None:
        """What ``bib`` has returned, of this text or of one before an edit."""

    @property
    @abstractmethod
    def _size(self) -> int: ...


class FileReading(TextReading):
    """The facts read from a file's bytes."""

    def __init__(self, path: Path, data: bytes, before: Bibliography | None = None) -> None:
        super().__init__(path, before)
        self.data = data
        self._documents: dict[Macros, Document] = {}
        self._bibliography: Bibliography | None = None

    @property
    def note(self) -> str | None:
        return self._decoded.note

    @cached_property
    def _decoded(self) -> Decoded:
        return decode(self.data)

    @cached_property
    def _content(self) -> LinedText:
        return LinedText(self._decoded.text)

    def tex(self, macros: Macros) -> Document:
        if macros not in self._documents:
            check_tex(self._path, self._content.text)
            commands, wrappers, short_verbs = macros
            facts = scan_tex(
                self._content.text, commands=commands, wrappers=wrappers, short_verbs=short_verbs
            )
            cited = CitedKeys(facts.citations)
            document = Document(self._path, self._content, self._decoded.encoding, facts, cited)
            _keep(self._documents, macros, document)
        return self._documents[macros]

    def _bib(self, indexes: KeptIndexes | None) -> Bibliography:
        if self._bibliography is None:
            text, encoding = self._content.text, self._decoded.encoding
            check_bib(self._path, text)
            encoded = self.data if encoding == "utf-8" else None
            if (changed := self._changed(text)) is not None:
                parts: Sequence[ReadPart] = changed.read_parts
            elif indexes:
                parts = indexes.parts(self._path, text, encoded)
            else:
                parts = read_parts(text)
            facts = facts_of(text, parts)
            self._bibliography = Bibliography(self._path, self._content, encoding, facts)
        return self._bibliography

    @property
    def last_bib(self) -> Bibliography | None:
        return self._bibliography

    @property
    def _size(self) -> int:
        return len(self.data)


@dataclass(frozen=True)
class _OpenTex:
    text: TexText
    document: Document


@dataclass(frozen=True)
class _OpenBib:
    text: BibText
    bibliography: Bibliography


class OpenReading(TextReading):
    """The facts read from a text that is being edited; only what has changed is read again.

    ``content`` is the current text; each reading catches up with it when it is asked for.
    """

    def __init__(self, path: Path, content: LinedText, before: Bibliography | None = None) -> None:
        super().__init__(path, before)
        self.content = content
        self._documents: dict[Macros, _OpenTex] = {}
        self._bibliography: _OpenBib | None = None
        self._unchecked = 0

    @property
    def note(self) -> str | None:
        return None

    def tex(self, macros: Macros) -> Document:
        content, known = self.content, self._documents.get(macros)
        if known is None or known.document.content is not content:
            check_tex(self._path, content.text)
        if known is None:
            commands, wrappers, short_verbs = macros
            text = TexText.of(
                content.text, commands=commands, wrappers=wrappers, short_verbs=short_verbs
            )
        elif known.document.content is content:
            return known.document
        else:
            edit = content.edit_of(known.document.content)
            text = known.text.replaced(edit.span, edit.new_text)
        facts = text.facts
        cited = CitedKeys(facts.citations, None if known is None else known.document.cited_keys)
        document = Document(self._path, content, "utf-8", facts, cited)
        _keep(self._documents, macros, _OpenTex(text, document))
        return document

    def _bib(self, indexes: KeptIndexes | None) -> Bibliography:
        content, known = self.content, self._bibliography
        if known is None:
            self._unchecked = 0
            check_bib(self._path, content.text)
            changed = self._changed(content.text)
            if changed is not None:
                text = changed
            else:
                parts = indexes.parts(self._path, content.text) if indexes else None
                text = BibText.of(content.text, parts)
        elif known.bibliography.content is content:
            return known.bibliography
        else:
            edit = content.edit_of(known.bibliography.content)
            self._check_edit(edit)
            text = known.text.replaced(edit.span, edit.new_text)
        bibliography = Bibliography(self._path, content, "utf-8", text.facts)
        self._bibliography = _OpenBib(text, bibliography)
        return bibliography

    @property
    def last_bib(self) -> Bibliography | None:
        return self._bibliography.bibliography if self._bibliography else None

    @property
    def takes_long(self) -> bool:
        return super().takes_long and self._before is None

    @property
    def _size(self) -> int:
        return len(self.content.characters)

    def _check_edit(self, edit: Edit) -> None:
        """Check whether a .bib holds too much, once enough was added: it takes long to count."""
        self._unchecked += len(edit.new_text)
        if self._unchecked > _UNCHECKED:
            check_bib(self._path, self.content.text)
            self._unchecked = 0


def _keep(kept: dict[Macros, _T], macros: Macros, reading: _T) -> None:
    kept.pop(macros, None)
    while len(kept) >= MOST_KEPT:
        del kept[next(iter(kept))]
    kept[macros] = reading
