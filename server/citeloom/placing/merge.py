"""Merges a new result with what the author made of the last one, sentence by sentence.

This is a three-way merge over sentences and paragraph breaks: of the last result, the text between
the marks now, and the new result. A change of one side alone is taken over; if both sides changed
the same place in different ways, the merge fails.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from itertools import chain

from citeloom.placing.block import BREAK, Block, Item, ItemKind, read_block
from citeloom.placing.folding import fold, split_lines
from citeloom.placing.hunks import hunks, regions
from citeloom.problem import InputError, Remedy
from citeloom_latex.spans import Span

_LONGEST_NAMED = 60
"""Characters of a passage that a message shows."""


class MergeConflict(InputError):  # noqa: N818 - what it is called where texts are merged
    """The new result collides with what the author changed between the marks.

    Its details are a unified diff from the present text to the new one, without a line end after
    the last line; ``passages`` are the author's own words that collide, ``deleted`` the colliding
    sentences that the author took out, all folded.
    """

    def __init__(self, diff: str, passages: tuple[str, ...], deleted: tuple[str, ...]) -> None:
        counts = [
            f"{len(what)} {name}{'' if len(what) == 1 else 's'} {rest}"
            for what, name, rest in (
                (passages, "passage", "of yours"),
                (deleted, "sentence", "that you took out"),
            )
            if what
        ]
        changed = ", ".join(counts) or "the order or the paragraphs"
        if first := next(iter((*passages, *deleted)), ""):
            shown = first if len(first) <= _LONGEST_NAMED else f"{first[:_LONGEST_NAMED].rstrip()}…"
            changed += f" ('{shown}')"
        super().__init__(
            f"the new text collides with what you changed between the marks: {changed}; "
            "nothing was written",
            advice=Remedy.TAKE_OUT,
            details=diff,
        )
        self.passages = passages
        self.deleted = deleted


@dataclass(frozen=True, slots=True)
class Merged:
    """The new text between the marks, and the author's own passages in it, folded."""

    content: str
    kept: tuple[str, ...]


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
        If the author and the new result changed the same place in different ways.
    """
    block = read_block(content, chain(*base, *new))
    fresh = _items(new, line_end)
    if not block.items:
        return Merged(_put_together(fresh, block, line_end), ())
    base_keys, new_keys = _keys(_items(base, line_end)), _keys(fresh)
    if base_keys == new_keys:
        return Merged(content, passages(block.items))
    own, now = list(block.items), _keys(block.items)
    own_hunks = hunks(base_keys, now)
    chosen: list[Item] = []
    collisions: list[_Collision] = []
    at = own_at = new_at = 0
    for region in regions(own_hunks, hunks(base_keys, new_keys)):
        same = region.start - at
        own_from, new_from = own_at + same, new_at + same
        chosen += own[own_at:own_from]
        at, own_at, new_at = region.end, own_from + region.own_size, new_from + region.new_size
        if not region.new or now[own_from:own_at] == new_keys[new_from:new_at]:
            chosen += own[own_from:own_at]
        elif region.own:
            collisions.append((own[own_from:own_at], base_keys[region.start : region.end]))
        else:
            chosen += fresh[new_from:new_at]
            # A sentence that the author took out or moved must not come back at another place.
            back = set(new_keys[new_from:new_at]) - {BREAK}
            collisions += [
                (own[hunk.at : hunk.at + hunk.size], base_keys[hunk.start : hunk.end])
                for hunk in own_hunks
                if not back.isdisjoint(base_keys[hunk.start : hunk.end])
            ]
    chosen += own[own_at:]
    if collisions:
        raise _conflict(content, _put_together(fresh, Block((), ""), line_end), collisions)
    return Merged(_put_together(chosen, block, line_end), passages(chosen))


def passages(items: Iterable[Item]) -> tuple[str, ...]:
    """Return the author's own passages among the items, folded."""
    return tuple(item.key for item in items if item.kind is ItemKind.AUTHOR)


# The items at a colliding place, and the keys of the last result's items there.
_Collision = tuple[Sequence[Item], Sequence[str]]


_NOWHERE = Span(-1, -1)


def _items(paragraphs: Sequence[Sequence[str]], line_end: str) -> list[Item]:
    """Return the items of a result, with breaks between its paragraphs; their spans are nowhere."""
    items: list[Item] = []
    for paragraph in paragraphs:
        if items:
            items.append(Item(ItemKind.BREAK, BREAK, "", line_end * 2, _NOWHERE))
        items += [
            Item(ItemKind.SENTENCE, fold(latex), line_end, latex, _NOWHERE) for latex in paragraph
        ]
    return items


def _keys(items: Sequence[Item]) -> list[str]:
    return [item.key for item in items]


def _put_together(items: Sequence[Item], block: Block, line_end: str) -> str:
    """Join items as lines; neighbours in the block keep their spacing."""
    written: list[str] = []
    last: Item | None = None
    for item in items:
        breaks = item.kind is ItemKind.BREAK
        if breaks and (last is None or last.kind is ItemKind.BREAK):
            continue
        if _side_by_side(last, item, block):
            written.append(item.lead)
        elif last is not None and not breaks and last.kind is not ItemKind.BREAK:
            written.append(line_end)
        written.append(item.text)
        last = item
    if last is not None and last.kind is ItemKind.BREAK:
        written.pop()
    if block.items and last is block.items[-1]:
        written.append(block.tail)
    elif written:
        written.append(line_end)
    return "".join(written)


def _side_by_side(last: Item | None, item: Item, block: Block) -> bool:
    if item.span is _NOWHERE:
        return False
    if last is None:
        return item is block.items[0]
    return last.span is not _NOWHERE and last.span.end + len(item.lead) == item.span.start


def _conflict(content: str, text: str, collisions: Sequence[_Collision]) -> MergeConflict:
    lines = unified_diff(
        split_lines(content), split_lines(text), "in the draft", "new text", lineterm=""
    )
    own = [words for items, _ in collisions for words in passages(items)]
    deleted = [
        key
        for items, before in collisions
        for key in before
        if key != BREAK and key not in {item.key for item in items}
    ]
    return MergeConflict("\n".join(lines), tuple(dict.fromkeys(own)), tuple(dict.fromkeys(deleted)))
