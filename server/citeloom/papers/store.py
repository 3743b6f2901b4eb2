"""What is known of papers, kept once for all projects of a user."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self, TypeVar

from citeloom.papers.identity import title_id, titles_agree
from citeloom.papers.paper import Author, Paper, known_fields
from citeloom.papers.store_file import (
    StoreError,
    StoreTooNew,
    connect,
    explained,
    is_broken,
    make_file,
    move_aside,
    transaction,
)

__all__ = ["Store", "StoreError", "StoreStats", "StoreTooNew"]

BATCH = 500
"""Papers written in one transaction, so that no other process waits long."""

_PUT = """
    INSERT INTO fields (paper, field, value, source, at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (paper, field) DO UPDATE
    SET value = excluded.value, source = excluded.source, at = excluded.at
    WHERE value IS NOT excluded.value OR source IS NOT excluded.source
"""

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class StoreStats:
    """What a store holds: numbers of papers, and bytes on disk."""

    papers: int
    with_abstract: int
    bytes: int


class Store:
    """The store of papers: one SQLite file that several processes may use at once.

    Of each field of a paper it keeps the value, where that came from and the day on which it
    came. Citation keys are a project's own and are not kept.

    Every method raises StoreError where the file cannot be used; nothing is half written then.
    A broken file is renamed, a new one begun and the method done on that; ``notes`` tells of it.
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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def put(self, papers: Iterable[Paper]) -> None:
        """Add what is known of papers to what is stored of them.

        A value replaces the one that is there; a field that a paper lacks stays as it is. A
        paper whose title differs from that stored under its id (a chapter under the DOI of its
        book) is stored under the id of its title, so that no paper gets another one's abstract.
        """
        waiting = tuple(papers)
        today = datetime.now(UTC).date().isoformat()
        for start in range(0, len(waiting), BATCH):
            self._do(partial(_put, papers=waiting[start : start + BATCH], day=today))

    def get(self, ids: Iterable[str]) -> dict[str, Paper]:
        """Return the papers stored under these ids, by id, without those that are not there."""
        return self._do(partial(_get, ids=tuple(ids)))

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
            name = _stored_under(connection, paper)
            rows = (
                (name, field, _stored(getattr(paper, field)), paper.sources.get(field, ""), day)
                for field in known_fields(paper)
            )
            connection.executemany(_PUT, rows)


def _stored_under(connection: sqlite3.Connection, paper: Paper) -> str:
    query = "SELECT value FROM fields WHERE paper = ? AND field = 'title'"
    known = connection.execute(query, (paper.id,)).fetchone()
    return paper.id if known is None or titles_agree(known[0], paper.title) else title_id(paper)


def _get(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, Paper]:
    query = "SELECT field, value, source FROM fields WHERE paper = ?"
    papers = {}
    with transaction(connection, "BEGIN"):
        for one in dict.fromkeys(ids):
            if rows := connection.execute(query, (one,)).fetchall():
                values = {field: _restored(field, value) for field, value, _ in rows}
                sources = MappingProxyType({field: source for field, _, source in rows})
                papers[one] = Paper(id=one, sources=sources, **values)
    return papers


def _count(connection: sqlite3.Connection) -> tuple[int, int]:
    query = "SELECT count(DISTINCT paper), count(*) FILTER (WHERE field = 'abstract') FROM fields"
    papers, with_abstract = connection.execute(query).fetchone()
    return papers, with_abstract


def _clear(connection: sqlite3.Connection) -> None:
    with transaction(connection):
        connection.execute("DELETE FROM fields")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _stored(value: str | int | tuple[Author, ...]) -> str | int:
    if isinstance(value, tuple):
        return json.dumps([[one.family, one.given] for one in value], ensure_ascii=False)
    return value


def _restored(field: str, value: Any) -> Any:
    if field == "authors":
        return tuple(Author(family, given) for family, given in json.loads(value))
    return value
