"""Sentences of the author's that cite a retracted paper, as if nothing were the matter with it."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from citeloom.actions.papers.knowledge import PaperKnowledge, retraction_words
from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom.draft.section.own_text import paragraph_span
from citeloom.problem import Place, Problem, Severity
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation, CitedKey

RULE = "retracted"

_SAYS_SO = re.compile(r"\b(?:retract|withdr[ae]w)", re.IGNORECASE)
_COMMENT = re.compile(r"(?<!\\)%[^\r\n]*")
_KEYS = re.compile(r"(\\[A-Za-z]*(?:cite|ref|label)[A-Za-z]*\*?(?:\[[^\[\]]*\])*)\{[^{}]*\}", re.I)


@dataclass(frozen=True, slots=True)
class RetractedCitation:
    """A citation of a retracted paper; ``words`` say what happened to it, and in which notice."""

    document: Document
    citation: Citation
    key: CitedKey
    words: str


def retracted_citations(
    project: Project, known: Sequence[PaperKnowledge], passed: Collection[Place] = ()
) -> Iterator[RetractedCitation]:
    """Yield the citations of retracted papers whose sentences do not say that they are.

    Parameters
    ----------
    known
        What is known of the papers that the draft cites.
    passed
        Places of sentences that are passed over.
    """
    words_of = {
        key: words
        for paper in known
        if (words := retraction_words(paper.notices))
        for key in paper.paper.keys
    }
    seen: set[tuple[Document, Span]] = set()
    for cited_at in project.flow.citations if words_of else ():
        document, citation = cited_at.document, cited_at.citation
        if citation.command == "nocite":
            continue
        for key in citation.keys:
            entry = project.entry(key.key)
            words = words_of.get(entry.entry.key, "") if entry else ""
            if not words or (document, key.span) in seen:
                continue
            seen.add((document, key.span))
            if _is_passed(document, key.span, passed) or _is_said(document, citation):
                continue
            yield RetractedCitation(document, citation, key, words)


def retraction_problems(
    project: Project, known: Sequence[PaperKnowledge], passed: Collection[Place]
) -> Iterator[Problem]:
    """Yield a problem at each citation of a retracted paper, see ``retracted_citations``."""
    for found in retracted_citations(project, known, passed):
        message = f"'{found.key.key}' {found.words}"
        place = found.document.place(*found.key.span)
        advice = "cite another paper, or say so here"
        yield Problem(Severity.WARNING, RULE, message, place, advice)


def _is_passed(document: Document, span: Span, passed: Collection[Place]) -> bool:
    return any(
        place.file == document.path and place.span is not None and place.span.holds(span.start)
        for place in passed
    )


def _is_said(document: Document, citation: Citation) -> bool:
    """Tell whether the author says so: in the sentence and its notes, or in its paragraph."""
    from citeloom.actions.checking.claims.cited_claims import citing_sentence_at

    sentence = citing_sentence_at(document, citation.span.start)
    span = sentence.span if sentence else paragraph_span(document.text, citation.span.start)
    around = span.of(document.text)
    return bool(_SAYS_SO.search(_KEYS.sub(r"\1", _COMMENT.sub("", around))))
