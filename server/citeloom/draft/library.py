"""The entries of a project's .bib files, by their keys."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from threading import Lock

from citeloom.draft.document import Bibliography
from citeloom.draft.entry_search import EntrySearch
from citeloom.draft.resolved_entries import Resolved
from citeloom.draft.terms.entry_terms import EntryTerms
from citeloom.papers.software import is_software_or_data
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.spans import Span

MOST_TO_WAIT_FOR = 5_000
"""Entries that are indexed while somebody waits: it takes half a second."""


class Library:
    """The .bib files of a project, in the order in which it names them.

    ``before`` is the library before an edit: entries that did not change are not read again.
    """

    def __init__(
        self, bibliographies: Sequence[Bibliography], before: "Library | None" = None
    ) -> None:
        self.bibliographies = tuple(bibliographies)
        self._indexing = Lock()
        self._searching = Lock()
        # Takes over results only: libraries that hold one another would all stay in memory.
        found = {} if before is None else before.__dict__
        self._entries: Resolved | None = found.get("entries", found.get("_entries"))
        self._search: EntrySearch | None = found.get("search", found.get("_search"))
        self._terms: EntryTerms | None = found.get("terms", found.get("_terms"))
        self._keys: _Keys | None = found.get("_by_key", found.get("_keys"))
        self._no_papers: dict[str, tuple[Mapping[str, str], bool]] = found.get("_no_papers", {})

    @cached_property
    def entries(self) -> Resolved:
        """All entries, in order, duplicates included."""
        entries, self._entries = Resolved(self.bibliographies, self._entries), None
        return entries

    @cached_property
    def entry_of(self) -> Mapping[str, ResolvedEntry]:
        """The entry of each key; the first one where there are several."""
        return _ByKey(self._by_key.numbers, self.entries)

    @cached_property
    def number_of_lower_key(self) -> Mapping[str, int]:
        """The number of the entry of each key in lower case."""
        return self._by_key.lower_numbers

    @cached_property
    def entry_of_lower_key(self) -> Mapping[str, ResolvedEntry]:
        """The entry of each key in lower case."""
        return _ByKey(self.number_of_lower_key, self.entries)

    def entries_of(self, bibliography: Bibliography) -> Sequence[ResolvedEntry]:
        """Return the entries of one file, in order."""
        before = 0
        for other in self.bibliographies:
            if other is bibliography:
                return self.entries[before : before + len(other.facts.entries)]
            before += len(other.facts.entries)
        return ()

    def entries_naming_keys(self) -> Iterator[ResolvedEntry]:
        """Yield the entries that may name other entries, or themselves by another name."""
        return (self.entries[number] for number in self.entries.naming)

    def entries_with(self, key: str) -> list[ResolvedEntry]:
        """Return all entries with a key."""
        return [self.entries[number] for number in self._numbers_of(key)]

    def is_no_paper(self, entry: ResolvedEntry) -> bool:
        """Tell whether an entry is software or data. Cached: a large .bib takes long."""
        values, found = self._no_papers.get(entry.entry.key, (None, False))
        if values is not entry.values:
            if len(self._no_papers) > len(self.entries):  # Keys that were typed on the way.
                self._no_papers.clear()
            found = is_software_or_data(entry)
            self._no_papers[entry.entry.key] = (entry.values, found)
        return found

    def places_with(self, key: str) -> list[tuple[int, Span]]:
        """Return the file and the range of the key of all entries with a key."""
        return [self.entries.place(number) for number in self._numbers_of(key)]

    def _numbers_of(self, key: str) -> Sequence[int]:
        if key in self.doubled:
            return self.doubled[key]
        number = self._by_key.first_numbers.get(key)
        return () if number is None else (number,)

    @property
    def doubled(self) -> Mapping[str, Sequence[int]]:
        """The entries of each key that several have, by their numbers."""
        return self._by_key.doubled

    @cached_property
    def _by_key(self) -> "_Keys":
        entries, kept = self.entries, self._keys
        others = {number: _other_names(entries.values_of(number)[0]) for number in entries.naming}
        others = {number: names for number, names in others.items() if names}
        self._keys = None
        if kept is not None and kept.keys is entries.keys and kept.others == others:
            return kept
        return _Keys(entries.keys, others)

    @cached_property
    def search(self) -> EntrySearch:
        """The index that finds entries by words."""
        search, self._search = EntrySearch(self.entries, self._search), None
        return search

    @cached_property
    def terms(self) -> EntryTerms:
        """The index that tells what entries are about."""
        terms, self._terms = EntryTerms(self.entries, self._terms), None
        return terms

    def index(self) -> None:
        """Make all that completion looks up; threads that ask together wait for the first."""
        self.make_searchable()
        # From Python 3.12 on, each of them would make a cached property for itself.
        with self._indexing:
            assert self.terms and self.number_of_lower_key is not None

    def make_searchable(self) -> None:
        """Make ``search``, which is a part of the index and there sooner."""
        with self._searching:
            assert self.search

    @property
    def is_indexed(self) -> bool:
        """Whether all that completion looks up is made already."""
        return {"search", "terms", "number_of_lower_key"} <= self.__dict__.keys()

    @property
    def is_searchable(self) -> bool:
        """Whether ``search`` is made already."""
        return "search" in self.__dict__

    @property
    def has_terms(self) -> bool:
        """Whether ``terms`` are made already."""
        return "terms" in self.__dict__

    @property
    def is_long_to_index(self) -> bool:
        """Whether to make ``terms`` takes so long that nobody should wait for it."""
        is_followed = self._terms is not None  # After an edit little is made anew.
        return not (self.has_terms or is_followed) and len(self.entries) > MOST_TO_WAIT_FOR


class _Keys:
    """Numbers of entries by their keys; ``others`` are the further names that entries have."""

    def __init__(self, keys: list[str], others: Mapping[int, Sequence[str]]) -> None:
        self.keys = keys
        self.others = others

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The first entry of each name, in order."""
        if not self.others:
            return {**dict.fromkeys(self.keys, 0), **self.first_numbers}
        found: dict[str, int] = {}
        for number, key in enumerate(self.keys):
            for name in (key, *self.others.get(number, ())):
                found.setdefault(name, number)
        return found

    @cached_property
    def lower_numbers(self) -> Mapping[str, int]:
        """The entry of each name in lower case."""
        return {name.lower(): number for name, number in reversed([*self.numbers.items()])}

    @cached_property
    def first_numbers(self) -> dict[str, int]:
        """The first entry of each key."""
        keys = self.keys
        return dict(zip(reversed(keys), reversed(range(len(keys))), strict=True))

    @cached_property
    def doubled(self) -> Mapping[str, Sequence[int]]:
        """The entries of each key that several have."""
        counted = Counter(self.keys)
        found: dict[str, list[int]] = {key: [] for key, count in counted.items() if count > 1}
        for number, key in enumerate(self.keys):
            if key in found:
                found[key].append(number)
        return found


class _ByKey(Mapping[str, ResolvedEntry]):
    """Entries by key, each made when it is asked for."""

    def __init__(self, numbers: Mapping[str, int], entries: Resolved) -> None:
        self.numbers = numbers
        self._entries = entries

    def __getitem__(self, key: str) -> ResolvedEntry:
        return self._entries[self.numbers[key]]

    def __contains__(self, key: object) -> bool:
        return key in self.numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)


def other_names(entry: ResolvedEntry) -> list[str]:
    """Return the further keys that an entry has: its field ``ids``, as biblatex reads it."""
    return _other_names(entry.values)


def _other_names(values: Mapping[str, str]) -> list[str]:
    return [name.strip() for name in values.get("ids", "").split(",") if name.strip()]
