"""The text between two marks as paragraphs of items, which can be put in another order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from citeloom.placing.block import NOWHERE, Block, Item, ItemKind, read_block
from citeloom.placing.folding import fold
from citeloom.placing.merge import new_break, put_together
from citeloom.placing.passages.whole_passages import whole_passages
from citeloom.placing.record import Record, RecordedSentence

Paragraphs = tuple[tuple[Item, ...], ...]


@dataclass(frozen=True)
class StandingText:
    """What stands between two marks.

    ``paragraphs`` are its items in an order that may differ from that of ``block``, which is how
    they stand there now. ``ours`` are the recorded sentences, by their folded LaTeX.
    """

    block: Block
    paragraphs: Paragraphs
    ours: Mapping[str, RecordedSentence]
    line_end: str

    @property
    def content(self) -> str:
        """The text in its order; items that stay side by side keep the spacing between them."""
        breaks = [item for item in self.block.items if item.kind is ItemKind.BREAK]
        items: list[Item] = []
        for number, paragraph in enumerate(filter(None, self.paragraphs)):
            if number:
                items.append(breaks[number - 1] if number <= len(breaks) else self._new_break)
            items += paragraph
        return put_together(items, self.block, self.line_end)[0]

    def with_paragraphs(self, paragraphs: Sequence[Sequence[Item]]) -> "StandingText":
        """Return the same text in another order; paragraphs without an item are left out."""
        return replace(self, paragraphs=tuple(tuple(own) for own in paragraphs if own))

    def sentence(self, item: Item) -> RecordedSentence | None:
        """Return the record of an item; None where the words are the author's."""
        return self.ours.get(item.key) if item.kind is ItemKind.SENTENCE else None

    def is_heading(self, number: int) -> bool:
        """Tell whether a paragraph is a heading of ours."""
        return any(
            sentence.is_heading
            for item in self.paragraphs[number]
            if (sentence := self.sentence(item)) is not None
        )

    def paragraph_at(self, offset: int) -> int | None:
        """Return the number of the paragraph at an offset of the text between the marks."""
        for number, paragraph in enumerate(self.paragraphs):
            if paragraph[0].span.start <= offset <= paragraph[-1].span.end:
                return number
        return None

    def item_at(self, offset: int) -> tuple[int, int] | None:
        """Return the numbers of a paragraph and of the item in it at an offset."""
        number = self.paragraph_at(offset)
        if number is None:
            return None
        own = self.paragraphs[number]
        return number, max(at for at, item in enumerate(own) if not at or item.span.start <= offset)

    def new_item(self, latex: str) -> Item:
        """Return an item for a new sentence, on a line of its own."""
        return Item(ItemKind.SENTENCE, fold(latex), self.line_end, latex, NOWHERE)

    @property
    def _new_break(self) -> Item:
        return new_break(self.line_end)


def standing_text(content: str, record: Record, line_end: str) -> StandingText:
    """Read the text between two marks.

    Parameters
    ----------
    content
        The text between the marks, in whole lines.
    record
        The record of the result that was written there.
    line_end
        The line end of new lines.

    Raises
    ------
    UnclosedError
        If a passage of the author's opens what it does not close.
    """
    ours = {fold(sentence.latex): sentence for sentence in record.sentences()}
    read = read_block(content, ours)
    items = whole_passages(content, read.items)
    paragraphs: list[list[Item]] = [[]]
    for item in items:
        if item.kind is ItemKind.BREAK:
            paragraphs.append([])
        else:
            paragraphs[-1].append(item)
    kept = tuple(tuple(own) for own in paragraphs if own)
    return StandingText(Block(tuple(items), read.tail), kept, ours, line_end)
