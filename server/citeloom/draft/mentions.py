"""The sentences of a draft that cite a paper."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakKeyDictionary

from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom.grounding.sentences import sentences
from citeloom.problem import Place
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation, Macro, TexFacts

AROUND = 2000

_sentences: WeakKeyDictionary[Document, dict[int, str | None]] = WeakKeyDictionary()
_COMMAND = re.compile(r"\\([A-Za-z@]+|.)")


@dataclass(frozen=True, slots=True)
class Mention:
    """A sentence of the draft as plain text, and where the citation in it stands."""

    sentence: str
    place: Place


def mentions(
    project: Project,
    keys: Collection[str],
    most: int | None = None,
    among: Collection[int] | None = None,
) -> tuple[Mention, ...]:
    """Return the first ``most`` sentences of the draft that cite one of ``keys``.

    ``among`` are the places of the citations, in the whole document, that count; None: all.
    """
    found: list[Mention] = []
    citing = {
        place.at: place
        for key in keys
        for document, citation, cited in project.citations_of(key)
        if cited.key == key
        for place in project.flow.places(document, citation)
    }
    for cited_at in (citing[at] for at in sorted(citing) if among is None or at in among):
        if most is not None and len(found) >= most:
            break
        if cited_at.citation.command == "nocite":
            continue
        document, start = cited_at.document, cited_at.citation.span.start
        known = _sentences.setdefault(document, {})
        if start not in known:
            known[start] = _sentence_at(*_around(document, start))
        sentence = known[start]
        if sentence is not None:
            mention = Mention(sentence, document.place(start))
            if mention not in found:
                found.append(mention)
    return tuple(found)


_Around = tuple[str, int, tuple[Citation, ...], tuple[Span, ...], tuple[tuple[str, str, str], ...]]
"""A part of a text and a place in it, with the facts and macros that its words depend on."""


def _around(document: Document, at: int) -> _Around:
    text, facts = document.text, document.facts
    start, end = max(0, at - AROUND), min(len(text), at + AROUND)
    part = text[start:end]
    first = bisect_left(facts.citations, start, key=lambda citation: citation.span.start)
    last = bisect_left(facts.citations, end, key=lambda citation: citation.span.start)
    citations = tuple([citation.moved(-start) for citation in facts.citations[first:last]])
    first = bisect_right(facts.skipped, start, key=lambda span: span.end)
    last = bisect_left(facts.skipped, end, key=lambda span: span.start)
    skipped = tuple([span.moved(-start) for span in facts.skipped[first:last]])
    used = set(_COMMAND.findall(part))
    macros = tuple(
        [
            (macro.name, macro.signature, macro.body.of(text))
            for macro in facts.macros
            if macro.name in used
        ]
    )
    return part, at - start, citations, skipped, macros


@lru_cache(maxsize=1000)
def _sentence_at(
    part: str,
    at: int,
    citations: tuple[Citation, ...],
    skipped: tuple[Span, ...],
    macros: tuple[tuple[str, str, str], ...],
) -> str | None:
    """Return the sentence at a place of a part of a text. Cached: hovers repeat the question."""
    text, defined = part, []
    for name, signature, body in macros:
        defined.append(Macro(name, signature, Span(len(text), len(text) + len(body))))
        text += body
    facts = TexFacts(citations=citations, skipped=skipped, macros=defined)
    shown = prose(text, Span(0, len(part)), facts)
    place = shown.at_source(at)
    for sentence in sentences(shown.text):
        if sentence.start <= place < sentence.end:
            return sentence.text
    return None
