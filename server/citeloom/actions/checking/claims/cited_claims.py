"""What each sentence of a draft claims, and by which citation."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom.draft.section_paragraphs import paragraph_span
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.words import words
from citeloom.placing.standing_paragraphs import standing_paragraphs
from citeloom_latex.prose.beside import texts_beside
from citeloom_latex.spans import Span

_MARK = re.compile(r"\s*\[((?:@[^\];]+;?\s*)+)\]")
_OTHER_MARK = re.compile(r"\s*\[ref\]")
_SPACE_BEFORE = re.compile(r"\s+(?=[.,;:!?)])")
_EMPTY_BRACKETS = re.compile(r"\s*(?:\((?:e\.g\.|see|cf\.)?[\s,;]*\)|\[[\s,;]*\])")
"""What a citation in brackets of the author's own leaves: ``(\\citeyear{x})``."""

_FEWEST_FORMS = 4
"""Words with a meaning that a part of a sentence has, to be a claim of its own."""

_MOST_MARKS = 50
"""A sentence with more citations than these is one claim: to part it would take a time that grows
with the square of its length.
"""

_LEADING = frozenset("in by see also e.g e g of and for example recently and".split())  # noqa: SIM905


@dataclass(frozen=True, slots=True)
class CitedClaim:
    """A part of a sentence, as plain text without marks, and the keys that are cited for it."""

    text: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CitingSentence:
    """A sentence that cites: its words, and its claims in order."""

    text: str
    claims: tuple[CitedClaim, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys that it cites, each once."""
        return tuple(dict.fromkeys(key for claim in self.claims for key in claim.keys))


@dataclass(frozen=True, slots=True)
class CitingSentenceOfDraft(CitingSentence):
    """A sentence of a draft that cites, and where it stands."""

    path: Path = field(kw_only=True)
    span: Span = field(kw_only=True)

    @property
    def length(self) -> int:
        """How many characters of the file it takes, with its footnotes."""
        return self.span.end - self.span.start


def citing_sentences(project: Project) -> Iterator[CitingSentenceOfDraft]:
    """Yield the sentences of a draft that cite, in reading order, each once.

    Those of captions and footnotes come after the text that they stand in.
    """
    seen: set[tuple[Path, Span]] = set()
    for document, span in project.flow.stretches_between(0, project.flow.length):
        for sentence in _in_part(document, span):
            if (place := (sentence.path, sentence.span)) not in seen:
                seen.add(place)
                yield sentence


def citing_sentences_in(document: Document) -> Iterator[CitingSentenceOfDraft]:
    """Yield the citing sentences of one file."""
    yield from _in_part(document, Span(0, len(document.text)))


def citing_sentence_at(document: Document, at: int) -> CitingSentenceOfDraft | None:
    """Return the citing sentence at an offset of a file, of a footnote its own.

    It costs no more than its paragraph.
    """
    found = citing_sentences_around(document, at)
    here = (it for it in found if it.span.start <= at <= it.span.end)
    return min(here, key=lambda it: it.length, default=None)


def citing_sentences_around(document: Document, at: int) -> Iterator[CitingSentenceOfDraft]:
    """Yield the citing sentences of the paragraph at an offset of a file."""
    yield from _in_part(document, paragraph_span(document.text, at))


def _in_part(document: Document, span: Span) -> Iterator[CitingSentenceOfDraft]:
    facts = document.facts
    body = facts.document or Span(0, len(document.text))
    part = Span(max(span.start, body.start), min(span.end, body.end))
    if part.start >= part.end or not any(
        part.start <= citation.span.start < part.end for citation in facts.citations
    ):
        return
    yield from _in_paragraphs(document, part)
    for beside in texts_beside(document.text, part, facts.skipped):
        for sentence in _in_paragraphs(document, beside):
            # The brace behind its last sentence is not of it.
            end = min(sentence.span.end, beside.end)
            yield replace(sentence, span=Span(sentence.span.start, end))


def _in_paragraphs(document: Document, part: Span) -> Iterator[CitingSentenceOfDraft]:
    for paragraph in standing_paragraphs(document.text, part, document.facts, {}):
        for sentence in paragraph.sentences:
            if claims := tuple(claims_of(sentence.text)):
                text = _without_marks(_MARK.sub("", sentence.text))
                yield CitingSentenceOfDraft(text, claims, path=document.path, span=sentence.span)


def claims_of(sentence: str) -> Iterator[CitedClaim]:
    """Yield the claims of a sentence whose citations stand as ``[@key; @key]``.

    Where it begins with a citation, what follows each one is said of it; else what stands before.
    Parts that say too little by themselves are one claim of all papers that they cite, and so is a
    sentence with dozens of citations.
    """
    marks = list(_MARK.finditer(sentence))
    if not marks:
        return
    if len(marks) > _MOST_MARKS:
        every = (key for mark in marks for key in _keys(mark[1]))
        yield CitedClaim(_without_marks(_MARK.sub("", sentence)), tuple(dict.fromkeys(every)))
        return
    leads = not _has_words(sentence[: marks[0].start()])
    text, keys = "", list[str]()
    found: list[CitedClaim] = []
    for number, mark in enumerate(marks):
        next_start = marks[number + 1].start() if number + 1 < len(marks) else len(sentence)
        before = 0 if not number else marks[number - 1].end()
        part = sentence[mark.end() : next_start] if leads else sentence[before : mark.start()]
        text, keys = f"{text} {part}".strip(), [*keys, *_keys(mark[1])]
        claim = CitedClaim(_without_marks(text), tuple(dict.fromkeys(keys)))
        if len(Claim(claim.text, ()).forms) >= _FEWEST_FORMS:
            found.append(claim)
            text, keys = "", []
    rest = "" if leads else sentence[marks[-1].end() :]
    yield from _with_rest(found, text + rest, keys)


def _with_rest(found: list[CitedClaim], rest: str, keys: Sequence[str]) -> list[CitedClaim]:
    """Return claims with what is left of their sentence joined to the last."""
    if not found:
        return [CitedClaim(_without_marks(rest), tuple(dict.fromkeys(keys)))]
    last = found[-1]
    text = _without_marks(f"{last.text} {rest}")
    return [*found[:-1], CitedClaim(text, tuple(dict.fromkeys((*last.keys, *keys))))]


def _has_words(text: str) -> bool:
    """Tell whether more stands before a citation than what leads to a name: *In*, *see also*."""
    return any(word not in _LEADING for word in words(text))


def _keys(mark: str) -> Iterator[str]:
    for key in mark.split(";"):
        if name := key.strip().removeprefix("@"):
            yield name


def _without_marks(text: str) -> str:
    shown = _EMPTY_BRACKETS.sub("", _OTHER_MARK.sub("", text))
    return _SPACE_BEFORE.sub("", " ".join(shown.split())).strip(" ,;")
