"""Merges a new result with what the author made of the last one, sentence by sentence.

This is a three-way merge over sentences and paragraph breaks: of the last result, the text between
the marks now, and the new result. A change of one side alone is taken over; where both sides
changed the same place in different ways, the author's words stay and new ones go around them,
unless the author decides otherwise.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from itertools import chain

from citeloom.placing.block import BREAK, NOWHERE, Block, Item, ItemKind, read_block
from citeloom.placing.decision import KEEP_MINE, Decision, collision_id
from citeloom.placing.folding import count_line_ends, excerpt, fold, split_lines
from citeloom.placing.hunks import hunks, regions
from citeloom.placing.passages.notes import is_glued, note_item
from citeloom.placing.passages.whole_passages import (
    UnclosedError,
    own_sentences_apart,
    whole_passages,
)
from citeloom.placing.settling import LeftOut, Settled, settle
from citeloom.problem import InputError, Remedy
from citeloom_latex.spans import Span


class MergeConflict(InputError):  # noqa: N818 - what it is called where texts are merged
    """The new result cannot be merged with what the author changed between the marks.

    Its details are a unified diff from the present text to the new one, without a line end after
    the last line; ``passage`` is where the author's passage stands in the present text, of which
    ``why`` says what is in the way. ``collision`` is all that stands there against all of the new
    text, which the author may decide on; None where neither could follow the other.
    """

    def __init__(
        self,
        why: str,
        diff: str,
        content: str,
        passage: Span,
        advice: str,
        collision: "Collision | None" = None,
    ) -> None:
        words = excerpt(passage.of(content))
        super().__init__(
            f"the new text cannot be merged with yours: {why} ('{words}'); nothing was written",
            advice=advice,
            details=diff,
        )
        self.passage = passage
        self.collision = collision


@dataclass(frozen=True, slots=True)
class Collision:
    """A place that the author and the new result both changed.

    The author's version stands there, or the new one if it is ``taken``. ``own`` is the author's
    passage, folded, and empty where sentences were taken out; ``before`` are the sentences of the
    last result that it was made of, folded; ``new`` is the LaTeX of the new sentences. ``span`` is
    the passage in the present text between the marks, None where sentences were taken out;
    ``merged`` is what stands for it in the merged text, None where nothing does.
    """

    own: str
    before: tuple[str, ...]
    new: tuple[str, ...]
    span: Span | None
    merged: Span | None
    taken: bool = False

    @property
    def id(self) -> str:
        """The id that a decision names it by."""
        return collision_id(self.own, self.before, self.new)

    @property
    def is_all(self) -> bool:
        """Whether it is all that stands between the marks, as the last result is not known."""
        return not self.before

    def moved(self, span: int, merged: int) -> "Collision":
        """Return the collision with its places moved by so many characters."""
        return replace(self, span=_moved(self.span, span), merged=_moved(self.merged, merged))


def _moved(span: Span | None, by: int) -> Span | None:
    return None if span is None else Span(span.start + by, span.end + by)


@dataclass(frozen=True, slots=True)
class Merged:
    """The new text between the marks, and the author's own passages in it, folded.

    ``collisions`` are the places where either the author's words or new ones are left out, and
    ``moved`` counts the new paragraphs that stand elsewhere, so that the author's keep their order.
    """

    content: str
    kept: tuple[str, ...]
    collisions: tuple[Collision, ...] = ()
    moved: int = 0


def merge(
    content: str,
    base: Sequence[Sequence[str]],
    new: Sequence[Sequence[str]],
    line_end: str = "\n",
    decision: Decision = KEEP_MINE,
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
    decision
        What the author decided where both changed the same place.

    Raises
    ------
    MergeConflict
        If both changed the same place and the last result is not known, unless that is decided; or
        if a passage of the author's opens what it does not close.
    """
    block = read_block(content, chain(*base, *new))
    fresh = _items(new, line_end)
    if not block.items:
        return Merged(put_together(fresh, block, line_end)[0], ())
    base_keys, new_keys = _keys(_items(base, line_end)), _keys(fresh)
    if base_keys == new_keys:
        return Merged(content, passages(block.items))
    if decision.below:
        return _below(content, block, fresh, line_end)
    chosen = _without_collisions(block, base_keys, fresh)
    if chosen is not None:
        return Merged(put_together(chosen, block, line_end)[0], passages(chosen))
    if not base_keys:
        return _without_base(content, block, fresh, line_end, decision)
    _whole_passages(content, block, fresh, line_end)
    standing = set(_keys(block.items))
    gone = [item.text for item in _items(base, line_end) if item.key not in standing]
    apart = Block(tuple(own_sentences_apart(content, block.items, gone)), block.tail)
    now = whole_passages(content, apart.items)
    settled = settle(
        now,
        _by_paragraph(base, line_end),
        _by_paragraph(new, line_end),
        lambda left_out: decision.takes_new(_collision(left_out).id),
    )
    return _merged(settled, Block(tuple(now), block.tail), line_end)


def _below(content: str, block: Block, fresh: Sequence[Item], line_end: str) -> Merged:
    _whole_passages(content, block, fresh, line_end)
    ends = count_line_ends(content[len(content.rstrip()) :])
    below = put_together(fresh, _NO_BLOCK, line_end)[0]
    return Merged(content + line_end * max(0, 2 - ends) + below, passages(block.items))


def _without_base(
    content: str, block: Block, fresh: Sequence[Item], line_end: str, decision: Decision
) -> Merged:
    """Return the new text alone, if the author so decided on all that stands there."""
    text = put_together(fresh, _NO_BLOCK, line_end)[0]
    new = tuple(item.text for item in fresh if item.kind is not ItemKind.BREAK)
    all_of_it = Collision(fold(content), (), new, Span(0, len(content)), None)
    if decision.takes_new(all_of_it.id):
        _whole_passages(content, block, fresh, line_end)
        if (notes := note_item(content, line_end)) is not None:
            text = put_together([*fresh, notes], _NO_BLOCK, line_end)[0]
        taken = replace(all_of_it, merged=Span(0, len(text)), taken=True)
        return Merged(text, (), (taken,))
    passage = next((it for it in block.items if it.kind is ItemKind.AUTHOR), block.items[0])
    raise MergeConflict(
        "its record is missing, so your changes cannot be told from the text that was written",
        _difference(content, text),
        content,
        passage.span,
        Remedy.RESTORE_RECORD,
        all_of_it,
    )


def _whole_passages(
    content: str, block: Block, fresh: Sequence[Item], line_end: str
) -> Sequence[Item]:
    """Return the items of a block, each of which closes all that it opens.

    Raises
    ------
    MergeConflict
        If one does not.
    """
    try:
        return whole_passages(content, block.items)
    except UnclosedError as error:
        why = "one of your passages has an unmatched brace or environment"
        diff = _difference(content, put_together(fresh, _NO_BLOCK, line_end)[0])
        raise MergeConflict(why, diff, content, error.span, Remedy.CLOSE) from None


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


def _merged(settled: Settled, block: Block, line_end: str) -> Merged:
    chosen: list[Item] = []
    for paragraph in settled.paragraphs:
        if chosen:
            chosen.append(new_break(line_end))
        chosen += paragraph
    content, places = put_together(chosen, block, line_end)
    where = {id(item): place for item, place in zip(chosen, places, strict=True)}
    collisions = tuple(
        replace(_collision(it), merged=_merged_span(it, where)) for it in settled.left_out
    )
    return Merged(content, passages(chosen), collisions, settled.moved)


def _collision(left_out: LeftOut) -> Collision:
    passage = left_out.passage
    return Collision(
        "" if passage is None else passage.key,
        left_out.before,
        tuple(item.text for item in left_out.new),
        None if passage is None else passage.span,
        None,
        left_out.taken,
    )


def _merged_span(left_out: LeftOut, where: Mapping[int, Span]) -> Span | None:
    """Return where the author's passage stands, or the first of the new sentences for it."""
    standing = left_out.new[0] if left_out.taken else left_out.passage
    return None if standing is None else where.get(id(standing))


def passages(items: Iterable[Item]) -> tuple[str, ...]:
    """Return the author's own passages among the items, folded."""
    return tuple(item.key for item in items if item.kind is ItemKind.AUTHOR)


_NO_BLOCK = Block((), "")


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
            write(item.lead if item.span is NOWHERE or is_glued(item) else line_end)
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
