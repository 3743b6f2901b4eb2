"""Entries with their values; after an edit, only the entries that it may concern are read again."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import overload

from citeloom.draft.document import Bibliography
from citeloom_latex.bib.entries import BibPart, Entries
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.growth import Growth
from citeloom_latex.bib.resolve import ResolvedEntry, resolve
from citeloom_latex.spans import Span

Values = tuple[Mapping[str, str], frozenset[str]]
"""The values of an entry, and the names of those that are inherited."""

_INHERITING = ("crossref", "xdata")
_Range = tuple[int, int]


class Resolved(Sequence[ResolvedEntry]):
    """The entries of some .bib files; each is made once, when it is asked for.

    ``values`` holds the values of each entry; what an edit left alone stays the same object.
    """

    def __init__(
        self, bibliographies: Sequence[Bibliography], before: "Resolved | None" = None
    ) -> None:
        self._files = bibliographies
        self._made: dict[int, ResolvedEntry] = {}
        self._pieces = [
            (file, p)
            for file, bibliography in enumerate(bibliographies)
            for p in _pieces(bibliography)
        ]
        self.keys = [
            *chain.from_iterable(
                bibliography.facts.entries.keys() for bibliography in bibliographies
            )
        ]
        self._parents: frozenset[str]
        self.values: list[Values]
        self.stopped: tuple[tuple[int, Span, str], ...] = ()
        """Where strings or inherited fields are left out: the file, the range, and what."""
        kept = None if before is None else self._kept(before)
        if before is None or kept is None:
            growth = Growth()
            found = resolve(
                [(bibliography.text, bibliography.facts) for bibliography in bibliographies], growth
            )
            self.stopped = tuple(growth.stopped)
            self.values = [(entry.values, entry.inherited) for entry in found]
            self._parents = frozenset(parent for own, _ in self.values for parent in _parents(own))
        else:
            self.values, self._parents = kept, before._parents

    def _kept(self, before: "Resolved") -> list[Values] | None:
        """Return the values, most of them from ``before``; None if the edit may concern any entry.

        A string concerns all entries after it; a parent concerns its children, wherever they are.
        """
        if before.stopped:
            return None
        first, last = _shared(before._pieces, self._pieces)
        old = before._pieces[first : len(before._pieces) - last]
        new = self._pieces[first : len(self._pieces) - last]
        if any(piece.index.strings for _, piece in (*old, *new)):
            return None
        start = _count(before._pieces[:first])
        gone = range(start, start + _count(old))
        come = range(start, start + _count(new))
        keys = {before.keys[number] for number in gone} | {self.keys[number] for number in come}
        if any(key.lower() in before._parents for key in keys):
            return None
        growth = Growth()
        values = self._resolved_alone(new, growth)
        concerned = (*before.values[gone.start : gone.stop], *values)
        if growth.stopped or any(_parents(own) for own, _ in concerned):
            return None
        return [*before.values[: gone.start], *values, *before.values[gone.stop :]]

    def _resolved_alone(
        self, pieces: Sequence[tuple[int, BibPart]], growth: Growth
    ) -> list[Values]:
        """Return the values of the entries of some pieces; these entries have no parents."""
        chosen = {id(piece) for _, piece in pieces}
        texts = []
        for file, bibliography in enumerate(self._files):
            needed = [
                p for f, p in self._pieces if f == file and (p.index.strings or id(p) in chosen)
            ]
            texts.append((bibliography.text, BibFacts(Entries(needed))))
        starts = {(file, entry.start) for file, piece in pieces for entry in Entries((piece,))}
        return [
            (entry.values, entry.inherited)
            for entry in resolve(texts, growth)
            if (entry.file, entry.entry.start) in starts
        ]

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, number: int) -> ResolvedEntry: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[ResolvedEntry, ...]: ...
    def __getitem__(self, number: int | slice) -> ResolvedEntry | tuple[ResolvedEntry, ...]:
        if isinstance(number, slice):
            return tuple(self[position] for position in range(*number.indices(len(self))))
        if number < 0:
            number += len(self)
        if number not in self._made:
            values, inherited = self.values[number]
            file, inside = 0, number
            while inside >= (own := len(self._files[file].facts.entries)):
                file, inside = file + 1, inside - own
            entry = self._files[file].facts.entries[inside]
            self._made[number] = ResolvedEntry(entry, file, values, inherited)
        return self._made[number]

    def __iter__(self) -> Iterator[ResolvedEntry]:
        return (self[number] for number in range(len(self)))


def _pieces(bibliography: Bibliography) -> Sequence[BibPart]:
    return bibliography.facts.entries.pieces


def _count(pieces: Sequence[tuple[int, BibPart]]) -> int:
    return len(Entries([piece for _, piece in pieces]))


def _parents(values: Mapping[str, str]) -> list[str]:
    """Return the keys, in lower case, of the entries that these values inherit from."""
    named = ",".join(values[name] for name in _INHERITING if name in values)
    return [key.strip().lower() for key in named.split(",")] if named else []


def _shared(old: Sequence[tuple[int, BibPart]], new: Sequence[tuple[int, BibPart]]) -> _Range:
    """Return how many pieces are the same at the beginning and at the end."""
    most = min(len(old), len(new))
    first = last = 0
    while first < most and _is_same(old[first], new[first]):
        first += 1
    while last < most - first and _is_same(old[-1 - last], new[-1 - last]):
        last += 1
    return first, last


def _is_same(piece: tuple[int, BibPart], other: tuple[int, BibPart]) -> bool:
    return piece[0] == other[0] and piece[1].index is other[1].index
