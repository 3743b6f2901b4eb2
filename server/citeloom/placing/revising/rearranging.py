"""Sentences and paragraphs of a standing text in another order: no word of it changes.

Each function returns None where there is nothing to do, as a first sentence has no place before
it, or where a sentence of ours would no longer be known as one.
"""

from collections.abc import Mapping, Sequence

from citeloom.placing.block import Item, ItemKind
from citeloom.placing.folding import count_line_ends
from citeloom.placing.passages.notes import is_glued
from citeloom.placing.revising.leaning import leans
from citeloom.placing.revising.standing_text import StandingText

Unit = tuple[Item, ...]
"""A sentence with what goes with it.

That is the comment behind it on its line, a footnote or another note that is glued to it, and the
next sentence where that begins with "Their".
"""


def split_before(text: StandingText, paragraph: int, item: int) -> StandingText | None:
    """Begin a new paragraph with an item."""
    own = text.paragraphs[paragraph]
    units = _units(text, own)
    starts = [sum(len(unit) for unit in units[:number]) for number in range(len(units))]
    cut = max((start for start in starts if start <= item), default=0)
    if not cut:
        return None
    return _with(text, paragraph, 1, [own[:cut], own[cut:]])


def joined_with_next(text: StandingText, paragraph: int) -> StandingText | None:
    """Make one paragraph of this one and the next; a heading stays what it is."""
    following = paragraph + 1
    if following >= len(text.paragraphs):
        return None
    if text.is_heading(paragraph) or text.is_heading(following):
        return None
    own = text.paragraphs
    return _with(text, paragraph, 2, [own[paragraph] + own[following]])


def moved_sentence(text: StandingText, paragraph: int, item: int, step: int) -> StandingText | None:
    """Move a sentence of ours over its neighbour: up by -1, down by 1.

    At the end of a paragraph it goes to the one beside it, but not over a heading.
    """
    own = text.paragraphs[paragraph]
    sentence = text.sentence(own[item])
    if sentence is None or sentence.is_heading:
        return None
    units = _units(text, own)
    at = next(n for n, unit in enumerate(units) if any(own[item] is it for it in unit))
    there = at + step
    if 0 <= there < len(units):
        units[at], units[there] = units[there], units[at]
        return _with(text, paragraph, 1, [_joined(units)])
    beside = paragraph + step
    if not 0 <= beside < len(text.paragraphs) or text.is_heading(beside):
        return None
    moved = units.pop(at)
    other = text.paragraphs[beside]
    if step < 0:
        return _with(text, beside, 2, [other + moved, _joined(units)])
    return _with(text, paragraph, 2, [_joined(units), moved + other])


def moved_paragraph(text: StandingText, paragraph: int, step: int) -> StandingText | None:
    """Move a paragraph over the one beside it, but not over a heading: up by -1, down by 1."""
    beside = paragraph + step
    if not 0 <= beside < len(text.paragraphs):
        return None
    if text.is_heading(paragraph) or text.is_heading(beside):
        return None
    both = sorted((paragraph, beside))
    return _with(text, both[0], 2, [text.paragraphs[number] for number in reversed(both)])


def without_sentence(text: StandingText, paragraph: int, item: int) -> StandingText | None:
    """Leave out a sentence of ours, but not all below a heading; a comment behind it stays."""
    own = text.paragraphs[paragraph]
    if text.sentence(own[item]) is None:
        return None
    if len(own) == 1 and _stands_alone_below_a_heading(text, paragraph):
        return None
    return _with(text, paragraph, 1, [own[:item] + own[item + 1 :]])


def _stands_alone_below_a_heading(text: StandingText, paragraph: int) -> bool:
    following = paragraph + 1
    is_last = following == len(text.paragraphs) or text.is_heading(following)
    return bool(paragraph) and text.is_heading(paragraph - 1) and is_last


def ordered(text: StandingText, paragraph: int, place: Mapping[str, int]) -> StandingText | None:
    """Put sentences of ours into another order; all else in the paragraph stays where it is.

    Parameters
    ----------
    place
        The rank of each sentence to be ordered, by the key of its item; those of the same rank
        keep their order.
    """
    units = _units(text, text.paragraphs[paragraph])
    slots = [
        number
        for number, unit in enumerate(units)
        if unit[0].kind is ItemKind.SENTENCE and unit[0].key in place
    ]
    chosen = sorted((units[number] for number in slots), key=lambda unit: place[unit[0].key])
    for number, unit in zip(slots, chosen, strict=True):
        units[number] = unit
    if (now := _joined(units)) == text.paragraphs[paragraph]:
        return None
    return _with(text, paragraph, 1, [now])


def _units(text: StandingText, paragraph: Sequence[Item]) -> list[Unit]:
    units: list[Unit] = []
    for item in paragraph:
        if units and (_is_remark(item, units[-1][-1]) or _goes_on(text, item, units[-1])):
            units[-1] += (item,)
        else:
            units.append((item,))
    return units


def _goes_on(text: StandingText, item: Item, unit: Unit) -> bool:
    """Tell whether an item goes on to speak of authors that the last sentence of a unit names."""
    sentence = text.sentence(item)
    if sentence is None or not leans(sentence):
        return False
    named = [it for other in unit if (it := text.sentence(other)) is not None]
    return bool(named) and not set(named[-1].keys).isdisjoint(sentence.keys)


def _is_remark(item: Item, before: Item) -> bool:
    """Tell whether an item is a note that hangs on the one before it.

    That is nothing but a comment on its line, or what begins with a note that is glued to it.
    """
    if item.kind is not ItemKind.AUTHOR or item.span.start != before.span.end + len(item.lead):
        return False
    is_comment = item.text.startswith("%") and not count_line_ends(item.lead + item.text)
    return is_comment or is_glued(item)


def _joined(units: Sequence[Unit]) -> tuple[Item, ...]:
    return tuple(item for unit in units for item in unit)


def _with(
    text: StandingText, first: int, count: int, new: Sequence[Sequence[Item]]
) -> StandingText | None:
    paragraphs = [*text.paragraphs[:first], *new, *text.paragraphs[first + count :]]
    changed = text.with_paragraphs(paragraphs)
    return changed if changed.is_read_back else None
