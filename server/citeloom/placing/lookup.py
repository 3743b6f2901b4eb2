"""From a place between two marks back to the sentence that was written and what it rests on."""

from dataclasses import dataclass

from citeloom.placing.block import ItemKind, read_block
from citeloom.placing.folding import fold
from citeloom.placing.marks import MarkedBlock
from citeloom.placing.record import Record, RecordedSentence
from citeloom_latex.spans import Span


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A written sentence and where it stands in the file's text."""

    sentence: RecordedSentence
    span: Span


def placed_sentences(text: str, block: MarkedBlock, record: Record) -> tuple[PlacedSentence, ...]:
    """Return the sentences of a record that stand between the marks, in order.

    A sentence that the author has edited is the author's own and is not among them.
    """
    known = {fold(sentence.latex): sentence for sentence in record.sentences()}
    start = block.content.start
    return tuple(
        PlacedSentence(known[item.key], Span(start + item.span.start, start + item.span.end))
        for item in read_block(block.content.of(text), known).items
        if item.kind is ItemKind.SENTENCE
    )
