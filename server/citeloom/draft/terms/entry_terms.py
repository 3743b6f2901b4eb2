"""An index of what entries are about: the terms of their titles, names, venues and abstracts."""

from collections import Counter
from collections.abc import Mapping
from math import log, sqrt
from threading import Lock

from citeloom.draft.entry_search import fold
from citeloom.draft.resolved_entries import EntryState, Resolved
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

    def text(self, values: Mapping[str, str]) -> str:
        """Return what an entry has in these fields."""
        return " ".join(values[name][:LONGEST] for name in self._names if name in values)

    def add(self, text: str) -> None:
        """Add an entry in the next slot; one with more terms than usual counts less for each."""
        found = terms_of(text)
        slot = len(self.norms)
        self.norms.append(1 / sqrt(0.5 + 0.5 * len(found) / self._usual))
        for term in found:
            self.slots_with.setdefault(term, []).append(slot)


class _Slots:
    """Entries by slot; one that was added stays, as older indexes may know it.

    An entry is known again by its key and texts: an edit of a string or a parent makes the values
    of many entries anew, most of them as they were.
    """

    def __init__(self) -> None:
        self.titles = _Field(TITLES, _USUAL_TITLE)
        self.people = _Field(PEOPLE, _USUAL_PEOPLE)
        self.bodies = _Field(BODY, _USUAL_BODY)
        self.fields = (self.titles, self.people, self.bodies)
        self.texts: list[tuple[str, ...]] = []
        self._slot_of: dict[tuple[str, ...], int] = {}
        self._slot_of_state: dict[EntryState, int] = {}
        self._adding = Lock()

    def slots(self, entries: Resolved) -> list[int]:
        """Return the slot of each entry; those that are new are read."""
        with self._adding:
            known = self._slot_of_state
            found = [
                known[state] if state in known else self._read(entries, number)
                for number, state in enumerate(entries.states)
            ]
            self._slot_of_state = dict(zip(entries.states, found, strict=True))
            return found

    def _read(self, entries: Resolved, number: int) -> int:
        values = entries.glance(number)[0]
        return self._slot((entries.keys[number], *(part.text(values) for part in self.fields)))

    def _slot(self, known_by: tuple[str, ...]) -> int:
        slot = self._slot_of.get(known_by)
        if slot is None:
            slot = self._slot_of[known_by] = len(self.texts)
            self.texts.append(known_by[1:])
            for part, text in zip(self.fields, known_by[1:], strict=True):
                part.add(text)
        return slot


class EntryTerms:
    """An index of entries by terms; ``before`` is the one before an edit.

    An entry that an edit left alone is not read again, wherever it stands now. Entries that are
    the same count as the first of them.
    """

    def __init__(self, entries: Resolved, before: "EntryTerms | None" = None) -> None:
        self._slots: _Slots = _Slots() if before is None else before._slots
        slots = self._slots.slots(entries)
        gone = set(range(len(self._slots.texts))).difference(slots)
        if len(gone) > MOST_GONE:
            self._slots = _Slots()
            slots, gone = self._slots.slots(entries), set()
        self._number_of: dict[int, int] = {}
        for number, slot in enumerate(slots):
            self._number_of.setdefault(slot, number)
        self._is_in_order = slots == [*range(len(slots))]
        left = [self._slots.texts[slot] for slot in gone]
        self._gone = {
            part: Counter(term for texts in left for term in terms_of(texts[which]))
            for which, part in enumerate(self._slots.fields)
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


def terms_of(text: str) -> frozenset[str]:
    """Return the terms of a text as .bib files have it."""
    return text_terms(fold(text)) if text else frozenset()
