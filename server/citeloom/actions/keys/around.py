"""What stands around a cite command: the words near it and the keys that are cited beside it."""

import re
from bisect import bisect_left
from dataclasses import dataclass

from citeloom.draft.document import Document
from citeloom.draft.terms.said_of_keys import sentence_around, source_names, source_terms
from citeloom_latex.spans import Span

FARTHEST = 1500
"""Characters of a paragraph that count on each side."""

_BLANK_LINE = re.compile(r"\n[ \t]*\r?\n")
_PARAGRAPH_START = re.compile(r"(?s).*\n[ \t]*\r?\n")


@dataclass(frozen=True, slots=True)
class Around:
    """The terms around a cite command, by nearness, and the keys near it in lower case.

    ``names`` are those of the sentence before it that begin with a capital; ``near`` are those
    right before it, or behind one that begins its sentence. ``others`` are the other keys of
    the command, ``beside`` those of the rest of its paragraph.
    """

    names: frozenset[str]
    near: frozenset[str]
    sentence: frozenset[str]
    paragraph: frozenset[str]
    others: frozenset[str]
    beside: frozenset[str]
    command: Span
    sentence_span: Span


def around(document: Document, command: Span, others: tuple[str, ...]) -> Around:
    """Return what stands around a cite command that holds these other keys."""
    text, facts = document.text, document.facts
    paragraph = _paragraph_around(text, command)
    sentence = sentence_around(text, command)
    first = bisect_left(facts.citations, paragraph.start, key=lambda cite: cite.span.start)
    last = bisect_left(facts.citations, paragraph.end, key=lambda cite: cite.span.start)
    cites = [cite for cite in facts.citations[first:last] if cite.span.start != command.start]
    spans = [cite.span for cite in cites if sentence.start <= cite.span.start < sentence.end]
    return Around(
        source_names(text[sentence.start : command.start]),
        _terms_near(text, sentence, command, spans),
        _terms_beside(text, sentence, command),
        _terms_beside(text, paragraph, command),
        frozenset(key.lower() for key in others),
        frozenset(key.key.lower() for cite in cites for key in cite.keys),
        command,
        sentence,
    )


def _terms_near(text: str, sentence: Span, command: Span, cites: list[Span]) -> frozenset[str]:
    """Return the terms from the cite command before up to this one; else those behind it.

    A command right before another one shares its terms.
    """
    end = command.start
    for cite in reversed([cite for cite in cites if cite.end <= command.start]):
        if found := source_terms(text[cite.end : end]):
            return found
        end = cite.start
    if found := source_terms(text[sentence.start : end]):
        return found
    behind = (cite.start for cite in cites if cite.start >= command.end)
    return source_terms(text[command.end : min(behind, default=sentence.end)])


def _terms_beside(text: str, span: Span, command: Span) -> frozenset[str]:
    before, after = text[span.start : command.start], text[command.end : span.end]
    return source_terms(before) | source_terms(after)


def _paragraph_around(text: str, span: Span) -> Span:
    start, end = max(0, span.start - FARTHEST), min(len(text), span.end + FARTHEST)
    if before := _PARAGRAPH_START.match(text, start, span.start):
        start = before.end()
    after = _BLANK_LINE.search(text, span.end, end)
    return Span(start, after.start() if after else end)
