"""The written sentence at a place, and the paragraph around it."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.draft.document import Document, Source
from citeloom.draft.project import Project
from citeloom.draft.section.marked_text import check_merged
from citeloom.draft.section.standing_record import read_standing_record
from citeloom.keeping.paths import normal_path
from citeloom.placing.block import Item
from citeloom.placing.folding import line_end_of
from citeloom.placing.marks import MarkedBlock, find_marks, is_seen
from citeloom.placing.passages.whole_passages import UnclosedError
from citeloom.placing.record import Record, RecordedSentence
from citeloom.placing.revising.replacing import RevisedText
from citeloom.placing.revising.standing_text import StandingText, standing_text
from citeloom.placing.standing_paragraphs import PlacedSentence, placed_sentences
from citeloom.problem import InputError


@dataclass(frozen=True)
class RevisablePlace:
    """A place in a marked text: the numbers of the paragraph and of the item in it."""

    document: Document
    block: MarkedBlock
    before: RevisedText
    paragraph: int
    item: int

    @property
    def text(self) -> StandingText:
        return self.before.text

    @property
    def marked(self) -> tuple[Document, MarkedBlock, Record]:
        """The marked text with its file and its record."""
        return self.document, self.block, self.before.record

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of the paragraph."""
        return self.text.paragraphs[self.paragraph]

    @property
    def sentence(self) -> RecordedSentence | None:
        """The sentence there; None where the words are the author's."""
        return self.text.sentence(self.items[self.item])

    @property
    def start(self) -> int:
        """Where the item begins in its file."""
        return self.block.content.start + self.items[self.item].span.start

    @property
    def sentences(self) -> tuple[RecordedSentence, ...]:
        """Our sentences of the paragraph."""
        found = (self.text.sentence(self.items[number]) for number in self.numbers)
        return tuple(it for it in found if it is not None)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the items that are our sentences."""
        return tuple(
            number
            for number, item in enumerate(self.items)
            if (it := self.text.sentence(item)) is not None and not it.is_heading
        )

    @property
    def is_interrupted(self) -> bool:
        """Whether words of the author's stand between our sentences of the paragraph."""
        numbers = self.numbers
        return bool(numbers) and numbers[-1] - numbers[0] >= len(numbers)


def block_at(document: Document, offset: int) -> MarkedBlock | None:
    """Return the marked text around an offset, if LaTeX sees it."""
    if "citeloom:begin" not in document.text:
        return None
    for block in find_marks(document.text):
        if block.span.holds(offset) and is_seen(document.text, block, document.facts):
            return block
    return None


def sentence_at(project: Project, source: Source, offset: int) -> PlacedSentence | None:
    """Return the written sentence at a place, or None where the author's own words stand."""
    if "citeloom:begin" not in source.text:
        return None
    for block in find_marks(source.text):
        if not block.content.holds(offset):
            continue
        record = read_standing_record(project, source, block)
        if record is None:
            return None
        for placed in placed_sentences(source.text, block, record):
            if placed.span.start <= offset <= placed.span.end:
                return placed
    return None


def read_block_text(opened: Opened, document: Document, block: MarkedBlock) -> RevisedText:
    """Read a marked text with its record.

    Raises
    ------
    InputError
        If its record is lost or cannot be read, a passage of the author's is not closed, or the
        file holds an unresolved merge.
    """
    check_merged(document)
    record = read_standing_record(opened.project, document, block)
    if record is None:
        place = document.place(block.begin_id.start)
        what = "the record of this text is missing, so its sources are unknown"
        raise InputError(what, place, "restore its file in .citeloom, for example with git")
    return RevisedText(_standing(document, block, record), record)


def revisable_place(opened: Opened, document: Document, offset: int) -> RevisablePlace:
    """Return what stands at an offset between our marks.

    Raises
    ------
    InputError
        If nothing of ours stands there.
    """
    block = block_at(document, offset)
    if block is None:
        raise InputError("Citeloom has not written any text here", document.place(offset))
    before = read_block_text(opened, document, block)
    found = before.text.item_at(offset - block.content.start)
    if found is None:
        raise InputError("there is no sentence here", document.place(offset))
    return RevisablePlace(document, block, before, *found)


def _standing(document: Document, block: MarkedBlock, record: Record) -> StandingText:
    content = block.content.of(document.text)
    try:
        return standing_text(content, record, line_end_of(document.text))
    except UnclosedError as error:
        place = document.place(block.content.start + error.span.start)
        what = "one of your passages has an unmatched brace or environment"
        raise InputError(what, place, "complete it, or move it out of the marks") from None


def document_of(opened: Opened, path: Path) -> Document:
    """Return a file of a draft.

    Raises
    ------
    InputError
        If it is not a part of the draft.
    """
    document = opened.project.documents.get(normal_path(path))
    if document is None:
        raise InputError(f"{path.name} is not part of the draft")
    return document


def offset_of_line(opened: Opened, path: Path, line: int) -> int:
    """Return where the words of a line of a file begin; lines count from 1.

    Raises
    ------
    InputError
        If the file is not a part of the draft, or has no such line.
    """
    document = document_of(opened, path)
    if line > len(document.lines):
        raise InputError(f"{path.name} has no line {line}")
    words = document.line(line - 1)
    return document.lines.start_of(line - 1) + len(words) - len(words.lstrip())
