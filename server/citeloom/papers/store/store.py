"""The store of papers, shared by all projects of a user."""

import sqlite3
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from citeloom.papers.links.citation_links import LinkAnswer
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import PASTED
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
from citeloom.papers.store.links import keep_answer
from citeloom.papers.store.own_abstracts import forget_gone_abstracts
from citeloom.papers.store.papers import put_papers
from citeloom.papers.store.projects import (
    TABLES_OF_TEXTS,
    entries_gone,
    forget_entries,
)

__all__ = ["Store", "StoreError", "StoreStats", "StoreTooNew"]

BATCH = 500
"""Papers written in one transaction, so that no other process waits long."""


@dataclass(frozen=True, slots=True)
class StoreStats:
    """What a store holds: numbers of papers and of projects, and bytes on disk.

    ``papers`` are those that services described, for all projects; ``projects`` are those for which
    something is kept that was read of their papers. ``pasted`` are abstracts of the user's own.
    """

    papers: int
    with_abstract: int
    bytes: int
    projects: int = 0
    pasted: int = 0


_COUNT = "SELECT count(DISTINCT paper), count(*) FILTER (WHERE field = 'abstract') FROM fields"
_COUNT_PROJECTS = (
    "SELECT count(*) FROM (SELECT project FROM key_elements UNION SELECT project FROM texts)"
)

_COUNT_PASTED = "SELECT count(DISTINCT title) FROM own_abstracts WHERE source = ?"

_Result = TypeVar("_Result")
_Given = ParamSpec("_Given")
_Question = Callable[Concatenate[sqlite3.Connection, _Given], _Result]
"""What is asked of the tables or done to them, by a function of the files beside this one.

It is asked once more where the file was broken, so it takes collections, no iterators.
"""


class Store:
    """The store of papers: one SQLite file that several processes may use at once.

    For all projects it keeps of each field of a paper what services said: the value, where that
    came from, under which licence and on which day; of each search how it ended, until when that
    counts, and what each service said. What a .bib says is read from the .bib alone and never kept.
    What was read of a paper for one project (key elements, sentences of full texts) is kept
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

    def read(
        self,
        question: _Question[_Given, _Result],
        /,
        *args: _Given.args,
        **named: _Given.kwargs,
    ) -> _Result:
        """Ask the tables something, of one moment."""

        def asked(connection: sqlite3.Connection) -> _Result:
            with transaction(connection, "BEGIN"):
                return question(connection, *args, **named)

        return self._mended(asked)

    def write(
        self,
        change: _Question[_Given, _Result],
        /,
        *args: _Given.args,
        **named: _Given.kwargs,
    ) -> _Result:
        """Change the tables, wholly or not at all."""

        def changed(connection: sqlite3.Connection) -> _Result:
            with transaction(connection):
                return change(connection, *args, **named)

        return self._mended(changed)

    def changes_of_others(self) -> int:
        """Return a number that changes whenever another connection changes the file."""
        return self._mended(_data_version)

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
            self.write(put_papers, waiting[start : start + BATCH])

    def keep_links(self, answer: LinkAnswer) -> None:
        """Store an answer of a service about citations: its papers, then the rest in one step."""
        self.put(answer.papers)
        self.write(keep_answer, answer)

    def forget_gone(self, project: Path, keys: Container[str]) -> None:
        """Forget what is stored for projects, files and entries that are gone.

        ``keys`` are the citation keys of the project's entries, in lower case.
        """
        if gone := self.read(entries_gone, project, keys):
            self.write(forget_entries, gone)
        self.write(forget_gone_abstracts)

    def stats(self) -> StoreStats:
        """Count what is stored."""
        papers, with_abstract, projects, pasted = self.read(_counts)
        size = 0
        for ending in ("", "-wal", "-journal"):
            with suppress(FileNotFoundError):
                size += self.path.with_name(self.path.name + ending).stat().st_size
        return StoreStats(papers, with_abstract, size, projects, pasted)

    def clear_texts(self) -> None:
        """Forget what all full texts say, for all projects."""
        self._mended(partial(_empty, some=TABLES_OF_TEXTS))

    def clear(self) -> None:
        """Remove all papers, and their text from the disk."""
        self._mended(_empty)

    def _mended(self, ask: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Ask the file, and where it is broken the new one that takes its place."""
        with explain_errors(self.path):
            try:
                return ask(self._connection)
            except sqlite3.Error as error:
                if not is_broken(error):
                    raise
            self._begin_anew()
            return ask(self._connection)

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
                f"{self.path}: the store of papers was in an old format and was moved to "
                f"{older.name}; the new one has your pasted abstracts and fills again as papers "
                "are fetched"
            )
        return connection

    def _set_aside(self) -> None:
        if aside := move_aside(self.path, self._identity):
            self._notes.append(
                f"{self.path}: the store of papers was damaged and was moved to {aside.name}; the "
                "new one fills again as papers are fetched"
            )


def _data_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def _counts(connection: sqlite3.Connection) -> tuple[int, int, int, int]:
    return (
        *connection.execute(_COUNT).fetchone(),
        *connection.execute(_COUNT_PROJECTS).fetchone(),
        *connection.execute(_COUNT_PASTED, (PASTED,)).fetchone(),
    )


def _empty(connection: sqlite3.Connection, some: Sequence[str] = ()) -> None:
    """Empty some tables, or all."""
    with transaction(connection):
        for table in some or tables(connection):
            connection.execute(f"DELETE FROM {table}")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
