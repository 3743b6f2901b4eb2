"""Citation keys and where they stand: the one at a place, its entries, its citations, its name."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from citeloom.draft.document import Bibliography, Document, Source
from citeloom.draft.project import Project
from citeloom.problem import InputError
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span

_REFERRING = frozenset({"crossref", "xdata", "xref", "related", "entryset"})
_REFERRED = re.compile(r"[^\s,{}\"]+")
_NO_KEY = re.compile(r"[\s,{}%#\\~\"'()=]")


@dataclass(frozen=True, slots=True)
class KeyAt:
    """A citation key at a place; ``written`` is false where a macro stands for it."""

    key: str
    span: Span
    written: bool = True


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place at which a key stands."""

    source: Source
    span: Span


def key_at(source: Source, offset: int) -> KeyAt | None:
    """Return the key that stands at a place of a .tex or .bib file, or right before it.

    In a .bib file the whole head of an entry (``@article{key``) is a place of its key.
    """
    if isinstance(source, Bibliography):
        for entry in source.facts.entries:
            if entry.span.start <= offset <= entry.key_span.end and entry.key:
                return KeyAt(entry.key, entry.key_span)
        return None
    if not isinstance(source, Document):
        return None
    for citation in source.facts.citations:
        if citation.span.start <= offset <= citation.span.end:
            for cited in citation.keys:
                if cited.span.start <= offset <= cited.span.end and cited.key != "*":
                    return KeyAt(cited.key, cited.span, cited.written)
    for item in source.facts.bibitems:
        if item.key_span.start <= offset <= item.key_span.end:
            return KeyAt(item.key, item.key_span)
    return None


def definitions(project: Project, key: str) -> tuple[Occurrence, ...]:
    """Return where a key is defined: its entries, then its ``bibitem`` commands."""
    found = [
        Occurrence(project.bibliographies[one.file], one.entry.key_span)
        for one in project.entries
        if one.entry.key == key
    ]
    entry = project.entry(key)
    if not found and entry is not None:
        found = [Occurrence(project.bibliographies[entry.file], entry.entry.key_span)]
    found += [
        Occurrence(document, item.key_span)
        for document in project.documents.values()
        for item in document.facts.bibitems
        if item.key == key
    ]
    return tuple(found)


def citations(project: Project, key: str) -> tuple[Occurrence, ...]:
    """Return where a key is cited, file by file, ``\\nocite`` included."""
    return tuple(Occurrence(document, span) for document, span, _ in _cited(project, key))


def renamed(project: Project, key: str, new: str) -> Mapping[Path, tuple[Edit, ...]]:
    """Return the edits that give a key another name, in every file of the project.

    Raises
    ------
    InputError
        If the new name is no key or is taken, or a macro stands for the key somewhere.
    """
    if not new or _NO_KEY.search(new):
        raise InputError(f"'{new}' is no citation key", advice="use letters, digits and - : _ . /")
    taken = project.entry(new)
    if new != key and (definitions(project, new) and not _same(project, key, new)):
        where = "" if taken is None else f" ({taken.entry.type})"
        raise InputError(f"there is an entry '{new}' already{where}", advice="choose another key")
    entry = project.entry(key)
    if entry is not None and entry.entry.key.lower() != key.lower():
        raise InputError(
            f"'{key}' is another name of '{entry.entry.key}'", advice="change its field 'ids'"
        )
    edits: dict[Path, dict[Span, Edit]] = {}
    places = [(one.source, one.span, True) for one in definitions(project, key)]
    for source, span, written in [*places, *_referred(project, key), *_cited(project, key)]:
        if not written:
            raise InputError(
                f"a macro stands for '{key}'", source.place(span.start), "rename it by hand there"
            )
        edits.setdefault(source.path, {})[span] = Edit(span, new)
    return {path: tuple(found[span] for span in sorted(found)) for path, found in edits.items()}


def _same(project: Project, key: str, new: str) -> bool:
    """Tell whether two spellings mean one entry, so that a key may change its letter case."""
    return key.lower() == new.lower() and len(definitions(project, new)) < 2


def _referred(project: Project, key: str) -> Iterator[tuple[Source, Span, bool]]:
    """Yield where other entries name a key: in ``crossref`` and the like."""
    for bib in project.bibliographies:
        for entry in bib.facts.entries:
            for field in entry.fields:
                if field.name in _REFERRING:
                    start, value = field.value_start, field.value_span.of(bib.text)
                    for found in _REFERRED.finditer(value):
                        if found[0].lower() == key.lower():
                            yield bib, Span(start + found.start(), start + found.end()), True


def _cited(project: Project, key: str) -> Iterator[tuple[Source, Span, bool]]:
    entry = project.entry(key)
    for document, cited in project.citations_of.get(key.lower(), ()):
        if cited.key == key or (entry is not None and project.entry(cited.key) is entry):
            yield document, cited.span, cited.written
