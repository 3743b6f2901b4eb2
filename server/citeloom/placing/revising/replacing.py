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

Place = tuple[int, int]
"""The numbers of a paragraph and of the item in it."""


@dataclass(frozen=True)
class RevisedText:
    """A text between marks after a change, with the record that belongs to it."""

    text: StandingText
    record: Record


def replaced(before: RevisedText, new: Mapping[str, New]) -> RevisedText:
    """Put new sentences in the place of ours, wherever these stand.

    Parameters
    ----------
    new
        The new sentences in place of each old one, by its folded LaTeX; where there are none it is
        left out, as ``replaced_at`` does.
    """
    places: dict[Place, New] = {
        (number, at): new[item.key]
        for number, own in enumerate(before.text.paragraphs)
        for at, item in enumerate(own)
        if item.kind is ItemKind.SENTENCE and item.key in new
    }
    return replaced_at(before, places)


def replaced_at(before: RevisedText, new: Mapping[Place, New]) -> RevisedText:
    """Put new sentences in the place of some items, and of no copies of them.

    A paragraph of which nothing but its lead would be left goes with its last sentence, and a
    heading with the last paragraph below it.

    Parameters
    ----------
    new
        The new sentences in place of each item; where there are none it is left out.
    """
    text = before.text
    now: dict[Place, New] = {**new}
    for number, own in enumerate(text.paragraphs):
        kept = [at for at in range(len(own)) if now.get((number, at), True)]
        only_leads = all((number, at) not in new and _is_lead(text, own[at]) for at in kept)
        if len(kept) < len(own) and only_leads:
            now |= {(number, at): () for at in kept}
    for number in _bare_headings(text, now):
        now[number, 0] = ()
    paragraphs = [
        [it for at, item in enumerate(own) for it in _in_place_of(item, text, now.get((n, at)))]
        for n, own in enumerate(text.paragraphs)
    ]
    return RevisedText(text.with_paragraphs(paragraphs), _record_at(before, now))


def _bare_headings(text: StandingText, now: Mapping[Place, New]) -> list[int]:
    """Return the headings below which all is left out."""
    bare: list[int] = []
    below: list[bool] = []
    for number in reversed(range(len(text.paragraphs))):
        own = text.paragraphs[number]
        if not text.is_heading(number):
            below.append(any(now.get((number, at), True) for at in range(len(own))))
            continue
        if len(own) == 1 and below and not any(below):
            bare.append(number)
        below = []
    return bare


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
        record = record_with(record, {fold(beside.latex): (beside, *new)})
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


def _in_place_of(item: Item, text: StandingText, new: New | None) -> list[Item]:
    return [item] if new is None else [text.new_item(sentence.latex) for sentence in new]


def _record_at(before: RevisedText, now: Mapping[Place, New]) -> Record:
    """Return the record of a text; a sentence stays in it while a copy of it stands."""
    kept: set[str] = set()
    known: dict[str, list[RecordedSentence]] = {}
    for number, own in enumerate(before.text.paragraphs):
        for at, item in enumerate(own):
            if (number, at) in now:
                known.setdefault(item.key, []).extend(now[number, at])
            else:
                kept.add(item.key)
    for key in kept & known.keys():
        known[key].append(before.text.ours[key])
    return record_with(before.record, known)


def _is_lead(text: StandingText, item: Item) -> bool:
    sentence = text.sentence(item)
    return sentence is not None and sentence.kind is SentenceKind.LEAD


def record_with(record: Record, new: Mapping[str, New]) -> Record:
    """Return a record with new sentences in place of each old one, by its folded LaTeX."""

    def changed(sentences: New) -> tuple[RecordedSentence, ...]:
        return tuple(it for old in sentences for it in new.get(fold(old.latex), (old,)))

    paragraphs = tuple(
        replace(paragraph, sentences=sentences)
        for paragraph in record.paragraphs
        if (sentences := changed(paragraph.sentences))
    )
    return with_new_id(replace(record, paragraphs=paragraphs, earlier=changed(record.earlier)))
