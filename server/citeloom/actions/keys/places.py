"""The key at a place, and the places of a key: entries, citations, and all for a rename."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from citeloom.draft.document import Bibliography, Document, Source
from citeloom.draft.library import other_names
from citeloom.draft.project import Project
from citeloom.problem import InputError
from citeloom_latex.bib.entry import Entry
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.edit import Edit
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation, CitedKey

LONGEST_CITE = 20_000
"""Characters from the beginning of a cite command within which it is found."""

_REFERRING = frozenset({"crossref", "xdata", "xref", "related", "entryset"})
_OTHER_NAMES = frozenset({"ids"})
_NAMED = re.compile(r"[^\s,{}\"]+")
_NO_KEY = re.compile(r"[\s\x00-\x1f\x7f,{}%#\\~\"'()=@]|\A\*\Z")
_END_OF_ITEM = re.compile(r"\\(?:bibitem(?![A-Za-z])|end\s*\{\s*thebibliography)")


@dataclass(frozen=True, slots=True)
class KeyAt:
    """A citation key at a place; ``written`` is false where a macro produces it."""

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

    In a .bib file the whole head of an entry (``@article{key``) is a place of its key; keys in
    ``crossref`` and the like, and other names of an entry in ``ids``, count too.
    """
    if isinstance(source, Bibliography):
        return _key_in_bib(source, offset)
    if not isinstance(source, Document):
        return None
    for citation in citations_around(source, offset):
        if offset <= citation.span.end:
            for cited in citation.keys:
                if cited.span.start <= offset <= cited.span.end and cited.key != "*":
                    return KeyAt(cited.key, cited.span, cited.written)
    for item in source.facts.bibitems:
        if item.key_span.start <= offset <= item.key_span.end:
            return KeyAt(item.key, item.key_span)
    return None


def citations_around(document: Document, offset: int) -> Sequence[Citation]:
    """Return the cite commands that begin before a place, near enough to reach it, in order."""
    found = document.facts.citations
    first = bisect_left(found, offset - LONGEST_CITE, key=lambda occurrence: occurrence.span.start)
    last = bisect_right(found, offset, key=lambda occurrence: occurrence.span.start)
    return found[first:last]


def _key_in_bib(bib: Bibliography, offset: int) -> KeyAt | None:
    entry = bib.facts.entries.at(offset)
    if entry is None:
        return None
    if offset <= entry.key_span.end:
        return KeyAt(entry.key, entry.key_span) if entry.key else None
    for span in _keys_in_fields(bib, entry, _REFERRING | _OTHER_NAMES):
        if span.start <= offset <= span.end:
            return KeyAt(span.of(bib.characters), span)
    return None


def entry_at(project: Project, source: Source, offset: int) -> ResolvedEntry | None:
    """Return the entry whose head is at a place of a .bib file, even if it is a duplicate."""
    found = source.facts.entries.at(offset) if isinstance(source, Bibliography) else None
    if found is None or offset > found.key_span.end:
        return None
    return next(
        (
            entry
            for entry in project.library.entries_with(found.key)
            if entry.entry.start == found.start and project.bibliographies[entry.file] is source
        ),
        None,
    )


def definitions(project: Project, key: str) -> tuple[Occurrence, ...]:
    """Return where a key is defined: its entries, then its ``bibitem`` commands."""
    found = [
        Occurrence(project.bibliographies[entry.file], entry.entry.key_span)
        for entry in project.library.entries_with(key)
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


def bibitem(project: Project, key: str) -> str:
    """Return the plain text of a key's ``bibitem``; empty where there is none."""
    for document in project.documents.values():
        for item in document.facts.bibitems:
            if item.key == key:
                end = _END_OF_ITEM.search(document.text, item.span.end)
                stop = len(document.text) if end is None else end.start()
                shown = prose(document.text, Span(item.span.end, stop), document.facts)
                return " ".join(shown.text.split())
    return ""


def citations(project: Project, key: str) -> tuple[Occurrence, ...]:
    """Return where the paper of a key is cited, by any of its names, ``\\nocite`` included."""
    return tuple(Occurrence(document, cited.span) for document, cited in _cited_keys(project, key))


def spellings(project: Project, key: str) -> frozenset[str]:
    """Return the key and all other keys by which the draft cites its paper."""
    return frozenset({key, *(cited.key for _, cited in _cited_keys(project, key))})


def mentions_in_entries(project: Project, key: str) -> tuple[Occurrence, ...]:
    """Return where other entries name a key: in ``crossref``, ``xdata`` and the like."""
    return tuple(
        Occurrence(bib, span)
        for bib, span in _named_in_bibs(project, _REFERRING)
        if span.of(bib.characters).lower() == key.lower()
    )


def rename_edits(project: Project, key: str, new: str) -> Mapping[Path, tuple[Edit, ...]]:
    """Return the edits that give a key another name, in every file of the project.

    Where the key is another name of an entry (biblatex' ``ids``), that name alone changes.

    Raises
    ------
    InputError
        If the new name is no key or is taken, if the key is nowhere defined, or if a macro
        stands for it somewhere.
    """
    if not new or _NO_KEY.search(new):
        raise InputError(
            f"'{new}' is not a valid citation key", advice="use letters, digits and - : _ . /"
        )
    taken = project.entry(new)
    if new != key and (definitions(project, new) and not _same(project, key, new)):
        where = "" if taken is None else f" ({taken.entry.type})"
        raise InputError(f"an entry '{new}' already exists{where}", advice="choose another key")
    entry = project.entry(key)
    if entry is not None and entry.entry.key.lower() != key.lower():
        own = [
            Occurrence(bib, span)
            for bib, span in _named_in_bibs(project, _OTHER_NAMES)
            if span.of(bib.characters) == key
        ]
    else:
        own = list(definitions(project, key))
    edits: dict[Path, dict[Span, Edit]] = {}
    for occurrence in (*own, *mentions_in_entries(project, key)):
        edits.setdefault(occurrence.source.path, {})[occurrence.span] = Edit(occurrence.span, new)
    for document, cited in _cited_keys(project, key):
        if cited.key.lower() != key.lower():
            continue
        if not cited.written:
            place = document.place(cited.span.start)
            raise InputError(f"'{key}' comes from a macro here", place, "rename it there by hand")
        edits.setdefault(document.path, {})[cited.span] = Edit(cited.span, new)
    return {path: tuple(found[span] for span in sorted(found)) for path, found in edits.items()}


def _same(project: Project, key: str, new: str) -> bool:
    """Tell whether two spellings mean the same entry, so that a key may change its letter case."""
    return key.lower() == new.lower() and len(definitions(project, new)) < 2


def _named_in_bibs(project: Project, fields: frozenset[str]) -> Iterator[tuple[Bibliography, Span]]:
    for entry in project.library.entries_naming_keys():
        if not fields.isdisjoint(entry.values):
            bib = project.bibliographies[entry.file]
            for span in _keys_in_fields(bib, entry.entry, fields):
                yield bib, span


def _keys_in_fields(bib: Bibliography, entry: Entry, fields: frozenset[str]) -> Iterator[Span]:
    """Yield the spans of the keys in some fields of an entry."""
    for field in entry.fields:
        if field.name in fields:
            value = bib.characters[field.value_start : field.value_end]
            for found in _NAMED.finditer(value):
                yield Span(*found.span()).moved(field.value_start)


def _cited_keys(project: Project, key: str) -> Iterator[tuple[Document, CitedKey]]:
    entry = project.entry(key)
    names = {key.lower()}
    if entry is not None:
        names |= {entry.entry.key.lower(), *map(str.lower, other_names(entry))}
    found = [place for name in sorted(names) for place in project.citations_of(name)]
    order = {path: number for number, path in enumerate(project.documents)}
    for document, _, cited in sorted(
        found, key=lambda place: (order[place[0].path], place[2].span)
    ):
        if cited.key == key or (entry is not None and project.entry(cited.key) is entry):
            yield document, cited
