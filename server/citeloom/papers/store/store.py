"""The store of papers, shared by all projects of a user."""

import sqlite3
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from citeloom.papers.citing_sentence import CitingSentence, ReadText, SearchedText
from citeloom.papers.file_state import FileState
from citeloom.papers.kept_reading import KeptReading, KeptStep
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.libraries.own_abstract import OwnAbstract
from citeloom.papers.links.citation_links import KeptNode, LinkAnswer, SaidLink
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.papers.store.citing import (
    citing_of,
    forget_texts,
    is_cited,
    put_texts,
    searched_texts,
)
from citeloom.papers.store.elements import elements_of, put_elements
from citeloom.papers.store.file import (
    StoreError,
    StoreTooNew,
    connect,
    explain_errors,
    identity,
    is_broken,
    make_file,
    move_aside,
    tables,
    transaction,
)
from citeloom.papers.store.links import (
    answers_of,
    days_ago,
    keep_answer,
    links_of,
    nodes_of,
)
from citeloom.papers.store.own_abstracts import (
    forget_gone_abstracts,
    forget_own_abstract,
    own_abstracts_of,
    put_own_abstract,
)
from citeloom.papers.store.papers import day_of, get_paper, put_paper
from citeloom.papers.store.projects import (
    TABLES_OF_READINGS,
    TABLES_OF_TEXTS,
    KeptEntry,
    entries_gone,
    forget_entries,
)
from citeloom.papers.store.readings import add_step, end_reading, reading_of
from citeloom.papers.store.searches import (
    keep_begun,
    keep_outcome,
    matched_paper,
    recall_begun,
    recall_outcome,
    searched_until,
)

__all__ = ["Store", "StoreError", "StoreStats", "StoreTooNew"]

BATCH = 500
"""Papers written in one transaction, so that no other process waits long."""


@dataclass(frozen=True, slots=True)
class StoreStats:
    """What a store holds: numbers of papers and of projects, and bytes on disk.

    ``papers`` are those that services described, for all projects; ``projects`` are those for which
    something is kept that was read of their papers.
    """

    papers: int
    with_abstract: int
    bytes: int
    projects: int = 0


_COUNT = "SELECT count(DISTINCT paper), count(*) FILTER (WHERE field = 'abstract') FROM fields"
_COUNT_PROJECTS = (
    "SELECT count(*) FROM (SELECT project FROM key_elements UNION SELECT project FROM texts"
    " UNION SELECT project FROM readings)"
)

_Result = TypeVar("_Result")
_Given = ParamSpec("_Given")
_Method = Callable[Concatenate["Store", _Given], _Result]


def _mending(method: _Method[_Given, _Result]) -> _Method[_Given, _Result]:
    """Make a method of the store begin a new file and run again if the file is broken.

    It is called a second time then, so what it is given to iterate over is kept.
    """

    @wraps(method)
    def mended(store: "Store", /, *args: _Given.args, **named: _Given.kwargs) -> _Result:
        args = tuple(_kept(value) for value in args)  # type: ignore[assignment]
        named = {name: _kept(value) for name, value in named.items()}  # type: ignore[assignment]
        with explain_errors(store.path):
            try:
                return method(store, *args, **named)
            except sqlite3.Error as error:
                if not is_broken(error):
                    raise
            store._begin_anew()
            return method(store, *args, **named)

    return mended


def _in_transaction(
    begin: str,
) -> Callable[[_Method[_Given, _Result]], _Method[_Given, _Result]]:
    """Run a method of the store in one transaction."""

    def decorated(method: _Method[_Given, _Result]) -> _Method[_Given, _Result]:
        @wraps(method)
        def in_one_step(store: "Store", /, *args: _Given.args, **named: _Given.kwargs) -> _Result:
            with transaction(store._connection, begin):
                return method(store, *args, **named)

        return _mending(in_one_step)

    return decorated


def _kept(value: object) -> object:
    return tuple(value) if isinstance(value, Iterator) else value


_reading = _in_transaction("BEGIN")
_writing = _in_transaction("BEGIN IMMEDIATE")


class Store:
    """The store of papers: one SQLite file that several processes may use at once.

    For all projects it keeps of each field of a paper what services said: the value, where that
    came from, under which licence and on which day; of each search how it ended, until when that
    counts, and what each service said. What a .bib says is read from the .bib alone and never kept.
    What was read of a paper for one project (key elements, sentences of full texts, notes) is kept
    under the root of that project and serves no other.

    Every method raises StoreError where the file cannot be used; nothing is half written then.
    A broken file is renamed, a new one begun and the method done on that; one of an earlier version
    is copied and begun anew when it is opened; ``notes`` tells of both.
    Several threads may use it, one at a time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._notes: list[str] = []
        with explain_errors(path):
            self._connection = self._connected()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the store in a file, which is made, private to the user, where there is none.

        Raises
        ------
        StoreTooNew
            If a newer version of the program wrote the file.
        StoreError
            If the file belongs to another program or cannot be read and written.
        """
        return cls(path)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know: files that were broken or of an earlier version."""
        return tuple(self._notes)

    def close(self) -> None:
        self._connection.close()

    @property
    def is_there(self) -> bool:
        """Whether the path still names the file that is open: it may have been removed since."""
        with suppress(OSError):
            return identity(self.path) == self._identity
        return False

    @_mending
    def changes_of_others(self) -> int:
        """Return a number that changes whenever another connection changes the file."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def put(self, papers: Iterable[Paper]) -> None:
        """Add what services say of papers to what is stored of them.

        A value replaces the one that is there unless its source is trusted less (see ``trust``).
        What a .bib says is left out. A field that a paper lacks stays as it is. A paper is found
        by every id that it has. One whose title differs from that stored under its id (a chapter
        under the DOI of its book) is stored under the id of its title, so that no paper gets
        another one's abstract.
        """
        waiting = tuple(papers)
        for start in range(0, len(waiting), BATCH):
            self._put(waiting[start : start + BATCH])

    @_writing
    def _put(self, papers: Sequence[Paper]) -> None:
        for paper in papers:
            put_paper(self._connection, paper, _today().isoformat())

    @_reading
    def get(self, ids: Iterable[str]) -> dict[str, Paper]:
        """Return the papers that have these ids, by id, without those that are not there."""
        found = ((name, get_paper(self._connection, name)) for name in dict.fromkeys(ids))
        return {name: paper for name, paper in found if paper}

    @_writing
    def keep(self, wanted: Paper, outcome: Outcome) -> None:
        """Store how a search for a paper ended and all that services said, in one step.

        A search that a service's failure ended is not kept: it is to be tried again.
        """
        keep_outcome(self._connection, wanted, outcome, _today())

    @_writing
    def keep_interrupted(self, found: Iterable[tuple[Paper, Outcome]]) -> None:
        """Store the answers to searches that still go on, so that an interruption loses none."""
        for wanted, outcome in found:
            keep_begun(self._connection, wanted, outcome, _today())

    @_reading
    def interrupted_searches(self, papers: Iterable[Paper]) -> dict[str, Outcome]:
        """Return the answers to lately interrupted searches, by the papers' ids."""
        today = _today()
        found = ((paper.id, recall_begun(self._connection, paper, today)) for paper in papers)
        return {name: outcome for name, outcome in found if outcome}

    @_reading
    def recall(self, papers: Iterable[Paper], *, outdated: bool = False) -> dict[str, Outcome]:
        """Return how earlier searches for papers ended, by the ids of the papers.

        An entry that has changed since was not searched for. The outcomes' papers are the given
        ones, filled with what was found.

        Parameters
        ----------
        outdated
            Whether also those are wanted whose time is over.
        """
        day = "" if outdated else _today().isoformat()
        ended = ((paper.id, recall_outcome(self._connection, paper, day)) for paper in papers)
        return {name: outcome for name, outcome in ended if outcome}

    @_reading
    def searched_until(self, papers: Iterable[Paper]) -> dict[str, str]:
        """Return until when (ISO) earlier searches for papers count, by the papers' ids."""
        return {paper.id: searched_until(self._connection, paper) for paper in papers}

    @_reading
    def matched_papers(self, papers: Iterable[Paper]) -> dict[str, Paper]:
        """Return the stored papers that searches matched with these, by the ids of these."""
        found = ((paper.id, matched_paper(self._connection, paper)) for paper in papers)
        return {name: paper for name, paper in found if paper}

    def keep_links(self, answer: LinkAnswer) -> None:
        """Store an answer of a service about citations: its papers, then the rest in one step."""
        self.put(answer.papers)
        self._keep_links(answer)

    @_writing
    def _keep_links(self, answer: LinkAnswer) -> None:
        keep_answer(self._connection, answer, _today().isoformat())

    @_reading
    def link_answers(
        self, service: str, questions: Iterable[str], *, outdated: bool = False
    ) -> dict[str, tuple[str, ...]]:
        """Return a service's stored answers by question, without questions that it was not asked.

        Parameters
        ----------
        outdated
            Whether also those are wanted whose time is over.
        """
        since = "" if outdated else days_ago(_today())
        return answers_of(self._connection, service, tuple(questions), since)

    @_reading
    def links_from(self, ids: Iterable[str]) -> tuple[SaidLink, ...]:
        """Return what papers cite, in the order of the ids of both."""
        return links_of(self._connection, "citing", tuple(ids))

    @_reading
    def links_to(self, ids: Iterable[str]) -> tuple[SaidLink, ...]:
        """Return who cites papers, in the order of the ids of both."""
        return links_of(self._connection, "cited", tuple(ids))

    @_reading
    def link_nodes(self, ids: Iterable[str]) -> dict[str, KeptNode]:
        """Return what is stored of the papers with these ids, without those that are not there."""
        return nodes_of(self._connection, tuple(ids))

    @_writing
    def put_own_abstract(self, project: Path | None, paper: Paper, abstract: OwnAbstract) -> None:
        """Store an abstract that the user pasted, or that was read from a PDF on the disk.

        It replaces an earlier one of the same source and file. ``project`` is the only project
        that it serves, None for all.
        """
        put_own_abstract(self._connection, project, paper, abstract, _today().isoformat())

    @_reading
    def own_abstracts(
        self, project: Path, papers: Iterable[Paper]
    ) -> Mapping[str, tuple[OwnAbstract, ...]]:
        """Return what the user pasted, and what was read from PDFs, by the papers' ids."""
        return own_abstracts_of(self._connection, project, tuple(papers))

    @_writing
    def forget_own_abstract(self, paper: Paper, source: str) -> bool:
        """Forget the abstract of a source that serves all projects; tell whether there was one."""
        return forget_own_abstract(self._connection, paper, source)

    @_mending
    def put_elements(
        self,
        project: Path,
        paper: Paper,
        elements: Sequence[KeyElement],
        file: FileState | None = None,
    ) -> None:
        """Store the key elements that a model extracted from a project's paper.

        They replace earlier ones. An element without a day gets today's. ``file`` is the file of
        the project that they were read from beside its .bib, None without one.
        """
        put_elements(self._connection, project, paper, elements, _today().isoformat(), file)

    @_mending
    def elements(self, project: Path, paper: Paper) -> tuple[KeyElement, ...]:
        """Return the key elements stored of a project's paper, in the order they were given."""
        return elements_of(self._connection, project, paper)

    @_writing
    def add_step(
        self, project: Path, name: str, number: int, step: KeptStep, file: FileState | None = None
    ) -> None:
        """Store a step of a project's reading under its number, from 0; later ones are forgotten.

        ``file`` is the file of the project that the section was read from, None without one.
        """
        add_step(self._connection, project, name, number, step, file)

    @_writing
    def end_reading(self, project: Path, name: str, ended: str, known: str) -> None:
        """Store why a project's reading ended, and what was known then."""
        end_reading(self._connection, project, name, ended, known)

    @_reading
    def reading(self, project: Path, name: str) -> KeptReading:
        """Return a project's reading as far as what was read has not changed."""
        return reading_of(self._connection, project, name)

    @_writing
    def put_texts(self, project: Path, texts: Iterable[ReadText], papers: Iterable[Paper]) -> None:
        """Store what full texts of some of a project's papers say where they cite others of them.

        It replaces what was stored of that; what an earlier version of a text said is forgotten.
        """
        put_texts(self._connection, project, tuple(texts), tuple(papers))

    @_writing
    def forget_texts(self, project: Path, papers: Iterable[Paper]) -> None:
        """Forget what full texts of a project's papers say."""
        forget_texts(self._connection, project, tuple(papers))

    def forget_gone(self, project: Path, keys: Container[str]) -> None:
        """Forget what is stored for projects, files and entries that are gone.

        ``keys`` are the citation keys of the project's entries, in lower case.
        """
        if gone := self._entries_gone(project, keys):
            self._forget_entries(gone)
        self._forget_gone_abstracts()

    @_writing
    def _forget_gone_abstracts(self) -> None:
        forget_gone_abstracts(self._connection)

    @_reading
    def _entries_gone(self, project: Path, keys: Container[str]) -> tuple[KeptEntry, ...]:
        return entries_gone(self._connection, project, keys)

    @_writing
    def _forget_entries(self, entries: Sequence[KeptEntry]) -> None:
        forget_entries(self._connection, entries)

    @_mending
    def clear_texts(self) -> None:
        """Forget what all full texts say, and what was noted of them."""
        self._empty((*TABLES_OF_TEXTS, *TABLES_OF_READINGS))

    @_reading
    def searched_texts(self, project: Path, papers: Iterable[Paper]) -> Mapping[str, SearchedText]:
        """Return what is stored of the full texts of a project's papers, by the papers' ids."""
        return searched_texts(self._connection, project, tuple(papers))

    @_reading
    def citing_sentences(
        self, project: Path, papers: Iterable[Paper], cited: Iterable[Paper]
    ) -> tuple[CitingSentence, ...]:
        """Return the sentences of the papers' full texts that cite any of ``cited``, in order."""
        return citing_of(self._connection, project, tuple(papers), tuple(cited))

    @_reading
    def is_cited(self, project: Path, paper: Paper) -> bool:
        """Tell whether a stored sentence of any full text of a project cites a paper."""
        return is_cited(self._connection, project, paper)

    @_reading
    def day(self, paper: Paper, field: str) -> str:
        """Return the day (ISO) on which a field of a paper came; empty if it is not stored."""
        return day_of(self._connection, paper, field)

    @_mending
    def stats(self) -> StoreStats:
        """Count what is stored."""
        papers, with_abstract = self._connection.execute(_COUNT).fetchone()
        size = 0
        for ending in ("", "-wal", "-journal"):
            with suppress(FileNotFoundError):
                size += self.path.with_name(self.path.name + ending).stat().st_size
        (projects,) = self._connection.execute(_COUNT_PROJECTS).fetchone()
        return StoreStats(papers, with_abstract, size, projects)

    @_mending
    def clear(self) -> None:
        """Remove all papers, and their text from the disk."""
        self._empty(tables(self._connection))

    def _empty(self, tables: Iterable[str]) -> None:
        with transaction(self._connection):
            for table in tables:
                self._connection.execute(f"DELETE FROM {table}")
        self._connection.execute("VACUUM")
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _begin_anew(self) -> None:
        """Put a new file in the place of one that is broken."""
        self.close()
        self._set_aside()
        self._connection = self._connected()

    def _connected(self) -> sqlite3.Connection:
        self._identity = make_file(self.path)
        try:
            connection, older = connect(self.path)
        except sqlite3.Error as error:
            if not is_broken(error):
                raise
            self._set_aside()
            self._identity = make_file(self.path)
            connection, older = connect(self.path)
        if older:
            self._notes.append(
                f"{self.path}: the store of papers was of an earlier version; it is now "
                f"{older.name}, and a new one was begun, which has the abstracts that you pasted "
                "and fills again as papers are fetched"
            )
        return connection

    def _set_aside(self) -> None:
        if aside := move_aside(self.path, self._identity):
            self._notes.append(
                f"{self.path}: the store of papers was broken; it is now {aside.name}, and a new "
                "one was begun, which fills again as papers are fetched"
            )


def _today() -> date:
    return datetime.now(UTC).date()
