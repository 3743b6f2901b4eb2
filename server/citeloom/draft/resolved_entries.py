"""Entries with their values, read when they are asked for; an edit leaves most of them alone."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import overload

from citeloom.draft.document import Bibliography
from citeloom_latex.bib.entries import BibPart, Entries
from citeloom_latex.bib.expansion_limits import Growth
from citeloom_latex.bib.lazy_values import LazyValues
from citeloom_latex.bib.resolve import ResolvedEntry, resolve
from citeloom_latex.spans import Span

Values = tuple[Mapping[str, str], frozenset[str]]
"""The values of an entry, and the names of those that are inherited."""

_INHERITING = ("crossref", "xdata")
_NOTHING: frozenset[str] = frozenset()
_Range = tuple[int, int]


class EntryState:
    """An entry as it is until an edit concerns it; ``values`` is None until they are asked for."""

    __slots__ = ("values",)

    def __init__(self, values: Values | None = None) -> None:
        self.values = values


class Resolved(Sequence[ResolvedEntry]):
    """The entries of some .bib files; each is made once, when it is asked for.

    ``states`` has one object for each entry; what an edit left alone keeps its own.
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
        self.keys = self._keys(before)
        """The keys of all entries; after an edit that leaves them alone, the same list."""
        texts = [(bibliography.characters, bibliography.facts) for bibliography in bibliographies]
        self._lazy = LazyValues(texts, self.keys)
        self.states: list[EntryState]
        self.stopped: tuple[tuple[int, Span, str], ...] = ()
        """Where strings or inherited fields are left out: the file, the range, and what."""
        self._parents: frozenset[str] = frozenset()
        if not self._lazy.are_sure:
            growth = Growth()
            found = resolve(texts, growth)
            self.stopped = tuple(growth.stopped)
            self.states = [EntryState((entry.values, entry.inherited)) for entry in found]
            return
        kept = None if before is None else self._kept(before)
        if before is None or kept is None:
            self.states = [EntryState() for _ in self.keys]
            for number, values in self._lazy.inheriting.items():
                self.states[number].values = values
            self.stopped = tuple(self._lazy.growth.stopped)
            own = (self.values_of(number)[0] for number in self.naming)
            self._parents = frozenset(parent for values in own for parent in _parents(values))
        else:
            self.states, self._parents = kept, before._parents

    @property
    def naming(self) -> Sequence[int]:
        """The numbers of the entries that may name others, or themselves by another name."""
        return self._lazy.naming

    def values_of(self, number: int) -> Values:
        """Return the values of an entry, which are kept from then on."""
        state = self.states[number]
        if state.values is None:
            state.values = (self._lazy.own(number)[1], _NOTHING)
        return state.values

    def glance(self, number: int) -> Values:
        """Return the values of an entry without keeping them."""
        return self.states[number].values or (self._lazy.own(number)[1], _NOTHING)

    def place(self, number: int) -> tuple[int, Span]:
        """Return the file of an entry and the range of its key."""
        file, entry = self._lazy.entry(number)
        return file, entry.key_span

    def _keys(self, before: "Resolved | None") -> list[str]:
        if before is None:
            return [*_keys_of(self._pieces)]
        first, last = _shared(before._pieces, self._pieces)
        old = [*_keys_of(before._pieces[first : len(before._pieces) - last])]
        new = [*_keys_of(self._pieces[first : len(self._pieces) - last])]
        if old == new:
            return before.keys
        start = _count(before._pieces[:first])
        return [*before.keys[:start], *new, *before.keys[start + len(old) :]]

    def _kept(self, before: "Resolved") -> list[EntryState] | None:
        """Return the states, most of them from ``before``; None if the edit may concern any entry.

        A string concerns all entries after it; a parent concerns its children, wherever they are.
        """
        if before.stopped or not before._lazy.are_sure:
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
        for numbers, entries in ((gone, before), (come, self)):
            among = (number for number in entries.naming if number in numbers)
            if any(_parents(entries._lazy.own(number)[1]) for number in among):
                return None
        states = (EntryState() for _ in come)
        return [*before.states[: gone.start], *states, *before.states[gone.stop :]]

    def __len__(self) -> int:
        return len(self.states)

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
            values, inherited = self.values_of(number)
            file, entry = self._lazy.entry(number)
            self._made[number] = ResolvedEntry(entry, file, values, inherited)
        return self._made[number]

    def __iter__(self) -> Iterator[ResolvedEntry]:
        return (self[number] for number in range(len(self)))


def _pieces(bibliography: Bibliography) -> Sequence[BibPart]:
    return bibliography.facts.entries.pieces


def _keys_of(pieces: Sequence[tuple[int, BibPart]]) -> Iterator[str]:
    return chain.from_iterable(piece.index.keys() for _, piece in pieces)


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
