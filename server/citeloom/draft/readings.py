"""The facts read from one file: from its bytes, or from the text that an editor holds."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from citeloom.draft.cited_keys import CitedKeys
from citeloom.draft.document import Bibliography, Document
from citeloom.draft.kept_indexes import KeptIndexes
from citeloom.draft.room import check_bib, check_tex
from citeloom_latex.bib.scan import facts_of, read_parts
from citeloom_latex.bib.text import BibText
from citeloom_latex.edit import Edit
from citeloom_latex.file_encoding import decode
from citeloom_latex.lined import LinedText
from citeloom_latex.tex.facts import Wrapper
from citeloom_latex.tex.scan import scan_tex
from citeloom_latex.tex.text import TexText

MOST_KEPT = 8
"""Readings of one text that are kept: with the macros found so far, and for several projects."""

_UNCHECKED = 10_000
"""Characters that are added to an open .bib before it is checked for size again."""

Macros = tuple[tuple[str, ...], tuple[Wrapper, ...], str]
"""Further cite commands, and macros and short verbs that are defined elsewhere."""


_T = TypeVar("_T")


class FileReading:
    """The facts read from a file's bytes."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.data = data
        decoded = decode(data)
        self.note = decoded.note
        self._path = path
        self._content = LinedText(decoded.text)
        self._encoding = decoded.encoding
        self._documents: dict[Macros, Document] = {}
        self._bibliography: Bibliography | None = None

    def tex(self, macros: Macros) -> Document:
        if macros not in self._documents:
            check_tex(self._path, self._content.text)
            commands, wrappers, short_verbs = macros
            facts = scan_tex(
                self._content.text, commands=commands, wrappers=wrappers, short_verbs=short_verbs
            )
            cited = CitedKeys(facts.citations)
            document = Document(self._path, self._content, self._encoding, facts, cited)
            _keep(self._documents, macros, document)
        return self._documents[macros]

    def bib(self, indexes: KeptIndexes | None = None) -> Bibliography:
        if self._bibliography is None:
            text = self._content.text
            check_bib(self._path, text)
            encoded = self.data if self._encoding == "utf-8" else None
            parts = indexes.parts(self._path, text, encoded) if indexes else read_parts(text)
            facts = facts_of(text, parts)
            self._bibliography = Bibliography(self._path, self._content, self._encoding, facts)
        return self._bibliography


@dataclass(frozen=True)
class _OpenTex:
    text: TexText
    document: Document


@dataclass(frozen=True)
class _OpenBib:
    text: BibText
    bibliography: Bibliography


class OpenReading:
    """The facts read from a text that is being edited; only what has changed is read again.

    ``content`` is the current text; each reading catches up with it when it is asked for.
    """

    note = None

    def __init__(self, path: Path, content: LinedText) -> None:
        self.content = content
        self._path = path
        self._documents: dict[Macros, _OpenTex] = {}
        self._bibliography: _OpenBib | None = None
        self._unchecked = 0

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

    def bib(self, indexes: KeptIndexes | None = None) -> Bibliography:
        content, known = self.content, self._bibliography
        if known is None:
            self._unchecked = 0
            check_bib(self._path, content.text)
            text = BibText.of(
                content.text, indexes.parts(self._path, content.text) if indexes else None
            )
        elif known.bibliography.content is content:
            return known.bibliography
        else:
            edit = content.edit_of(known.bibliography.content)
            self._check_edit(edit)
            text = known.text.replaced(edit.span, edit.new_text)
        bibliography = Bibliography(self._path, content, "utf-8", text.facts)
        self._bibliography = _OpenBib(text, bibliography)
        return bibliography

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
