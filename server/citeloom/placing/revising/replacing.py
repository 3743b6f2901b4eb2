"""New sentences in the place of sentences of ours: no other byte of the text changes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from citeloom.methods.result import SentenceKind
from citeloom.placing.block import Item, ItemKind
from citeloom.placing.folding import fold, free_id
from citeloom.placing.marks import MarkedBlock
from citeloom.placing.record import Record, RecordedParagraph, RecordedSentence
from citeloom.placing.revising.standing_text import StandingText

New = Sequence[RecordedSentence]


@dataclass(frozen=True)
class RevisedText:
    """A text between marks after a change, with the record that belongs to it."""

    text: StandingText
    record: Record


def replaced(before: RevisedText, new: Mapping[str, New]) -> RevisedText:
    """Put new sentences in the place of ours.

    A paragraph of which nothing but its lead would be left goes with its last sentence.

    Parameters
    ----------
    new
        The new sentences in place of each old one, by its folded LaTeX; where there are none it is
        left out.
    """
    text, record = before.text, before.record
    paragraphs = []
    gone = {key for key, sentences in new.items() if not sentences}
    for own in text.paragraphs:
        after = [it for item in own for it in _in_place_of(item, text, new)]
        if any(item.key in gone for item in own) and all(_is_lead(text, item) for item in after):
            gone |= {item.key for item in after}
            after = []
        paragraphs.append(after)
    known = {**new, **dict.fromkeys(gone, ())}
    return RevisedText(text.with_paragraphs(paragraphs), _record_with(record, known))


def inserted_after(before: RevisedText, paragraph: int, item: int, new: New) -> RevisedText:
    """Put new sentences behind an item."""
    text, record = before.text, before.record
    own = text.paragraphs[paragraph]
    after = [*own[: item + 1], *(text.new_item(it.latex) for it in new), *own[item + 1 :]]
    paragraphs = [*text.paragraphs[:paragraph], after, *text.paragraphs[paragraph + 1 :]]
    beside = text.sentence(own[item])
    if beside is None:
        last = RecordedParagraph("", tuple(new))
        record = replace(record, paragraphs=(*record.paragraphs, last))
    else:
        record = _record_with(record, {fold(beside.latex): (beside, *new)})
    return RevisedText(text.with_paragraphs(paragraphs), with_new_id(record))


def with_new_id(record: Record, taken: Collection[str] = ()) -> Record:
    """Return a record under the id of its sentences, or that of a copy, none of those ``taken``."""
    texts = ["\n".join(it.latex for it in paragraph.sentences) for paragraph in record.paragraphs]
    return replace(record, id=free_id([fold(text) for text in texts], taken))


def file_text(text: str, block: MarkedBlock, revised: RevisedText) -> str:
    """Return the text of a file in which a marked text is revised; its marks get the new id.

    A sentence that was woven into a paragraph, and is left out now, goes with its marks.
    """
    own, content = revised.record.id, revised.text.content
    if block.woven and not content.strip():
        return text[: block.begin.start] + text[block.end.end :]
    before = text[: block.begin_id.start] + own + text[block.begin_id.end : block.content.start]
    after = text[block.content.end : block.end_id.start] + own + text[block.end_id.end :]
    return before + content + after


def _in_place_of(item: Item, text: StandingText, new: Mapping[str, New]) -> list[Item]:
    if item.kind is not ItemKind.SENTENCE or item.key not in new:
        return [item]
    return [text.new_item(sentence.latex) for sentence in new[item.key]]


def _is_lead(text: StandingText, item: Item) -> bool:
    sentence = text.sentence(item)
    return sentence is not None and sentence.kind is SentenceKind.LEAD


def _record_with(record: Record, new: Mapping[str, New]) -> Record:
    def changed(sentences: New) -> tuple[RecordedSentence, ...]:
        return tuple(it for old in sentences for it in new.get(fold(old.latex), (old,)))

    paragraphs = tuple(
        replace(paragraph, sentences=sentences)
        for paragraph in record.paragraphs
        if (sentences := changed(paragraph.sentences))
    )
    return with_new_id(replace(record, paragraphs=paragraphs, earlier=changed(record.earlier)))
