"""The entries of a text as a sequence; each is made on first use."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import overload

from citeloom_latex.bib.entry import Entry
from citeloom_latex.bib.index import Index


@dataclass(frozen=True, slots=True)
class BibPart:
    """A part of a text with its index.

    The offsets of ``index`` count from where the part begins: at ``begin`` in ``text``, at
    ``start`` in the text that the part belongs to.
    """

    index: Index
    text: str
    begin: int
    start: int

    def entry(self, number: int) -> Entry:
        """Make the entry of that number."""
        return self.index.entry(number, self.text, self.start, self.start - self.begin)


class Entries(Sequence[Entry]):
    """The entries of a text in their order. Equal to a sequence of equal entries."""

    def __init__(self, pieces: Sequence[BibPart]) -> None:
        self.pieces = pieces

    @cached_property
    def _ends(self) -> list[int]:
        """For each piece, how many entries there are up to its end."""
        return list(accumulate(len(piece.index.starts) for piece in self.pieces))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, number: int) -> Entry: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, number: int | slice) -> Entry | tuple[Entry, ...]:
        if isinstance(number, slice):
            return tuple(self[index] for index in range(*number.indices(len(self))))
        if number < 0:
            number += len(self)
        if not 0 <= number < len(self):
            raise IndexError(f"there are {len(self)} entries")
        which = bisect_right(self._ends, number)
        piece = self.pieces[which]
        return piece.entry(number - self._ends[which] + len(piece.index.starts))

    def __iter__(self) -> Iterator[Entry]:
        for piece in self.pieces:
            for number in range(len(piece.index.starts)):
                yield piece.entry(number)

    def keys(self) -> Iterator[str]:
        """Yield the keys, without making the entries."""
        for piece in self.pieces:
            yield from piece.index.keys()

    def at(self, offset: int) -> Entry | None:
        """Return the entry that stands around an offset, its end included."""
        which = bisect_right(self.pieces, offset, key=lambda piece: piece.start) - 1
        while which >= 0:
            piece = self.pieces[which]
            number = bisect_right(piece.index.starts, offset - piece.start) - 1
            if number >= 0 and offset <= piece.start + piece.index.ends[number]:
                return piece.entry(number)
            if number >= 0 or offset > piece.start:
                return None
            # An entry may end where a piece begins that holds none there.
            which -= 1
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(
            own == entry for own, entry in zip(self, other, strict=True)
        )

    def __hash__(self) -> int:
        return hash(tuple(self.keys()))

    def __repr__(self) -> str:
        return f"Entries({list(self)!r})"
