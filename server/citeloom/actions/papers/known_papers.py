"""What is known of a project's papers, kept from one check of the project to the next."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from citeloom.papers.completion import fill
from citeloom.papers.entry import paper_of
from citeloom.papers.from_bib import one_of_each
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.papers.store import Store, StoreError
from citeloom.problem import Problem, Severity
from citeloom_latex.bib.resolve import ResolvedEntry


@dataclass(frozen=True)
class KnownPaper:
    """A paper as the .bib alone has it, and with what the store knows beside.

    ``outcome`` is how a search for it ended, however long ago; None where there was none, or the
    entry has changed since.
    """

    own: Paper
    full: Paper
    outcome: Outcome | None = None


@dataclass(frozen=True)
class _Read:
    """What was read of an entry; it holds as long as the entry has the same values."""

    type: str
    values: Mapping[str, str]
    inherited: frozenset[str]
    paper: Paper

    def is_of(self, entry: ResolvedEntry) -> bool:
        same = self.values is entry.values or self.values == entry.values
        return same and self.inherited == entry.inherited and self.type == entry.entry.type


class KnownPapers:
    """The papers of one project, of which no more is read again than has changed.

    An entry is read again when its values are others; the store is asked again for a paper of
    which the .bib says something else, and for all when somebody else has written into it. What
    the .bib says is put into the store as soon as it is read. Threads may share it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._read: dict[str, _Read] = {}
        self._own: tuple[tuple[Paper, ...], tuple[Paper, ...]] = ((), ())
        self._known: dict[tuple[str, ...], KnownPaper] = {}
        self._store: Store | None = None
        self._changes: object = None
        self._told = 0

    def of(
        self, entries: Iterable[ResolvedEntry], problems: list[Problem]
    ) -> tuple[KnownPaper, ...]:
        """Return the papers of entries; of entries with one key the first counts.

        Where the store cannot be used, what the .bib says has to do, and ``problems`` gets a
        warning.
        """
        with self._lock:
            own = self._papers(entries)
            try:
                return self._asked(own, problems)
            except StoreError as error:
                self._close()
                problems.append(Problem(Severity.WARNING, "store", error.problem.message))
                return tuple(KnownPaper(one, one) for one in own)

    def close(self) -> None:
        """Close the store, which opens again when it is needed."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        store, self._store = self._store, None
        self._known = {}
        if store is not None:
            store.close()

    def _papers(self, entries: Iterable[ResolvedEntry]) -> tuple[Paper, ...]:
        read: dict[str, _Read] = {}
        for one in entries:
            key = one.entry.key
            if not key or key in read:
                continue
            known = self._read.get(key)
            if known is None or not known.is_of(one):
                known = _Read(one.entry.type, one.values, one.inherited, paper_of(one))
            read[key] = known
        self._read = read
        single = tuple(one.paper for one in read.values())
        before, own = self._own
        if len(single) != len(before) or any(map(_is_other, single, before)):
            own = one_of_each(single)
            self._own = (single, own)
        return own

    def _asked(self, own: Sequence[Paper], problems: list[Problem]) -> tuple[KnownPaper, ...]:
        store = self._opened()
        try:
            changes = store.changes_of_others()
            before = self._known if changes == self._changes else {}
            self._changes = changes
            known = {
                one.keys: was for one in own if (was := before.get(one.keys)) and was.own == one
            }
            new = [one for one in own if one.keys not in known]
            if new:
                outcomes = store.recall(new, outdated=True)
                for one, full in zip(new, fill(new, store), strict=True):
                    known[one.keys] = KnownPaper(one, full, outcomes.get(one.id))
            self._known = dict(known)
            self._put(new, store, problems)
        finally:
            notes, self._told = store.notes[self._told :], len(store.notes)
            problems += [Problem(Severity.WARNING, "store", note) for note in notes]
        return tuple(known[one.keys] for one in own)

    def _put(self, new: Sequence[Paper], store: Store, problems: list[Problem]) -> None:
        """Store what the .bib says; where that fails, what was read counts all the same."""
        try:
            if new:
                store.put(new)
        except StoreError as error:
            problems.append(Problem(Severity.WARNING, "store", error.problem.message))
            self._close()

    def _opened(self) -> Store:
        if self._store is not None and not self._store.is_there:
            self._close()
        if self._store is None:
            self._store, self._changes, self._told = Store.open(self._path), None, 0
        return self._store


def _is_other(one: Paper, other: Paper) -> bool:
    return one is not other
