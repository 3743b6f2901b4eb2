"""An index of what entries are about: the terms of their titles, names, venues and abstracts."""

from collections import Counter
from collections.abc import Mapping
from math import log, sqrt
from threading import Lock

from citeloom.draft.entry_search import fold
from citeloom.draft.resolved_entries import Resolved, Values
from citeloom.draft.terms.text_terms import text_terms

TITLES = ("title", "subtitle", "shorttitle")
PEOPLE = ("author", "editor")
BODY = ("abstract", "keywords", "booktitle", "journal", "journaltitle", "series")
LONGEST = 2000
"""Characters of a field that count."""

MOST_POSTINGS = 2_000
"""Entries that are looked at for the terms of one question; the most telling terms come first."""

MOST_GONE = 100
"""Entries that an edit changed or removed and the index still holds; with more it is made anew."""

_USUAL_TITLE = 7
_USUAL_PEOPLE = 6
_USUAL_BODY = 60


class _Field:
    """The terms of some fields of entries, each with the slots of those that have it."""

    def __init__(self, names: tuple[str, ...], usual: int) -> None:
        self.slots_with: dict[str, list[int]] = {}
        self.norms: list[float] = []
        self._names = names
        self._usual = usual

    def terms_of(self, values: Mapping[str, str]) -> frozenset[str]:
        """Return the terms that an entry has in these fields."""
        text = " ".join(values[name][:LONGEST] for name in self._names if name in values)
        return text_terms(fold(text)) if text else frozenset()

    def add(self, values: Mapping[str, str]) -> None:
        """Add an entry in the next slot; one with more terms than usual counts less for each."""
        found = self.terms_of(values)
        slot = len(self.norms)
        self.norms.append(1 / sqrt(0.5 + 0.5 * len(found) / self._usual))
        for term in found:
            self.slots_with.setdefault(term, []).append(slot)


class _Slots:
    """Entries by slot; one that was added stays, as older indexes may know it."""

    def __init__(self) -> None:
        self.titles = _Field(TITLES, _USUAL_TITLE)
        self.people = _Field(PEOPLE, _USUAL_PEOPLE)
        self.bodies = _Field(BODY, _USUAL_BODY)
        self.fields = (self.titles, self.people, self.bodies)
        self.held: list[Values] = []
        self.adding = Lock()
        self._slot_of: dict[int, int] = {}

    def slot(self, values: Values) -> int:
        """Return the slot of an entry's values; they are read the first time."""
        known = self._slot_of.get(id(values))
        if known is not None:
            return known
        for part in self.fields:
            part.add(values[0])
        self._slot_of[id(values)] = len(self.held)
        self.held.append(values)
        return len(self.held) - 1


class EntryTerms:
    """An index of entries by terms; ``before`` is the one before an edit.

    An entry that an edit left alone is not read again, wherever it stands now.
    """

    def __init__(self, entries: Resolved, before: "EntryTerms | None" = None) -> None:
        self._slots: _Slots = _Slots() if before is None else before._slots
        with self._slots.adding:
            slots = [self._slots.slot(values) for values in entries.values]
        gone = set(range(len(self._slots.held))).difference(slots)
        if len(gone) > MOST_GONE:
            self._slots, gone = _Slots(), set()
            slots = [self._slots.slot(values) for values in entries.values]
        self._number_of = {slot: number for number, slot in enumerate(slots)}
        self._is_in_order = slots == [*range(len(slots))]
        left = [self._slots.held[slot][0] for slot in gone]
        self._gone = {
            part: Counter(term for values in left for term in part.terms_of(values))
            for part in self._slots.fields
        }

    def scores(
        self, terms: Mapping[str, float], names: Mapping[str, float], body: float
    ) -> dict[int, float]:
        """Return by number how much each entry shares with weighted terms and people's names.

        A term of the title counts once, one of abstract or venue ``body`` times.
        """
        slots = self._slots
        found: dict[int, float] = {}
        self._add(found, terms, slots.titles, 1.0)
        self._add(found, names, slots.people, 1.0)
        if body:
            self._add(found, terms, slots.bodies, body)
        numbers = self._number_of
        if self._is_in_order:
            return found
        return {numbers[slot]: score for slot, score in found.items() if slot in numbers}

    def _add(
        self, found: dict[int, float], terms: Mapping[str, float], part: _Field, weight: float
    ) -> None:
        count, gone, norms = len(self._number_of), self._gone[part], part.norms
        telling = sorted(
            (factor * log(count / having), term, having)
            for term, factor in terms.items()
            if factor and 0 < (having := len(part.slots_with.get(term, ())) - gone[term]) < count
        )
        followed = 0
        for tells, term, having in reversed(telling):
            followed += having
            if followed > MOST_POSTINGS:
                break
            tells *= weight
            for slot in part.slots_with[term]:
                found[slot] = found.get(slot, 0.0) + tells * norms[slot]
