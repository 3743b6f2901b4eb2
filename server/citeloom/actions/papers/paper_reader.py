"""Read what is known about a project's papers, and remember it for the next time."""

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Lock
from time import monotonic

from citeloom.actions.context import Context
from citeloom.actions.papers.entry_papers import EntryPaper, EntryPapers
from citeloom.actions.papers.knowledge import (
    PaperDetails,
    PaperKnowledge,
    with_own_notice,
    with_proved_abstract,
)
from citeloom.actions.papers.own_libraries import own_libraries
from citeloom.actions.papers.reference_mentions import mentions_of
from citeloom.draft.project import Project
from citeloom.papers.completing import fill_for_project
from citeloom.papers.from_bib import papers_of
from citeloom.papers.libraries.completing import OwnLibraries
from citeloom.papers.libraries.own_abstract import OwnAbstract, with_abstract
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import PASTED
from citeloom.papers.store.elements import elements_of
from citeloom.papers.store.own_abstracts import own_abstracts_of
from citeloom.papers.store.papers import day_of
from citeloom.papers.store.searches import ended_searches, searched_until
from citeloom.papers.store.store import Store, StoreError
from citeloom.papers.store.trust import fill_gaps, is_shared
from citeloom.problem import Problem, Severity
from citeloom_latex.bib.resolve import ResolvedEntry

SECONDS_KEPT = 60.0
"""How long the details of a paper count without a look into the store."""

MOST_KEPT = 1000


def read_papers(
    entries: Iterable[ResolvedEntry], project: Project, context: Context, problems: list[Problem]
) -> tuple[PaperKnowledge, ...]:
    """Read what is known about the papers of a project's entries; see ``PaperReader.read``."""
    user = context.user
    with closing(PaperReader(user.store, project.root, own_libraries(user))) as reader:
        return reader.read(entries, problems)


class PaperReader:
    """Reads what is known about the papers of one project, and later only what has changed.

    Where the store cannot be used, it gives what the .bib says, and each paper's ``trouble`` says
    why. Threads may share it.

    Parameters
    ----------
    path
        The store's file.
    root
        The root of the project, for what is kept for it alone.
    libraries
        The user's own libraries; what they say counts before the store, and after the .bib.
    """

    def __init__(self, path: Path, root: Path, libraries: OwnLibraries | None = None) -> None:
        self._path, self._root = path, root
        self._libraries = libraries or OwnLibraries(path.parent)
        self._lock = Lock()
        self._entries = EntryPapers()
        self._known: dict[tuple[str, ...], PaperKnowledge] = {}
        self._details: dict[str, tuple[float, EntryPaper, PaperDetails]] = {}
        self._store: Store | None = None
        self._changes: object = None
        self._told = 0

    def read(
        self, entries: Iterable[ResolvedEntry], problems: list[Problem]
    ) -> tuple[PaperKnowledge, ...]:
        """Return what is known about the papers of the entries that a project cites.

        An entry is read again when its values have changed. The store is asked again for papers
        that the .bib describes differently, and for all papers when another program has written
        into it. Nothing of theirs is written. ``problems`` gets a warning where the store cannot be
        used, and a note where a library cannot be read.
        """
        with self._lock:
            self._entries = self._entries.changed(entries)
            known = self._of_the_store(self._entries.papers, problems)
        filled, notes = self._with_libraries(known)
        problems += [Problem(Severity.NOTE, "store", note) for note in notes]
        return filled

    def look(self, entries: Sequence[ResolvedEntry]) -> tuple[PaperKnowledge, ...]:
        """Return what is known about the papers of entries, without writing or keeping anything."""
        return self._with_libraries(self._look(papers_of(entries)))[0]

    def look_closely(self, entry: ResolvedEntry, project: Project) -> PaperDetails:
        """Return the details of an entry's paper and keep them; nothing is written to disk.

        An entry of the last reading has the paper of that reading. The entry must have a key.
        """
        kept, own = self._details, self._entries.paper(entry)
        details = self._look_closely(own, project)
        while len(kept) >= MOST_KEPT:
            del kept[next(iter(kept))]
        kept[entry.entry.key] = (monotonic(), EntryPaper.of(entry), details)
        return details

    def details_of_the_bib(self, entry: ResolvedEntry, trouble: str) -> PaperDetails:
        """Return only what the .bib says of an entry's paper; ``trouble`` says why."""
        own = self._entries.paper(entry)
        known = with_own_notice(PaperKnowledge(own, own, trouble=trouble))
        return PaperDetails(**vars(known))

    def kept_details(self, entry: ResolvedEntry) -> PaperDetails | None:
        """Return the details of an entry's paper if they are kept and still valid."""
        at, of, details = self._details.get(entry.entry.key, (0.0, None, None))
        counts = of is not None and of.is_of(entry) and monotonic() - at < SECONDS_KEPT
        return details if counts else None

    def forget_details(self) -> None:
        """Forget the details of all papers, because more is known now."""
        # Who is just looking keeps what was found in the dictionary that is left here.
        self._details = {}

    def close(self) -> None:
        """Close the store; it opens again when it is needed."""
        with self._lock:
            self._close()

    def _of_the_store(
        self, own: Sequence[Paper], problems: list[Problem]
    ) -> tuple[PaperKnowledge, ...]:
        if not self._is_there:
            self._close()
            return _of_the_bib(own)
        try:
            return self._read(own, problems)
        except StoreError as error:
            self._close()
            problems.append(_warning(error))
            return _of_the_bib(own, error.problem.message)

    def _look(self, own: Sequence[Paper]) -> tuple[PaperKnowledge, ...]:
        if not self._is_there:
            return _of_the_bib(own)
        try:
            with self._opened() as store:
                return _ask(own, self._root, store)
        except StoreError as error:
            return _of_the_bib(own, error.problem.message)

    def _with_libraries(
        self, known: tuple[PaperKnowledge, ...]
    ) -> tuple[tuple[PaperKnowledge, ...], tuple[str, ...]]:
        """Fill what the .bib lacks from the user's own libraries, before what services said.

        What the user pasted comes before both.
        """
        own = [_with_pasted(it) for it in known]
        filled, notes = self._libraries.fill(own)
        read = (
            it if full is before else replace(it, paper=fill_gaps(full, it.paper))
            for it, before, full in zip(known, own, filled, strict=True)
        )
        return tuple(with_own_notice(with_proved_abstract(it)) for it in read), notes

    def _close(self) -> None:
        store, self._store = self._store, None
        self._known = {}
        if store is not None:
            store.close()

    def _read(self, own: Sequence[Paper], problems: list[Problem]) -> tuple[PaperKnowledge, ...]:
        store = self._kept_open()
        try:
            changes = store.changes_of_others()
            before = self._known if changes == self._changes else {}
            self._changes = changes
            known = {it.keys: was for it in own if (was := before.get(it.keys)) and was.own == it}
            new = [it for it in own if it.keys not in known]
            known |= {it.own.keys: it for it in _ask(new, self._root, store)}
            self._known = dict(known)
        finally:
            notes, self._told = store.notes[self._told :], len(store.notes)
            problems += [Problem(Severity.WARNING, "store", note) for note in notes]
        return tuple(known[it.keys] for it in own)

    def _look_closely(self, own: Paper, project: Project) -> PaperDetails:
        if not self._is_there:
            (known,), _ = self._with_libraries(_of_the_bib((own,)))
            return PaperDetails(**vars(known))
        try:
            with self._opened() as store:
                (known,), _ = self._with_libraries(_ask((own,), self._root, store))
                paper = known.paper
                return PaperDetails(
                    **vars(known),
                    extracted=store.read(elements_of, project.root, paper),
                    abstract_day=_abstract_day(own, paper, self._root, store),
                    mentions=mentions_of(own, project, store),
                )
        except StoreError as error:
            known = with_own_notice(PaperKnowledge(own, own, trouble=error.problem.message))
            return PaperDetails(**vars(known))

    def _kept_open(self) -> Store:
        if self._store is not None and not self._store.is_there:
            self._close()
        if self._store is None:
            self._store, self._changes, self._told = self._opened(), None, 0
        return self._store

    @property
    def _is_there(self) -> bool:
        """Whether there is a store, or something else in its place: opening it says what."""
        try:
            if self._path.exists():
                return True
            there = next((folder for folder in self._path.parents if folder.exists()), None)
            return there is not None and not there.is_dir()
        except OSError:
            return True

    def _opened(self) -> Store:
        return Store.open(self._path)


def _ask(own: Sequence[Paper], root: Path, store: Store) -> tuple[PaperKnowledge, ...]:
    if not own:
        return ()
    outcomes = store.read(ended_searches, own, outdated=True)
    until = store.read(searched_until, own)
    return tuple(
        PaperKnowledge(it, full, outcomes.get(it.id), until.get(it.id, ""))
        for it, full in zip(own, fill_for_project(own, root, store), strict=True)
    )


def _with_pasted(known: PaperKnowledge) -> Paper:
    paper = known.paper
    if paper.sources.get("abstract") != PASTED:
        return known.own
    return with_abstract(known.own, OwnAbstract(paper.abstract, PASTED))


def _abstract_day(own: Paper, paper: Paper, root: Path, store: Store) -> str:
    """Return the day on which the abstract of a paper came into the store; empty without one."""
    source = paper.sources.get("abstract", "bib")
    if is_shared(source):
        return store.read(day_of, paper, "abstract")
    kept = store.read(own_abstracts_of, root, (own,)).get(own.id, ())
    return next((it.day for it in kept if it.source == source and it.text), "")


def _of_the_bib(own: Sequence[Paper], trouble: str = "") -> tuple[PaperKnowledge, ...]:
    return tuple(PaperKnowledge(it, it, trouble=trouble) for it in own)


def _warning(error: StoreError) -> Problem:
    return Problem(Severity.WARNING, "store", error.problem.message)
