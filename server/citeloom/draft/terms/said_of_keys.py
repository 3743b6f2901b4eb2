"""The terms that a draft uses of each key: those of the sentences that cite it."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from citeloom.draft.document import Document, Stretch
from citeloom.draft.entry_search import fold
from citeloom.draft.project import Project
from citeloom.draft.terms.entry_terms import text_terms
from citeloom_latex.spans import Span

BEFORE, AFTER = 300, 200
"""Characters around a cite command in which its sentence is looked for."""

_LAST_END = re.compile(r"(?s).*(?:[.!?][)\"'}]*\s+(?=[A-Z\\]|\Z)|\n[ \t]*\r?\n)")
_FIRST_END = re.compile(r"[.!?][)\"'}]*(?:\s|$)|\n[ \t]*\r?\n")
_NO_WORDS = re.compile(
    r"(?<!\\)%[^\n]*|\\[A-Za-z]*cite[A-Za-z]*\*?(?:\s*\[[^\]]*\])*\s*\{[^}]*\}?"
    r"|\\(?:label|\w*ref|url|href|begin|end|documentclass|usepackage|input|include|import|bibliography"
    r"|bibliographystyle|addbibresource|includegraphics)\*?(?:\s*\[[^\]]*\])*\s*\{[^}]*\}?"
    r"|\$[^$]*\$|\\[A-Za-z@]+\*?"
)


@dataclass(frozen=True, slots=True)
class CitingTerms:
    """A cite command: where it begins in its stretch as it was read, its keys, what is said."""

    at: int
    keys: tuple[str, ...]
    terms: frozenset[str]


class StretchTerms:
    """The cite commands of a stretch of a text, with the terms of their sentences."""

    def __init__(self, commands: tuple[CitingTerms, ...]) -> None:
        self.commands = commands

    def reaches(self, start: int, end: int) -> bool:
        """Tell whether a range, as offsets of when it was read, may hold one of its commands."""
        return bool(self.commands) and self.commands[0].at < end and start <= self.commands[-1].at

    @cached_property
    def keys_with(self) -> Mapping[str, Collection[str]]:
        """The keys, in lower case, that each term is said of."""
        return _keys_with(self.commands)


_known: WeakKeyDictionary[Stretch, StretchTerms] = WeakKeyDictionary()


def index_sentences(project: Project) -> None:
    """Read the sentences that cite; an edit has those of its stretch read again."""
    for document in project.documents.values():
        for said, _ in _stretches(document):
            assert said.keys_with is not None


def keys_said_with(
    project: Project, terms: Collection[str], document: Document, apart: Span
) -> Mapping[str, Collection[str]]:
    """Return for each of some terms the keys, in lower case, that the draft says it of.

    What stands at ``apart`` in the document does not count.
    """
    found: dict[str, set[str]] = {}
    for other in project.documents.values():
        for said, by in _stretches(other):
            keys_with = said.keys_with
            if other is document and said.reaches(apart.start - by, apart.end - by):
                left = [cite for cite in said.commands if not apart.holds(cite.at + by)]
                if len(left) < len(said.commands):
                    keys_with = _keys_with(left)
            for term in terms & keys_with.keys():
                found.setdefault(term, set()).update(keys_with[term])
    return found


def _keys_with(commands: Collection[CitingTerms]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for command in commands:
        for term in command.terms:
            found.setdefault(term, set()).update(command.keys)
    return found


def _stretches(document: Document) -> Iterator[tuple[StretchTerms, int]]:
    """Yield the stretches of a document, and how far each has moved since it was read."""
    first = 0
    citations = document.facts.citations
    for stretch in document.cited_keys.stretches:
        count = len(stretch.citations)
        if not count:
            continue
        start = citations[first].span.start
        said = _known.get(stretch)
        if said is None:
            said = _known[stretch] = _terms_of(document, first, stretch)
        first += count
        yield said, start - stretch.citations[0].span.start


def _terms_of(document: Document, first: int, stretch: Stretch) -> StretchTerms:
    citations = document.facts.citations[first : first + len(stretch.citations)]
    return StretchTerms(
        tuple(
            CitingTerms(
                read.span.start,
                tuple(key.key.lower() for key in citation.keys),
                source_terms(sentence_around(document.text, citation.span).of(document.text)),
            )
            for citation, read in zip(citations, stretch.citations, strict=True)
            if citation.placed_keys and citation.command != "nocite"
        )
    )


def sentence_around(text: str, span: Span) -> Span:
    """Return the range of the sentence around a range of a LaTeX text, found by its signs alone."""
    start = max(0, span.start - BEFORE)
    if ended := _LAST_END.match(text, start, span.start):
        start = ended.end()
    ended = _FIRST_END.search(text, span.end, span.end + AFTER)
    return Span(start, ended.start() if ended else min(len(text), span.end + AFTER))


def source_terms(source: str) -> frozenset[str]:
    """Return the terms of a piece of LaTeX, without its commands, keys and formulas."""
    return text_terms(fold(_NO_WORDS.sub(" ", source)))


def source_names(source: str) -> frozenset[str]:
    """Return those terms of a piece of LaTeX that begin with a capital, as names do."""
    words = _NO_WORDS.sub(" ", source).split()
    return text_terms(fold(" ".join(word for word in words if word.lstrip("({[`'")[:1].isupper())))
