"""Sequences of facts that are joined, moved or computed only on first use."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain
from typing import Protocol, Self, TypeVar, overload


class Movable(Protocol):
    """A fact with ranges in it."""

    def moved(self, by: int) -> Self:
        """Return the fact ``by`` code points further on."""


_T = TypeVar("_T")
_M = TypeVar("_M", bound=Movable)


class Later(Sequence[_T]):
    """A sequence that ``find`` computes on first use."""

    def __init__(self, find: Callable[[], Sequence[_T]]) -> None:
        self._find: Callable[[], Sequence[_T]] | None = find
        self._found: Sequence[_T] = ()

    def _all(self) -> Sequence[_T]:
        # Two threads may both find it here; they find the same, and either result will do.
        if find := self._find:
            self._found = find()
            self._find = None
        return self._found

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[_T]:
        return iter(self._all())

    @overload
    def __getitem__(self, at: int) -> _T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[_T]: ...
    def __getitem__(self, at: int | slice) -> _T | Sequence[_T]:
        return self._all()[at]

    def __eq__(self, other: object) -> bool:
        return _equal(self, other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class Pieced(Sequence[_M]):
    """The facts of several stretches of a text in order.

    ``pieces`` are the facts of each stretch, and how far they have moved since they were read.
    Those of a stretch that has moved are made anew when they are asked for.
    """

    def __init__(self, pieces: Sequence[tuple[Sequence[_M], int]]) -> None:
        self._pieces = pieces
        self._moved = [*pieces]

    @property
    def pieces(self) -> list[Sequence[_M]]:
        """The facts of each stretch as they were read, before they moved."""
        return [piece for piece, _ in self._pieces]

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(map(len, self.pieces)))

    def _piece(self, number: int) -> Sequence[_M]:
        # A piece and its move change in one step: another thread may ask at the same time.
        piece, by = self._moved[number]
        if by:
            piece = [fact.moved(by) for fact in piece]
            self._moved[number] = piece, 0
        return piece

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[_M]:
        return chain.from_iterable(map(self._piece, range(len(self._moved))))

    @overload
    def __getitem__(self, at: int) -> _M: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[_M]: ...
    def __getitem__(self, at: int | slice) -> _M | Sequence[_M]:
        if isinstance(at, slice):
            return tuple([self[number] for number in range(*at.indices(len(self)))])
        if at < 0:
            at += len(self)
        if not 0 <= at < len(self):
            raise IndexError(at)
        number = bisect_right(self._ends, at)
        piece, by = self._moved[number]
        fact = piece[at - self._ends[number]]
        return fact.moved(by) if by else fact

    def __eq__(self, other: object) -> bool:
        return _equal(self, other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def _equal(ours: Sequence[object], other: object) -> bool:
    return isinstance(other, tuple | Later | Pieced) and [*ours] == [*other]
