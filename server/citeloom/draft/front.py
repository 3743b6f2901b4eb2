"""A draft's title and abstract as plain text, wherever in the project they stand."""

from collections.abc import Sequence

from citeloom.draft.document import Document
from citeloom.draft.flow import FlowSection
from citeloom.draft.language import language_of
from citeloom.draft.project import Project
from citeloom.methods.task import DraftText
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span
from citeloom_latex.tex.prose import prose

FIRST_WORDS = 300
INTRODUCTIONS = (
    "introduction",
    "introducción",
    "introdução",
    "einleitung",
    "einführung",
    "引言",
    "绪论",
)


def draft_text(project: Project, left_out: Sequence[FlowSection]) -> DraftText:
    """Return what a draft is about, without the sections ``left_out`` (its related work).

    A draft without an abstract gives its introduction, else its first 300 words, and says so.
    """
    title = _part(project, "title")
    abstract, source = _part(project, "abstract"), "abstract"
    if not abstract:
        abstract, source = _opening(_sections(project, left_out))
    facts = [document.facts for document in project.documents.values()]
    return DraftText(title, abstract, source, language_of(facts, f"{title} {abstract}"))


def _opening(sections: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Return the introduction, or else the first words; and which of them that is."""
    introductions = (text for heading, text in sections if heading.lower() in INTRODUCTIONS)
    if introduction := next(introductions, ""):
        return introduction, "introduction"
    words = " ".join(text for _, text in sections).split()[:FIRST_WORDS]
    return " ".join(words), "first words" if words else "nothing"


def _part(project: Project, name: str) -> str:
    for document in project.documents.values():
        span = getattr(document.facts, name)
        if span is not None:
            text = _text(document, span)
            if text:
                return text
    return ""


def _sections(project: Project, left_out: Sequence[FlowSection]) -> list[tuple[str, str]]:
    """Return the headings and texts of the highest level; one text where there is no heading."""
    flow = project.flow
    top = min(
        (section.section.level for section in flow.sections if section.section.level >= 0),
        default=None,
    )
    heads = [head for head in flow.sections if head.section.level == top]
    if not heads:
        return [("", _stretch(project, 0, flow.length, left_out))]
    return [
        (plain(head.section.title), _stretch(project, head.at, head.end, left_out))
        for head in heads
        if not any(out.at <= head.at and head.end <= out.end for out in left_out)
    ]


def _stretch(project: Project, start: int, end: int, left_out: Sequence[FlowSection]) -> str:
    gaps = sorted((out.at, out.end) for out in left_out if out.at < end and start < out.end)
    texts: list[str] = []
    at = start
    for gap_start, gap_end in [*gaps, (end, end)]:
        for document, span in project.flow.within(at, min(gap_start, end)):
            texts.append(_text(document, _after_heading(document, span)))
        at = max(at, gap_end)
    return "\n\n".join(text for text in texts if text)


def _after_heading(document: Document, span: Span) -> Span:
    for section in document.facts.sections:
        if section.span.start == span.start:
            return Span(min(section.body.start, span.end), span.end)
    return span


def _text(document: Document, span: Span) -> str:
    return prose(document.text, span, document.facts, citations=False).text.strip()
