"""Finds where two texts differ from their common base, and where their changes collide."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher


@dataclass(frozen=True, slots=True)
class Hunk:
    """A place where a side differs from the base.

    In place of the base's items ``start`` to ``end``, the side has ``size`` items from ``at`` on.
    """

    start: int
    end: int
    at: int
    size: int

    def collides(self, other: "Hunk") -> bool:
        """Tell whether two sides change the same place.

        An insertion collides with any change of its two neighbours; replacements that only touch
        do not collide.
        """
        if self.start == self.end or other.start == other.end:
            return self.start <= other.end and other.start <= self.end
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Region:
    """Changes of both sides that collide with each other, or a single change."""

    own: tuple[Hunk, ...]
    new: tuple[Hunk, ...]

    @property
    def start(self) -> int:
        """The first item of the base that changes."""
        return min(hunk.start for hunk in (*self.own, *self.new))

    @property
    def end(self) -> int:
        """The end of the items of the base that change."""
        return max(hunk.end for hunk in (*self.own, *self.new))

    @property
    def own_size(self) -> int:
        """How many items the author has there."""
        return self._size(self.own)

    @property
    def new_size(self) -> int:
        """How many items the new text has there."""
        return self._size(self.new)

    def _size(self, hunks: Sequence[Hunk]) -> int:
        return self.end - self.start + sum(hunk.size - (hunk.end - hunk.start) for hunk in hunks)


def hunks(base: Sequence[str], side: Sequence[str]) -> list[Hunk]:
    """Return where ``side`` differs from ``base``, in order."""
    opcodes = SequenceMatcher(None, base, side, autojunk=False).get_opcodes()
    return [Hunk(i, j, m, n - m) for tag, i, j, m, n in opcodes if tag != "equal"]


def regions(own: Sequence[Hunk], new: Sequence[Hunk]) -> Iterator[Region]:
    """Group the hunks that collide, in order."""
    marked = [(hunk, True) for hunk in own] + [(hunk, False) for hunk in new]
    marked.sort(key=lambda pair: (pair[0].start, pair[0].end))
    group: list[tuple[Hunk, bool]] = []
    for pair in marked:
        if group and not any(pair[0].collides(hunk) for hunk, _ in group):
            yield _region(group)
            group = []
        group.append(pair)
    if group:
        yield _region(group)


def _region(group: Sequence[tuple[Hunk, bool]]) -> Region:
    return Region(
        tuple(hunk for hunk, is_own in group if is_own),
        tuple(hunk for hunk, is_own in group if not is_own),
    )
