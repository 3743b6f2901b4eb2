"""Finds the recorded sentences that still stand between two marks."""

from dataclasses import dataclass

from citeloom.placing.block import ItemKind, read_block
from citeloom.placing.folding import fold
from citeloom.placing.marks import MarkedBlock
from citeloom.placing.record import Record, RecordedSentence
from citeloom_latex.spans import Span


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A recorded sentence and where it stands in the file's text."""

    sentence: RecordedSentence
    span: Span


def placed_sentences(text: str, block: MarkedBlock, record: Record) -> tuple[PlacedSentence, ...]:
    """Return the sentences of a record that stand between the marks, in order.

    A sentence that the author has edited counts as the author's own and is left out.
    """
    known = {fold(sentence.latex): sentence for sentence in record.sentences()}
    start = block.content.start
    return tuple(
        PlacedSentence(known[item.key], Span(start + item.span.start, start + item.span.end))
        for item in read_block(block.content.of(text), known).items
        if item.kind is ItemKind.SENTENCE
    )
