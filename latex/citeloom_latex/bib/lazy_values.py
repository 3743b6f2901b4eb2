"""The values of entries, each resolved when it is asked for; the same as those of ``resolve``."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from citeloom_latex.bib.entries import BibPart
from citeloom_latex.bib.expansion_limits import LONGEST_STRING, MOST_PUT_IN, Growth
from citeloom_latex.bib.facts import BibFacts, Entry
from citeloom_latex.bib.resolve import (
    MONTHS,
    inherit,
    keys_of,
    own_values,
    parents_first,
    parents_of,
    string_value,
)
from citeloom_latex.bib.survey import Survey
from citeloom_latex.spans import Characters

Texts = Sequence[tuple[Characters, BibFacts]]


class LazyValues:
    """What the values of the entries of some .bib texts depend on beside the entries.

    ``are_sure`` is false where strings might grow too large: ``resolve`` then tells where.
    ``growth`` says where inherited fields are too many, once ``inheriting`` was asked for.
    """

    def __init__(self, files: Texts, keys: Sequence[str]) -> None:
        self._files = files
        self._keys = keys
        self.growth = Growth()
        self._strings = StringHistory(files, self.growth)
        self.are_sure = not self.growth.stopped and self._is_small()

    def own(self, number: int) -> tuple[Entry, dict[str, str]]:
        """Return an entry with the values that stand in it."""
        file, entry = self.entry(number)
        strings = self._strings.at(file, entry.start)
        return entry, own_values(self._files[file][0], entry, strings, Growth(), file)

    def entry(self, number: int) -> tuple[int, Entry]:
        """Return an entry with the index of its file."""
        file = bisect_right(self._ends, number)
        entries = self._files[file][1].entries
        return file, entries[number - self._ends[file] + len(entries)]

    @cached_property
    def inheriting(self) -> Mapping[int, tuple[Mapping[str, str], frozenset[str]]]:
        """The values of the entries that have parents, with the names of those inherited."""
        own = {number: self.own(number) for number in self.naming}
        by_key = self._numbers_of_keys({number: values for number, (_, values) in own.items()})
        if by_key is None:
            return {}
        parents = {number: parents_of(values, by_key) for number, (_, values) in own.items()}
        parents = {number: found for number, found in parents.items() if found}
        full: dict[int, dict[str, str]] = {}
        found = {}
        for number in parents_first(parents):
            if number not in parents:
                full[number] = self.own(number)[1] if number not in own else own[number][1]
                continue
            entry, values = own[number]
            full[number] = dict(values)
            most = len(values) + self.growth.fields_left()
            for parent, field in parents[number]:
                of_parent = full[parent] if parent in full else self.own(parent)[1]
                if not inherit(full[number], entry.type, of_parent, field, most):
                    file, _ = self.entry(number)
                    self.growth.stopped.append((file, entry.key_span, "inherited fields"))
                    break
            self.growth.inherited += len(full[number]) - len(values)
            found[number] = (full[number], frozenset(full[number].keys() - values.keys()))
        return found

    @cached_property
    def naming(self) -> tuple[int, ...]:
        """The numbers of the entries that may name others, or themselves by another name."""
        return tuple(
            first + number for first, piece in self._pieces() for number in _survey(piece).naming
        )

    @cached_property
    def _ends(self) -> list[int]:
        ends, count = [], 0
        for _, facts in self._files:
            count += len(facts.entries)
            ends.append(count)
        return ends

    def _pieces(self) -> Iterator[tuple[int, BibPart]]:
        """Yield the parts of the texts, each with the number of its first entry."""
        first = 0
        for _, facts in self._files:
            for piece in facts.entries.pieces:
                yield first, piece
                first += len(piece.index.starts)

    def _is_small(self) -> bool:
        """Tell whether strings surely fit into all values, one by one and all together."""
        longest = self._strings.longest
        if longest > LONGEST_STRING // 2:
            return False
        parts = sum(_survey(piece).strings for _, piece in self._pieces())
        if self.growth.put_in + parts * longest > MOST_PUT_IN:
            return False
        return all(
            piece.index.ends[number] - piece.index.starts[number] + (joins + 1) * longest
            <= LONGEST_STRING
            for _, piece in self._pieces()
            for number, joins in _survey(piece).joins
        )

    def _numbers_of_keys(self, own: Mapping[int, Mapping[str, str]]) -> dict[str, int] | None:
        """Return the entry of each key, in lower case; None where no entry has a parent."""
        if not any("crossref" in values or "xdata" in values for values in own.values()):
            return None
        by_key: dict[str, int] = {}
        for number, key in enumerate(self._keys):
            by_key.setdefault(key.lower(), number)
        for number, values in own.items():
            for alias in keys_of(values, "ids"):
                by_key.setdefault(alias, number)
        return by_key


class StringHistory:
    """The values of strings at each place: the last one before it, else the last of all."""

    def __init__(self, files: Texts, growth: Growth) -> None:
        self._places: list[tuple[int, int]] = []
        self._states: dict[str, list[tuple[int, str]]] = {}
        self._first = strings = dict(MONTHS)
        definitions = [
            (file, text, definition)
            for file, (text, facts) in enumerate(files)
            for definition in facts.strings
        ]
        for file, text, definition in definitions:
            strings[definition.name] = string_value(text, definition, strings, growth, file)
        last = dict(strings)
        definitions.sort(key=lambda found: (found[0], found[2].span.start))
        for number, (file, text, definition) in enumerate(definitions):
            value = last[definition.name] = string_value(text, definition, last, growth, file)
            self._places.append((file, definition.span.start))
            self._states.setdefault(definition.name, []).append((number, value))
        values = (value for states in self._states.values() for _, value in states)
        self.longest = max(map(len, (*strings.values(), *values)))

    def at(self, file: int, offset: int) -> Mapping[str, str]:
        """Return the values that count at a place."""
        if not self._places:
            return self._first
        return _StringsAt(self._first, self._states, bisect_right(self._places, (file, offset)))


class _StringsAt(Mapping[str, str]):
    """The values of strings behind the first definitions."""

    def __init__(
        self,
        first: Mapping[str, str],
        states: Mapping[str, Sequence[tuple[int, str]]],
        count: int,
    ) -> None:
        self._first = first
        self._states = states
        self._count = count

    def __getitem__(self, name: str) -> str:
        states = self._states.get(name, ())
        before = bisect_right(states, self._count - 1, key=lambda state: state[0])
        return states[before - 1][1] if before else self._first[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._first)

    def __len__(self) -> int:
        return len(self._first)


def _survey(piece: BibPart) -> Survey:
    return piece.index.survey(piece.text, piece.begin)
