"""The paragraphs of a draft's section, from all the files that it spans."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from citeloom.draft.document import Document
from citeloom.draft.flow import Flow, FlowSection
from citeloom.draft.section.own_text import section_stretches
from citeloom.placing.folding import BLANK_LINE
from citeloom.placing.marks import MarkedBlock, find_marks
from citeloom.placing.record import Record
from citeloom.placing.standing_paragraphs import StandingParagraph, standing_paragraphs
from citeloom_latex.spans import Span

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
    commands: Collection[str],
) -> tuple[SectionParagraph, ...]:
    """Return the paragraphs of a section in reading order, up to the document's bibliography.

    Parameters
    ----------
    record_of
        Gives the record of a marked text, or None where there is none.
    commands
        Names of the cite commands that count as plain ones.
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
            for paragraph in standing_paragraphs(
                document.text, part, document.facts, records, commands
            )
        )
    return tuple(found)


def paragraph_span(text: str, at: int) -> Span:
    """Return the part of a text around an offset that no blank line parts, of a bounded size."""
    begin = max(0, at - _REACH)
    start = max((it.end() for it in BLANK_LINE.finditer(text, begin, at)), default=begin)
    following = BLANK_LINE.search(text, at, at + _REACH)
    return Span(start, following.start() if following else min(len(text), at + _REACH))
