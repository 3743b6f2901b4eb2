"""What is known of papers, kept once for all projects of a user."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

from citeloom.papers.citing_sentence import CitingSentence, ReadText, SearchedText
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.papers.store_citing import (
    TABLES_OF_TEXTS,
    citing_of,
    forget_texts,
    is_cited,
    put_texts,
    searched_texts,
)
from citeloom.papers.store_elements import day_of, elements_of, put_elements
from citeloom.papers.store_file import (
    StoreError,
    StoreTooNew,
    connect,
    explained,
    identity,
    is_broken,
    make_file,
    move_aside,
    transaction,
)
from citeloom.papers.store_papers import get_paper, put_paper
from citeloom.papers.store_searches import (
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

TABLES = (
    "fields",
    "aliases",
    "found",
    "searches",
    "key_elements",
    *TABLES_OF_TEXTS,
)

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class StoreStats:
    """What a store holds: numbers of papers, and bytes on disk."""

    papers: int
    with_abstract: int
    bytes: int


class Store:
    """The store of papers: one SQLite file that several processes may use at once.

    Of each field of a paper it keeps the value, where that came from, under which licence and on
    which day; of each search how it ended, until when that counts, and what each service said.
    Citation keys are a project's own and are not kept.

    Every method raises StoreError where the file cannot be used; nothing is half written then.
    A broken file is renamed, a new one begun and the method done on that; ``notes`` tells of it.
    Several threads may use it, one at a time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._notes: list[str] = []
        with explained(path):
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
        """What the user should know: broken files that were renamed."""
        return tuple(self._notes)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @property
    def is_there(self) -> bool:
        """Whether the path still names the file that is open: it may have been removed since."""
        with suppress(OSError):
            return identity(self.path) == self._identity
        return False

    def changes_of_others(self) -> int:
        """Return a number that is another one when another connection has changed the file."""
        return self._do(_data_version)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def put(self, papers: Iterable[Paper]) -> None:
        """Add what is known of papers to what is stored of them.

        A value replaces the one that is there unless its source is trusted less (see ``trust``):
        what a .bib says never replaces what a service said. A field that a paper lacks stays as
        it is. A paper is found by every id that it has. One whose title differs from that stored
        under its id (a chapter under the DOI of its book) is stored under the id of its title, so
        that no paper gets another one's abstract.
        """
        waiting = tuple(papers)
        today = _today().isoformat()
        for start in range(0, len(waiting), BATCH):
            self._do(partial(_put, papers=waiting[start : start + BATCH], day=today))

    def get(self, ids: Iterable[str]) -> dict[str, Paper]:
        """Return the papers that have these ids, by id, without those that are not there."""
        return self._do(partial(_get, ids=tuple(ids)))

    def keep(self, wanted: Paper, outcome: Outcome) -> None:
        """Store how a search for a paper ended and all that services said, in one step.

        A search that a service's failure ended is not kept: it is to be tried again.
        """
        self._do(partial(_keep, wanted=wanted, outcome=outcome, day=_today()))

    def begin(self, found: Iterable[tuple[Paper, Outcome]]) -> None:
        """Store what searches have found that still go on, in one step, so that none is lost."""
        self._do(partial(_begin, found=tuple(found), day=_today()))

    def begun(self, papers: Iterable[Paper]) -> dict[str, Outcome]:
        """Return what searches that were interrupted lately have found, by the papers' ids."""
        return self._do(partial(_begun, papers=tuple(papers), day=_today()))

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
        return self._do(partial(_recall, papers=tuple(papers), day=day))

    def searched_until(self, papers: Iterable[Paper]) -> dict[str, str]:
        """Return until when (ISO) earlier searches for papers count, by the papers' ids."""
        return self._do(partial(_searched_until, papers=tuple(papers)))

    def matched(self, papers: Iterable[Paper]) -> dict[str, Paper]:
        """Return what is stored of the papers that searches proved to be these, by their ids."""
        return self._do(partial(_matched, papers=tuple(papers)))

    def put_elements(self, paper: Paper, elements: Sequence[KeyElement]) -> None:
        """Store the key elements that a model extracted from a paper, in place of earlier ones.

        An element without a day gets today's.
        """
        day = _today().isoformat()
        self._do(partial(put_elements, paper=paper, elements=tuple(elements), day=day))

    def elements(self, paper: Paper) -> tuple[KeyElement, ...]:
        """Return the key elements stored of a paper, in the order in which they were given."""
        return self._do(partial(elements_of, paper=paper))

    def put_texts(self, texts: Iterable[ReadText], papers: Iterable[Paper]) -> None:
        """Store what full texts of some of the papers say where they cite others of the papers.

        It replaces what was stored of that; what an earlier version of a text said is forgotten.
        """
        self._do(partial(_put_texts, texts=tuple(texts), papers=tuple(papers)))

    def forget_texts(self, papers: Iterable[Paper]) -> None:
        """Forget what full texts of papers say."""
        self._do(partial(_forget_texts, papers=tuple(papers)))

    def clear_texts(self) -> None:
        """Forget what all full texts say."""
        self._do(_clear_texts)

    def texts(self, papers: Iterable[Paper]) -> Mapping[str, SearchedText]:
        """Return what is stored of the papers' full texts, by the ids of the papers."""
        return self._do(partial(_texts, papers=tuple(papers)))

    def citing(self, papers: Iterable[Paper], cited: Iterable[Paper]) -> tuple[CitingSentence, ...]:
        """Return the sentences of the papers' full texts that cite any of ``cited``, in order."""
        return self._do(partial(_citing, papers=tuple(papers), cited=tuple(cited)))

    def is_cited(self, paper: Paper) -> bool:
        """Tell whether a stored sentence of any full text cites a paper."""
        return self._do(partial(_is_cited, paper=paper))

    def day(self, paper: Paper, field: str) -> str:
        """Return the day (ISO) on which a field of a paper came; empty if it is not stored."""
        return self._do(partial(day_of, paper=paper, field=field))

    def stats(self) -> StoreStats:
        """Count what is stored."""
        papers, with_abstract = self._do(_count)
        size = 0
        for ending in ("", "-wal", "-journal"):
            with suppress(FileNotFoundError):
                size += self.path.with_name(self.path.name + ending).stat().st_size
        return StoreStats(papers, with_abstract, size)

    def clear(self) -> None:
        """Remove all papers, and their text from the disk."""
        self._do(_clear)

    def _do(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        with explained(self.path):
            try:
                return work(self._connection)
            except sqlite3.Error as error:
                if not is_broken(error):
                    raise
            self.close()
            self._set_aside()
            self._connection = self._connected()
            return work(self._connection)

    def _connected(self) -> sqlite3.Connection:
        self._identity = make_file(self.path)
        try:
            return connect(self.path)
        except sqlite3.Error as error:
            if not is_broken(error):
                raise
        self._set_aside()
        self._identity = make_file(self.path)
        return connect(self.path)

    def _set_aside(self) -> None:
        if aside := move_aside(self.path, self._identity):
            self._notes.append(
                f"{self.path}: the store of papers was broken; it is now {aside.name}, and a new "
                "one was begun, which fills again as projects are read"
            )


def _put(connection: sqlite3.Connection, papers: Sequence[Paper], day: str) -> None:
    with transaction(connection):
        for paper in papers:
            put_paper(connection, paper, day)


def _get(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, Paper]:
    with transaction(connection, "BEGIN"):
        found = ((one, get_paper(connection, one)) for one in dict.fromkeys(ids))
        return {one: paper for one, paper in found if paper}


def _keep(connection: sqlite3.Connection, wanted: Paper, outcome: Outcome, day: date) -> None:
    with transaction(connection):
        keep_outcome(connection, wanted, outcome, day)


def _begin(
    connection: sqlite3.Connection, found: Sequence[tuple[Paper, Outcome]], day: date
) -> None:
    with transaction(connection):
        for wanted, outcome in found:
            keep_begun(connection, wanted, outcome, day)


def _begun(
    connection: sqlite3.Connection, papers: Sequence[Paper], day: date
) -> dict[str, Outcome]:
    with transaction(connection, "BEGIN"):
        found = ((one.id, recall_begun(connection, one, day)) for one in papers)
        return {name: outcome for name, outcome in found if outcome}


def _recall(
    connection: sqlite3.Connection, papers: Sequence[Paper], day: str
) -> dict[str, Outcome]:
    with transaction(connection, "BEGIN"):
        ended = ((one.id, recall_outcome(connection, one, day)) for one in papers)
        return {name: outcome for name, outcome in ended if outcome}


def _searched_until(connection: sqlite3.Connection, papers: Sequence[Paper]) -> dict[str, str]:
    with transaction(connection, "BEGIN"):
        return {one.id: searched_until(connection, one) for one in papers}


def _matched(connection: sqlite3.Connection, papers: Sequence[Paper]) -> dict[str, Paper]:
    with transaction(connection, "BEGIN"):
        found = ((one.id, matched_paper(connection, one)) for one in papers)
        return {name: paper for name, paper in found if paper}


def _put_texts(
    connection: sqlite3.Connection, texts: Sequence[ReadText], papers: Sequence[Paper]
) -> None:
    with transaction(connection):
        put_texts(connection, texts, papers)


def _forget_texts(connection: sqlite3.Connection, papers: Sequence[Paper]) -> None:
    with transaction(connection):
        forget_texts(connection, papers)


def _clear_texts(connection: sqlite3.Connection) -> None:
    with transaction(connection):
        for table in TABLES_OF_TEXTS:
            connection.execute(f"DELETE FROM {table}")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _texts(connection: sqlite3.Connection, papers: Sequence[Paper]) -> Mapping[str, SearchedText]:
    with transaction(connection, "BEGIN"):
        return searched_texts(connection, papers)


def _citing(
    connection: sqlite3.Connection, papers: Sequence[Paper], cited: Sequence[Paper]
) -> tuple[CitingSentence, ...]:
    with transaction(connection, "BEGIN"):
        return citing_of(connection, papers, cited)


def _is_cited(connection: sqlite3.Connection, paper: Paper) -> bool:
    with transaction(connection, "BEGIN"):
        return is_cited(connection, paper)


def _data_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def _today() -> date:
    return datetime.now(UTC).date()


def _count(connection: sqlite3.Connection) -> tuple[int, int]:
    query = "SELECT count(DISTINCT paper), count(*) FILTER (WHERE field = 'abstract') FROM fields"
    papers, with_abstract = connection.execute(query).fetchone()
    return papers, with_abstract


def _clear(connection: sqlite3.Connection) -> None:
    with transaction(connection):
        for table in TABLES:
            connection.execute(f"DELETE FROM {table}")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
