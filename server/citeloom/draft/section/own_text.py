"""A section's own text: which references it is about or only lists, and its paragraphs."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from citeloom.draft.document import Document
from citeloom.draft.flow import Flow, FlowSection
from citeloom.placing.folding import BLANK_LINE
from citeloom.placing.marks import MarkedBlock, find_marks
from citeloom.placing.record import Record
from citeloom.placing.standing_paragraphs import StandingParagraph, standing_paragraphs
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span

_CITATION = re.compile(r"\[(@[^\[\]]*+)\]")
_MARK = re.compile(r"\[(?:@[^\[\]]*+|ref)\]")
_BREAK = re.compile(r"\n\s*\n")
_LABEL = re.compile(r"^[^:\[\]]{1,80}:(?=\s*(?:\[@|$))", re.MULTILINE)
# English, German, French, Spanish, Italian, Portuguese; letters of "e.g." and "z. B." link as well.
_LINKING_WORD = re.compile(
    r"also|and|cf|cite|etc|or|see|todo|auch|oder|siehe|sowie|und|vgl|aussi|et|ou|voir|también|vea"
    r"|ver|véase|anche|ed|vedi|também|veja|\w"
)
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class OwnText:
    """The citation keys of a section, each once.

    ``written`` are those that prose of the author's cites, ``listed`` those of paragraphs that
    hold nothing but citations, ``ours`` those between our marks. Floats, captions, footnotes and
    comments count as neither of the first two.
    """

    written: tuple[str, ...]
    listed: tuple[str, ...]
    ours: tuple[str, ...]
    has_prose: bool


def own_text(flow: Flow, section: FlowSection) -> OwnText:
    """Read a section's own text, a woven sentence included: it stands in the author's paragraph."""
    written: dict[str, None] = {}
    listed: dict[str, None] = {}
    ours: dict[str, None] = {}
    has_prose = False
    blocks: dict[Document, list[Span]] = {}
    for document, span in section_stretches(flow, section):
        if document not in blocks:
            blocks[document] = [it.span for it in find_marks(document.text) if not it.woven]
        for citation in document.facts.citations:
            at = citation.span.start
            if span.start <= at < span.end and any(
                it.start <= at < it.end for it in blocks[document]
            ):
                ours.update(dict.fromkeys(cited.key for cited in citation.keys))
        for part in _outside(blocks[document], span):
            shown = prose(document.text, part, document.facts).text
            for paragraph in _BREAK.split(shown):
                is_prose = _is_prose(paragraph)
                has_prose = has_prose or is_prose
                keys = written if is_prose else listed
                keys.update(dict.fromkeys(_keys(paragraph)))
    return OwnText(tuple(written), tuple(listed), tuple(ours), has_prose)


def section_stretches(flow: Flow, section: FlowSection) -> Iterator[tuple[Document, Span]]:
    """Yield the stretches of files below a section's heading, up to the bibliography."""
    body = section.section.body
    for document, span in flow.stretches_between(section.at, section.end):
        own = document is section.document
        part = Span(max(span.start, body.start), min(span.end, body.end)) if own else span
        if part.start < part.end:
            yield document, part
        if own and span.end >= body.end:
            return


def _outside(blocks: Sequence[Span], span: Span) -> Iterator[Span]:
    at = span.start
    for block in blocks:
        if block.start < span.end and at < block.end:
            if at < block.start:
                yield Span(at, block.start)
            at = block.end
    if at < span.end:
        yield Span(at, span.end)


def _is_prose(paragraph: str) -> bool:
    """Tell whether a paragraph says something: links and labels of citations do not."""
    words = _WORD.findall(_MARK.sub(" ", _LABEL.sub(" ", paragraph)).lower())
    return not all(map(_LINKING_WORD.fullmatch, words))


def _keys(paragraph: str) -> Iterator[str]:
    for citation in _CITATION.finditer(paragraph):
        yield from (key.strip().removeprefix("@") for key in citation[1].split(";"))


_REACH = 5_000


@dataclass(frozen=True, slots=True)
class SectionParagraph:
    """A paragraph, the file that it stands in, and the records of that file's marked blocks."""

    document: Document
    paragraph: StandingParagraph
    records: dict[str, Record]


def paragraphs_of(
    flow: Flow,
    section: FlowSection,
    record_of: Callable[[Document, MarkedBlock], Record | None],
) -> tuple[SectionParagraph, ...]:
    """Return the paragraphs of a section in reading order, up to the document's bibliography.

    Parameters
    ----------
    record_of
        Gives the record of a marked text, or None where there is none.
    """
    found: list[SectionParagraph] = []
    for document, part in section_stretches(flow, section):
        records = {
            block.id: record
            for block in find_marks(document.text)
            if (record := record_of(document, block)) is not None
        }
        found += (
            SectionParagraph(document, paragraph, records)
            for paragraph in standing_paragraphs(document.text, part, document.facts, records)
        )
    return tuple(found)


def paragraph_span(text: str, at: int) -> Span:
    """Return the part of a text around an offset that no blank line parts, of a bounded size."""
    begin = max(0, at - _REACH)
    start = max((it.end() for it in BLANK_LINE.finditer(text, begin, at)), default=begin)
    following = BLANK_LINE.search(text, at, at + _REACH)
    return Span(start, following.start() if following else min(len(text), at + _REACH))
