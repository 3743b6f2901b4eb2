"""Settles where an author and a new result changed the same place: the author's words stay.

The new text's paragraphs stand, with these differences:

- A sentence that the author changed stands where the new text speaks of the same, in place of that.
- Those that the author changed keep their order among themselves: the others move around them.
- One that the author took out stays out, in other words too, if these cite no further paper.
- One that the author wrote or moved follows what it follows now.
- Paragraphs that the author joined or split stay so where what they hold is still there.

Where the author decides so, the new sentences stand in place of the first two; the author's notes
on such a sentence stay behind the first of them.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from citeloom.placing.block import Item, ItemKind
from citeloom.placing.counterparts import Wording, counterparts, passage_for, wording_of
from citeloom.placing.hunks import hunks
from citeloom.placing.passages.notes import note_item

_ELSEWHERE = 0.8
"""Which share of a sentence's words a passage at another place has, to be made of it."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """New sentences that are left out, as the author changed or took out what they stand for.

    ``passage`` is what the author has there, None where it was taken out; ``before`` are the
    sentences that stood there, folded. With ``taken`` the author decided the other way: the new
    sentences stand there, and the passage does not.
    """

    passage: Item | None
    before: tuple[str, ...]
    new: tuple[Item, ...]
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """The items of a text, paragraph by paragraph, and what of the new text is left out.

    ``moved`` are the paragraphs that stand elsewhere than in the new text, for the author's order.
    """

    paragraphs: tuple[tuple[Item, ...], ...]
    left_out: tuple[LeftOut, ...]
    moved: int


def settle(
    now: Sequence[Item],
    base: Sequence[Sequence[Item]],
    new: Sequence[Sequence[Item]],
    takes_new: Callable[[LeftOut], bool] = lambda _: False,
) -> Settled:
    """Return the new text with what its author has between the marks.

    Parameters
    ----------
    now
        The items between the marks, breaks included; each closes all that it opens.
    base, new
        The sentences of the last and of the new result, paragraph by paragraph.
    takes_new
        Tells whether the author wants new sentences after all, in place of the passage.
    """
    settling = _Settling(now, base, new)
    settled = settling.result()
    taken = {
        group
        for group, left_out in zip(settling.left, settled.left_out, strict=True)
        if takes_new(left_out)
    }
    return _Settling(now, base, new, taken).result() if taken else settled


@dataclass(eq=False)
class _Placed:
    """An item of the result; ``was`` is the number of the present item whose place it takes."""

    item: Item
    was: int | None = None


@dataclass
class _Standing:
    """What became of the last result's sentences, by number, and of the present items.

    ``at``: where each stands unchanged; ``made``: the passage that was made of it; ``own``: the
    items that are the author's, with the sentences that each was made of; ``moved`` are those
    that the author has put at another place.
    """

    at: dict[int, int] = field(default_factory=dict)
    made: dict[int, int] = field(default_factory=dict)
    own: dict[int, list[int]] = field(default_factory=dict)
    moved: set[int] = field(default_factory=set)


class _Settling:
    def __init__(
        self,
        now: Sequence[Item],
        base: Sequence[Sequence[Item]],
        new: Sequence[Sequence[Item]],
        taken: Collection[tuple[int, ...]] = (),
    ) -> None:
        self.now = now
        self.paragraph_now = list(_paragraph_numbers(now))
        self.base = [item for paragraph in base for item in paragraph]
        self.paragraph_before = [number for number, own in enumerate(base) for _ in own]
        self.new = [item for paragraph in new for item in paragraph]
        self.ends = set(_ends(new))
        self.wordings: dict[str, Wording] = {}
        self.standing = self._read_standing()
        self.was = {at: base for base, at in self.standing.at.items()}
        self.was.update((at, bases[0]) for at, bases in self.standing.own.items() if bases)
        self.same: dict[str, list[int]] = {}
        for at in self.standing.own:
            self.same.setdefault(self.now[at].key, []).append(at)
        self.stands_for = self._read_new()
        self.paragraphs: list[list[_Placed]] = []
        self.around: dict[int, list[_Placed]] = {}
        self.taken = {before for group in taken for before in group}
        self.put = {made[at] for at in self.taken if at in (made := self.standing.made)}
        self.noted: set[int] = set()
        self.left: dict[tuple[int, ...], list[Item]] = {}

    def result(self) -> Settled:
        paragraph: list[_Placed] = []
        for number, item in enumerate(self.new):
            paragraph += self._placed(number, item)
            if number in self.ends:
                self.paragraphs.append(paragraph)
                paragraph = []
        moved = self._keep_authors_order()
        self.paragraphs = self._as_divided()
        for paragraph in self.paragraphs:
            self.around.update((it.was, paragraph) for it in paragraph if it.was is not None)
        for number in self.standing.own:
            if number not in self.put:
                self._put_beside(number)
        items = [tuple(placed.item for placed in own) for own in self.paragraphs if own]
        return Settled(tuple(items), tuple(self._left_out()), moved)

    # What the author did

    def _read_standing(self) -> _Standing:
        standing = _Standing()
        keys = [item.key for item in self.base]
        present = [at for at, item in enumerate(self.now) if item.kind is not ItemKind.BREAK]
        own_keys = [self.now[at].key for at in present]
        loose: list[int] = []
        base_at = own_at = 0
        for hunk in [*hunks(keys, own_keys), None]:
            same = (len(keys) if hunk is None else hunk.start) - base_at
            standing.at.update(zip(range(base_at, base_at + same), present[own_at:], strict=False))
            if hunk is None:
                break
            base_at, own_at = hunk.end, hunk.at + hunk.size
            changed = present[hunk.at : own_at]
            standing.own.update({at: [] for at in changed})
            authors = [at for at in changed if self.now[at].kind is ItemKind.AUTHOR]
            passages = [self._wording(self.now[at]) for at in authors]
            for gone in range(hunk.start, hunk.end):
                made = passage_for(self._wording(self.base[gone]), passages)
                if made is None:
                    loose.append(gone)
                else:
                    standing.made[gone] = authors[made]
                    standing.own[authors[made]].append(gone)
        self._find_moved(standing, loose)
        return standing

    def _find_moved(self, standing: _Standing, loose: Sequence[int]) -> None:
        """Find sentences of the last result that stand at other places, as they were or changed."""
        free = [at for at, made_of in standing.own.items() if not made_of]
        for gone in loose:
            key, wording = self.base[gone].key, self._wording(self.base[gone])
            same = (
                at
                for at in free
                if self.now[at].key == key
                or (
                    self.now[at].kind is ItemKind.AUTHOR
                    and wording.part_in(self._wording(self.now[at])) >= _ELSEWHERE
                )
            )
            if (found := next(same, None)) is not None:
                standing.made[gone] = found
                standing.own[found].append(gone)
                standing.moved.add(found)

    # What the new text says

    def _read_new(self) -> dict[int, int]:
        """Return which sentence of the last result each new one is, or stands for."""
        old_keys, new_keys = [it.key for it in self.base], [it.key for it in self.new]
        same: dict[int, int] = {}
        free: dict[str, list[int]] = {}
        for at, key in reversed(list(enumerate(old_keys))):
            free.setdefault(key, []).append(at)
        for at, key in enumerate(new_keys):
            if free.get(key):
                same[at] = free[key].pop()
        taken = set(same.values())
        beside = [
            pair
            for hunk in hunks(old_keys, new_keys)
            for pair in zip(
                range(hunk.start, hunk.end), range(hunk.at, hunk.at + hunk.size), strict=False
            )
        ]
        found = counterparts(
            {at: self._wording(it) for at, it in enumerate(self.base) if at not in taken},
            {at: self._wording(it) for at, it in enumerate(self.new) if at not in same},
            beside,
        )
        return {**found, **same}

    def _placed(self, number: int, item: Item) -> Iterator[_Placed]:
        """Yield the items that take the place of a new sentence."""
        before, standing = self.stands_for.get(number), self.standing
        if (own := self._same_of_author(item)) is not None:
            yield from self._own(own)
        elif before is None:
            yield _Placed(item)
        elif (at := standing.at.get(before)) is not None:
            yield _Placed(self.now[at] if self.now[at].key == item.key else item, at)
        else:
            made, taken = standing.made.get(before), before in self.taken
            known = self._wording(self.base[before]).keys
            if made is not None:
                known |= self._wording(self.now[made]).keys
                yield from self._own(made)
            same = item.key == self.base[before].key
            left = not same and self._wording(item).keys <= known
            if left:
                group = (before,) if made is None else tuple(standing.own[made])
                self.left.setdefault(group, []).append(item)
            if taken:
                yield _Placed(item, made)
                yield from self._notes(made, item)
            elif not (same or left):
                yield _Placed(item)

    def _notes(self, number: int | None, new: Item) -> Iterator[_Placed]:
        """Yield the author's notes on a passage, behind the first new sentence in its place."""
        if number is None or number in self.noted:
            return
        self.noted.add(number)
        if (notes := note_item(self.now[number].text, new.lead)) is not None:
            yield _Placed(notes, number)

    def _own(self, number: int) -> Iterator[_Placed]:
        """Yield an item of the author's, if it stands nowhere yet and belongs nowhere else."""
        if number not in self.put and number not in self.standing.moved:
            self.put.add(number)
            yield _Placed(self.now[number], number)

    def _same_of_author(self, item: Item) -> int | None:
        """Return the author's item that is this new sentence; None if there is none."""
        same = (at for at in self.same.get(item.key, ()) if at not in self.put)
        return next(same, None)

    def _keep_authors_order(self) -> int:
        """Put the author's sentences in their order, and the paragraphs with them; count these."""
        firsts: dict[int, int] = {}
        for number, paragraph in enumerate(self.paragraphs):
            places = [at for at, it in enumerate(paragraph) if it.was in self.standing.own]
            own = sorted((paragraph[at] for at in places), key=lambda it: it.was or 0)
            for at, placed in zip(places, own, strict=True):
                paragraph[at] = placed
            if own:
                firsts[number] = own[0].was or 0
        ordered = [self.paragraphs[number] for number in sorted(firsts, key=firsts.__getitem__)]
        moved = 0
        for number, paragraph in zip(firsts, ordered, strict=True):
            moved += self.paragraphs[number] is not paragraph
            self.paragraphs[number] = paragraph
        return moved

    def _as_divided(self) -> list[list[_Placed]]:
        """Return the paragraphs as the author has joined and split them."""
        divided: list[list[_Placed]] = []
        last: _Placed | None = None
        for paragraph in self.paragraphs:
            for number, placed in enumerate(paragraph):
                known = self._division(last, placed)
                if known is None:
                    known = number == 0
                if known or not divided:
                    divided.append([])
                divided[-1].append(placed)
                last = placed if placed.was is not None or number == 0 else last
        return divided

    def _division(self, last: _Placed | None, placed: _Placed) -> bool | None:
        """Tell whether the author put a break between two items or took one out; else None."""
        if last is None or last.was is None or placed.was is None:
            return None
        first, second = self.was.get(last.was), self.was.get(placed.was)
        if first is None or second is None:
            return None
        parted = self.paragraph_now[last.was] != self.paragraph_now[placed.was]
        were_parted = self.paragraph_before[first] != self.paragraph_before[second]
        return parted if parted != were_parted else None

    def _put_beside(self, number: int) -> None:
        """Put an item of the author's next to its present neighbour."""
        placed, here = _Placed(self.now[number], number), self.paragraph_now[number]
        self.put.add(number)
        beside = [at for at, own in enumerate(self.paragraph_now) if own == here and at != number]
        for after, places in (
            (True, [at for at in reversed(beside) if at < number]),
            (False, [at for at in beside if at > number]),
        ):
            for at in places:
                if (paragraph := self.around.get(at)) is not None:
                    places_there = [n for n, it in enumerate(paragraph) if it.was == at]
                    paragraph.insert(places_there[-1] + 1 if after else places_there[0], placed)
                    self.around[number] = paragraph
                    return
        before = next((at for at in reversed(range(number)) if at in self.around), None)
        self.around[number] = [placed]
        place = 0 if before is None else self._number_of(self.around[before]) + 1
        self.paragraphs.insert(place, self.around[number])

    def _number_of(self, paragraph: list[_Placed]) -> int:
        return next(at for at, own in enumerate(self.paragraphs) if own is paragraph)

    def _left_out(self) -> Iterator[LeftOut]:
        for group, new in self.left.items():
            made = self.standing.made.get(group[0])
            passage = None if made is None else self.now[made]
            before = tuple(self.base[at].key for at in group)
            yield LeftOut(passage, before, tuple(new), group[0] in self.taken)

    def _wording(self, item: Item) -> Wording:
        if item.key not in self.wordings:
            self.wordings[item.key] = wording_of(item.text)
        return self.wordings[item.key]


def _paragraph_numbers(items: Sequence[Item]) -> Iterator[int]:
    number = 0
    for item in items:
        number += item.kind is ItemKind.BREAK
        yield number


def _ends(paragraphs: Sequence[Sequence[Item]]) -> Iterator[int]:
    """Yield the number of the last sentence of each paragraph that has one."""
    count = 0
    for paragraph in paragraphs:
        count += len(paragraph)
        if paragraph:
            yield count - 1
