"""Merges a new result with what the author made of the last one, sentence by sentence.

This is a three-way merge over sentences and paragraph breaks: of the last result, the text between
the marks now, and the new result. A change of one side alone is taken over; where both sides
changed the same place in different ways, the author's words stay and new ones go around them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from itertools import chain

from citeloom.placing.block import BREAK, Block, Item, ItemKind, read_block
from citeloom.placing.folding import fold, split_lines
from citeloom.placing.hunks import hunks, regions
from citeloom.placing.settling import LeftOut, settle
from citeloom.placing.whole_passages import UnclosedError, whole_passages
from citeloom.problem import InputError, Remedy
from citeloom_latex.spans import Span

_LONGEST_NAMED = 60
"""Characters of a passage that a message shows."""


class MergeConflict(InputError):  # noqa: N818 - what it is called where texts are merged
    """The new result cannot be merged with what the author changed between the marks.

    Its details are a unified diff from the present text to the new one, without a line end after
    the last line; ``passage`` is where the author's passage stands in the present text, of which
    ``why`` says what is in the way.
    """

    def __init__(self, why: str, diff: str, content: str, passage: Span, advice: str) -> None:
        words = fold(passage.of(content))
        if len(words) > _LONGEST_NAMED:
            words = f"{words[:_LONGEST_NAMED].rstrip()}…"
        super().__init__(
            f"the new text cannot be merged with yours: {why} ('{words}'); nothing was written",
            advice=advice,
            details=diff,
        )
        self.passage = passage


@dataclass(frozen=True, slots=True)
class Collision:
    """A place that the author and the new result both changed; the author's version stands there.

    ``own`` is the author's passage, folded, and empty where sentences were taken out; ``before``
    are the sentences of the last result that it was made of, folded; ``new`` is the LaTeX of the
    new sentences that are left out for it. ``span`` is the passage in the present text between the
    marks, ``merged`` in the merged one; None where sentences were taken out.
    """

    own: str
    before: tuple[str, ...]
    new: tuple[str, ...]
    span: Span | None
    merged: Span | None


@dataclass(frozen=True, slots=True)
class Merged:
    """The new text between the marks, and the author's own passages in it, folded.

    ``collisions`` are the places where the author's words were kept and new ones left out.
    """

    content: str
    kept: tuple[str, ...]
    collisions: tuple[Collision, ...] = ()


def merge(
    content: str,
    base: Sequence[Sequence[str]],
    new: Sequence[Sequence[str]],
    line_end: str = "\n",
) -> Merged:
    """Merge a new result with the text between the marks.

    If the new result equals the last one, that text stays as it is. An empty block takes the new
    text, whatever stood there before.

    Parameters
    ----------
    content
        The text between the marks, in whole lines.
    base, new
        LaTeX of the last and of the new result's sentences, paragraph by paragraph.
    line_end
        The line end of new lines.

    Raises
    ------
    MergeConflict
        If both changed the same place and the last result is not known, or a passage of the
        author's opens what it does not close.
    """
    block = read_block(content, chain(*base, *new))
    fresh = _items(new, line_end)
    if not block.items:
        return Merged(put_together(fresh, block, line_end)[0], ())
    base_keys, new_keys = _keys(_items(base, line_end)), _keys(fresh)
    if base_keys == new_keys:
        return Merged(content, passages(block.items))
    chosen = _without_collisions(block, base_keys, fresh)
    if chosen is not None:
        return Merged(put_together(chosen, block, line_end)[0], passages(chosen))
    diff = _difference(content, put_together(fresh, Block((), ""), line_end)[0])
    if not base_keys:
        passage = next((it for it in block.items if it.kind is ItemKind.AUTHOR), block.items[0])
        raise MergeConflict(
            "its record is not there, so which words are yours is not known",
            diff,
            content,
            passage.span,
            Remedy.RESTORE_RECORD,
        )
    try:
        now = whole_passages(content, block.items)
    except UnclosedError as error:
        why = "a passage of yours opens or closes what another one does not"
        raise MergeConflict(why, diff, content, error.span, Remedy.CLOSE) from None
    settled = settle(now, _by_paragraph(base, line_end), _by_paragraph(new, line_end))
    return _merged(settled.paragraphs, settled.left_out, Block(tuple(now), block.tail), line_end)


def _without_collisions(
    block: Block, base_keys: Sequence[str], fresh: Sequence[Item]
) -> list[Item] | None:
    """Return the merged items; None if both sides changed the same place in different ways."""
    own, now, new_keys = list(block.items), _keys(block.items), _keys(fresh)
    own_hunks = hunks(base_keys, now)
    chosen: list[Item] = []
    at = own_at = new_at = 0
    for region in regions(own_hunks, hunks(base_keys, new_keys)):
        same = region.start - at
        own_from, new_from = own_at + same, new_at + same
        chosen += own[own_at:own_from]
        at, own_at, new_at = region.end, own_from + region.own_size, new_from + region.new_size
        if not region.new or now[own_from:own_at] == new_keys[new_from:new_at]:
            chosen += own[own_from:own_at]
        elif region.own:
            return None
        else:
            chosen += fresh[new_from:new_at]
            # A sentence that the author took out or moved must not come back at another place.
            back = set(new_keys[new_from:new_at]) - {BREAK}
            if any(not back.isdisjoint(base_keys[it.start : it.end]) for it in own_hunks):
                return None
    return chosen + own[own_at:]


def _merged(
    paragraphs: Sequence[Sequence[Item]],
    left_out: Sequence[LeftOut],
    block: Block,
    line_end: str,
) -> Merged:
    chosen: list[Item] = []
    for paragraph in paragraphs:
        if chosen:
            chosen.append(new_break(line_end))
        chosen += paragraph
    content, places = put_together(chosen, block, line_end)
    where = {item.span: place for item, place in zip(chosen, places, strict=True)}
    collisions = tuple(
        Collision(
            "" if it.passage is None else it.passage.key,
            it.before,
            tuple(item.text for item in it.new),
            None if it.passage is None else it.passage.span,
            None if it.passage is None else where[it.passage.span],
        )
        for it in left_out
    )
    return Merged(content, passages(chosen), collisions)


def passages(items: Iterable[Item]) -> tuple[str, ...]:
    """Return the author's own passages among the items, folded."""
    return tuple(item.key for item in items if item.kind is ItemKind.AUTHOR)


NOWHERE = Span(-1, -1)
"""The span of an item that is not in the block."""


def _items(paragraphs: Sequence[Sequence[str]], line_end: str) -> list[Item]:
    """Return the items of a result, with breaks between its paragraphs; their spans are nowhere."""
    items: list[Item] = []
    for paragraph in _by_paragraph(paragraphs, line_end):
        if items:
            items.append(new_break(line_end))
        items += paragraph
    return items


def _by_paragraph(paragraphs: Sequence[Sequence[str]], line_end: str) -> list[list[Item]]:
    return [
        [Item(ItemKind.SENTENCE, fold(latex), line_end, latex, NOWHERE) for latex in paragraph]
        for paragraph in paragraphs
    ]


def new_break(line_end: str) -> Item:
    """Return a break between two paragraphs that stands nowhere yet."""
    return Item(ItemKind.BREAK, BREAK, "", line_end * 2, NOWHERE)


def _keys(items: Sequence[Item]) -> list[str]:
    return [item.key for item in items]


def put_together(items: Sequence[Item], block: Block, line_end: str) -> tuple[str, list[Span]]:
    """Join items as lines, and say where each stands; neighbours in the block keep their spacing.

    A break that parts nothing stands nowhere.
    """
    written: list[str] = []
    places: list[Span] = []
    length = 0
    last: Item | None = None

    def write(text: str) -> None:
        nonlocal length
        written.append(text)
        length += len(text)

    for item in items:
        breaks = item.kind is ItemKind.BREAK
        if breaks and (last is None or last.kind is ItemKind.BREAK):
            places.append(NOWHERE)
            continue
        if _side_by_side(last, item, block):
            write(item.lead)
        elif last is not None and not breaks and last.kind is not ItemKind.BREAK:
            write(line_end)
        write(item.text)
        places.append(Span(length - len(item.text), length))
        last = item
    if last is not None and last.kind is ItemKind.BREAK:
        written.pop()
    if block.items and last is block.items[-1]:
        write(block.tail)
    elif written:
        write(line_end)
    return "".join(written), places


def _side_by_side(last: Item | None, item: Item, block: Block) -> bool:
    if item.span is NOWHERE:
        return False
    if last is None:
        return item is block.items[0]
    return last.span is not NOWHERE and last.span.end + len(item.lead) == item.span.start


def _difference(content: str, text: str) -> str:
    lines = unified_diff(
        split_lines(content), split_lines(text), "in the draft", "new text", lineterm=""
    )
    return "\n".join(lines)
