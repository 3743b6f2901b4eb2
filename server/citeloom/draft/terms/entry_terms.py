"""An index of what entries are about: the terms of their titles, names, venues and abstracts."""

import re
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt
from threading import Lock

from citeloom.draft.entry_search import count_same, fold
from citeloom.draft.resolved_entries import EntryState, Resolved
from citeloom.words import STOP_WORDS, stem

_WORD = re.compile(r"[^\W_]+")


def text_terms(folded: str) -> frozenset[str]:
    """Return the terms of a folded text: stems; no stop words, numbers or single letters."""
    return frozenset(
        stem(word)
        for word in _WORD.findall(folded)
        if len(word) > 1 and word not in STOP_WORDS and not word.isdigit()
    )


TITLES = ("title", "subtitle", "shorttitle")
PEOPLE = ("author", "editor")
BODY = ("abstract", "keywords", "booktitle", "journal", "journaltitle", "series")
LONGEST = 2000
"""Characters of a field that count."""

MOST_POSTINGS = 2_000
"""Entries that are looked at for the terms of one question; the most telling terms come first."""

MOST_GONE = 100
LARGEST_SHARE_GONE = 0.1
"""Entries that edits changed or removed and the index still holds; with more than that number and
that share of all it is made anew, which takes long for a large .bib."""

_USUAL_TITLE = 7
_USUAL_PEOPLE = 6
_USUAL_BODY = 60


class _Field:
    """The terms of some fields of entries, each with the slots of those that have it."""

    def __init__(self, names: tuple[str, ...], usual: int) -> None:
        self.slots_with: dict[str, array[int]] = {}
        self.norms = array("d")
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
            if (slots := self.slots_with.get(term)) is None:
                slots = self.slots_with[term] = array("I")
            slots.append(slot)


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
        self._adding = Lock()

    def slots(
        self, entries: Resolved, numbers: range, known: Mapping[EntryState, int]
    ) -> list[int]:
        """Return the slots of some entries; those that are not ``known`` are read."""
        with self._adding:
            return [
                known[state]
                if (state := entries.states[number]) in known
                else self._read(entries, number)
                for number in numbers
            ]

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
        self._states = entries.states
        if before is None or not self._follow(before, entries):
            self._slots = _Slots()
            self._slot_of = array("l", self._slots.slots(entries, range(len(self._states)), {}))
            self._count = len(self._slots.texts)
            self._number_of = _first_numbers(self._slot_of, self._count)
            self._gone: frozenset[int] = frozenset()
            self._terms_gone = {part: Counter[str]() for part in self._slots.fields}

    def _follow(self, before: "EntryTerms", entries: Resolved) -> bool:
        """Take over the index before an edit; False if it holds too much that is gone by now."""
        first, last = count_same(before._states, self._states)
        old = slice(first, len(before._states) - last)
        left = before._slot_of[old]
        known = dict(zip(before._states[old], left, strict=True))
        slots = self._slots = before._slots
        new = slots.slots(entries, range(first, len(self._states) - last), known)
        self._slot_of = before._slot_of[:first] + array("l", new) + before._slot_of[old.stop :]
        self._count = len(slots.texts)
        self._number_of = _first_numbers(self._slot_of, self._count)
        # Another index may have added some since.
        changed = {*left, *before._gone, *range(before._count, self._count)}
        self._gone = frozenset(slot for slot in changed if self._number_of[slot] < 0)
        if len(self._gone) > max(MOST_GONE, LARGEST_SHARE_GONE * len(self._states)):
            return False
        self._terms_gone = {part: Counter(terms) for part, terms in before._terms_gone.items()}
        for which, part in enumerate(slots.fields):
            for slot in self._gone - before._gone:
                self._terms_gone[part].update(terms_of(slots.texts[slot][which]))
            for slot in before._gone - self._gone:
                self._terms_gone[part].subtract(terms_of(slots.texts[slot][which]))
        return True

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
        count = len(numbers)  # Another index may have added slots since.
        return {
            number: score
            for slot, score in found.items()
            if slot < count and (number := numbers[slot]) >= 0
        }

    def _add(
        self, found: dict[int, float], terms: Mapping[str, float], part: _Field, weight: float
    ) -> None:
        count, gone, norms = self._count - len(self._gone), self._terms_gone[part], part.norms
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


def _first_numbers(slots: Sequence[int], count: int) -> "array[int]":
    """Return the number of the first entry in each slot; -1 where there is none."""
    numbers = array("l", [-1]) * count
    for number, slot in zip(range(len(slots) - 1, -1, -1), reversed(slots), strict=True):
        numbers[slot] = number
    return numbers


def terms_of(text: str) -> frozenset[str]:
    """Return the terms of a text as .bib files have it."""
    return text_terms(fold(text)) if text else frozenset()
