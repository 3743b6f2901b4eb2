"""A draft's title, abstract and sections as plain text, wherever in the project they stand."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from citeloom.draft.document import Document
from citeloom.draft.flow import FlowSection
from citeloom.draft.language import language_of
from citeloom.draft.project import Project, Stretches
from citeloom.methods.task import DraftSection, DraftText
from citeloom_latex.plain import plain
from citeloom_latex.prose.prose import prose, shown_inputs
from citeloom_latex.spans import Span

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


def draft_text(
    project: Project, left_out: Sequence[FlowSection], closed: Collection[Path] = ()
) -> DraftText:
    """Return the draft without the sections ``left_out`` (its related work).

    A draft without an abstract gives its introduction, else its first 300 words, and says so.
    Nothing is taken from the files ``closed``.
    """
    title = " ".join(_first_text(project.titles, closed).split())
    sections = _sections(project, left_out, {*closed, *_beside_the_text(project)})
    abstract, source = _first_text(project.abstracts, closed), "abstract"
    if not abstract:
        introductions = (
            section.text for section in sections if section.heading.lower() in INTRODUCTIONS
        )
        abstract, source = next(introductions, ""), "introduction"
    if not abstract:
        words = " ".join(section.text for section in sections).split()
        abstract, source = " ".join(words[:FIRST_WORDS]), "first words"
    if not abstract:
        source = "nothing"
    facts = [document.facts for document in project.documents.values()]
    return DraftText(title, abstract, source, sections, language_of(facts, f"{title} {abstract}"))


def _beside_the_text(project: Project) -> set[Path]:
    """Return the files that are taken in where there is no running text: keywords, captions."""
    beside: set[Path] = set()
    for path, document in project.documents.items():
        if document.facts.inputs:
            shown = {command.span.start for command in shown_inputs(document.text, document.facts)}
            starts = (command.span.start for command in document.facts.inputs)
            targets = (project.targets.get((path, at)) for at in starts if at not in shown)
            beside.update(filter(None, targets))
    return beside


def _first_text(parts: Iterable[Stretches], closed: Collection[Path]) -> str:
    texts = (_joined(stretches, closed) for stretches in parts)
    return next(filter(None, texts), "")


def _sections(
    project: Project, left_out: Sequence[FlowSection], closed: Collection[Path]
) -> tuple[DraftSection, ...]:
    flow = project.flow
    top = min(
        (section.section.level for section in flow.sections if section.section.level >= 0),
        default=None,
    )
    heads = [section for section in flow.sections if section.section.level == top]
    found: list[DraftSection] = []
    if not heads:
        text = _stretch(project, 0, flow.length, left_out, closed)
        return (DraftSection("", text),) if text else ()
    for head in heads:
        if any(out.at <= head.at and head.end <= out.end for out in left_out):
            continue
        heading = "" if head.document.path in closed else plain(head.section.title)
        text = _stretch(project, head.at, head.end, left_out, closed)
        found.append(DraftSection(heading, text))
    return tuple(found)


def _stretch(
    project: Project,
    start: int,
    end: int,
    left_out: Sequence[FlowSection],
    closed: Collection[Path],
) -> str:
    gaps = sorted((out.at, out.end) for out in left_out if out.at < end and start < out.end)
    found: list[tuple[Document, Span]] = []
    at = start
    for gap_start, gap_end in [*gaps, (end, end)]:
        found += project.flow.stretches_between(at, min(gap_start, end))
        at = max(at, gap_end)
    return _joined(found, closed)


def _joined(stretches: Iterable[tuple[Document, Span]], closed: Collection[Path]) -> str:
    texts = (
        _text(document, _after_heading(document, span))
        for document, span in stretches
        if document.path not in closed
    )
    return "\n\n".join(text for text in texts if text)


def _after_heading(document: Document, span: Span) -> Span:
    sections = document.facts.sections
    number = bisect_left(sections, span.start, key=lambda section: section.span.start)
    if number < len(sections) and (section := sections[number]).span.start == span.start:
        return Span(min(section.body.start, span.end), span.end)
    return span


def _text(document: Document, span: Span) -> str:
    return prose(document.text, span, document.facts, citations=False).text.strip()
