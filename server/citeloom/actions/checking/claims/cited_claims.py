"""What each sentence of a draft claims, and by which citation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom.draft.section.own_text import paragraph_span
from citeloom.placing.standing_paragraphs import standing_paragraphs
from citeloom_latex.prose.captions_and_footnotes import texts_beside
from citeloom_latex.spans import Span

_MARK = re.compile(r"(?<!\s)\s*+\[(@[^\[\];]++(?:;\s*+@[^\[\];]++)*+;?\s*+)\]")
_OTHER_MARK = re.compile(r"(?<!\s)\s*+\[ref\]")
_SPACE_BEFORE = re.compile(r"\s+(?=[.,;:!?)])")
_EMPTY_BRACKETS = re.compile(r"(?<!\s)\s*+(?:\((?:e\.g\.|see|cf\.)?[\s,;]*\)|\[[\s,;]*\])")
"""What a citation in brackets of the author's own leaves: ``(\\citeyear{x})``."""

_MOST_MARKS = 50
"""A sentence with more citations than these is one claim: to part it would take a time that grows
with the square of its length.
"""

_SAYS = re.compile(
    r"\b(?!and |or |but |as |in |on |for |of |to |with |by |from |at |who |which |that )"
    r"[a-z]{2,}\b\W+(?:[\w'’-]+\W+)"
)
"""A verb behind a name, and what it is said of."""

_MARK_AND_VERB = r"\[@[^\[\]]*+\] ?(?!and |or |in |on |for |of |with |by )[a-z]{2}"
_CLAUSE = re.compile(
    r"; (?!and |or )(?!\[)(?=(?:[^\s;]+ ){3})(?!\w+ing )|"
    r",?(?<! even) (?:while|whereas|although|though) |"
    r", (?:and |but )?(?:very )?(?:more )?(?:recently|lately|consequently|similarly|others),? |"
    r"(?P<listed>[,;] |(?<!\]) (?=and \[))(?:and )?(?:very )?(?:\w+ly, )?"
    rf"(?:[A-Z][\w.-]*(?: [\w.-]+)? )?(?={_MARK_AND_VERB})|"
    r",? and (?=\[@[^\[\]]*+\] ?, who )"
)
"""How a clause that may cite for itself begins."""

_WORD = re.compile(r"\w")

_CONJUNCTION = re.compile(r"\A(?:and|but|while|whereas|although|though)\b,? ", re.IGNORECASE)


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
    """Return the citing sentence at an offset of a file; in a footnote, that of the footnote.

    Only the paragraph around the offset is read.
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

    Each clause that cites is one, with all papers that it cites; a clause that cites nothing goes
    with the one before it. So a citation behind a name belongs to what is said of that name.
    """
    if len([*_MARK.finditer(sentence)]) > _MOST_MARKS:
        keys = (key for mark in _MARK.finditer(sentence) for key in _keys(mark[1]))
        yield CitedClaim(_without_marks(_MARK.sub("", sentence)), tuple(dict.fromkeys(keys)))
        return
    start = 0
    ends = [*_clause_starts(sentence), len(sentence)]
    for end in ends:
        found = [key for mark in _MARK.finditer(sentence, start, end) for key in _keys(mark[1])]
        if found:
            text = _CONJUNCTION.sub("", _without_marks(_MARK.sub("", sentence[start:end])))
            yield CitedClaim(text, tuple(dict.fromkeys(found)))
        start = end


def _clause_starts(sentence: str) -> Iterator[int]:
    """Yield where a clause with a subject and a verb of its own begins, and both sides cite."""
    marks = [mark.span() for mark in _MARK.finditer(sentence)]
    shown = _MARK.sub(lambda mark: re.sub(r"[; ](?!\[)", "_", mark[0]), sentence)
    last = 0
    for found in _CLAUSE.finditer(shown):
        at = found.start() + 1
        before = [mark for mark in marks if last <= mark[0] < at]
        after = any(mark[0] >= at for mark in marks)
        # Behind *X [1], Y [2] and Z [3]* the names are a list, of which the same is said.
        is_list = before and found["listed"] and not _SAYS.search(sentence, before[0][1], at)
        says = _WORD.search(_MARK.sub("", sentence[last:at]))
        if before and after and says and not is_list:
            yield at
            last = at


def _keys(mark: str) -> Iterator[str]:
    for key in mark.split(";"):
        if name := key.strip().removeprefix("@"):
            yield name


def _without_marks(text: str) -> str:
    shown = _EMPTY_BRACKETS.sub("", _OTHER_MARK.sub("", text))
    return _SPACE_BEFORE.sub("", " ".join(shown.split())).strip(" ,;")
