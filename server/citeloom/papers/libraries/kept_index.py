"""What a library says, kept in a small database until its files change.

So a library of 20,000 items costs a command a few milliseconds.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from citeloom.keeping.database import open_database
from citeloom.keeping.private import remove_file
from citeloom.papers.identity import identifier_ids, normal_title
from citeloom.papers.libraries.port import Library, LibraryItem, UnreadItem
from citeloom.papers.paper import Author, Paper
from citeloom.papers.people import family_word

_Value = TypeVar("_Value")

VERSION = 4
SECONDS_TO_WAIT = 10.0
MOST_NAMES = 500
YEARS_APART = 2
"""Years beyond which two papers by one author are not compared."""

_LONGEST_NAME = 120
_KEPT = ("keys", "title", "authors", "year", "venue", "doi", "arxiv_id", "pmid", "abstract")
_TABLES = (
    "CREATE TABLE about (state TEXT NOT NULL, unread TEXT NOT NULL)",
    f"CREATE TABLE papers (number INTEGER PRIMARY KEY, {', '.join(_KEPT)})",
    "CREATE TABLE files (number INTEGER PRIMARY KEY, paths TEXT NOT NULL)",
    "CREATE TABLE names (name TEXT NOT NULL, number INTEGER NOT NULL)",
)


def index_file(data_folder: Path, name: str) -> Path:
    """Return the file that keeps what a library says."""
    return data_folder / f"library-{name}.sqlite"


@dataclass(frozen=True)
class KeptIndex:
    """The papers of one library, found by what names them.

    Parameters
    ----------
    path
        The file that they are kept in.
    library
        Where they come from.
    """

    path: Path
    library: Library

    def refresh(self) -> str:
        """Read the library anew if its files have changed; return its state, empty without one.

        Raises
        ------
        LibraryError
            If it cannot be read; what was read before is kept.
        OSError, sqlite3.Error
            If the index cannot be kept.
        """
        state = self.library.state()
        if not state:
            return ""
        state = f"{VERSION} {state}"
        if self.kept_state() != state:
            read = tuple(self.library.read())
            items = [item for item in read if isinstance(item, LibraryItem)]
            unread = [item for item in read if isinstance(item, UnreadItem)]
            try:
                self._keep(items, state, _unread_words(unread))
            except sqlite3.DatabaseError:  # What is there is no index.
                remove_file(self.path)
                self._keep(items, state, _unread_words(unread))
        return state

    def kept_state(self) -> str:
        """Return the state of the library as it was read last; empty where nothing is kept."""
        if self.path.exists():
            with suppress(OSError, sqlite3.Error), closing(self._open()) as database:
                row = database.execute("SELECT state FROM about").fetchone()
                return str(row[0]) if row else ""
        return ""

    def unread(self) -> str:
        """Return what of the library was left out and why, for users; empty without any."""
        with closing(self._open()) as database:
            row = database.execute("SELECT unread FROM about").fetchone()
        return str(row[0]) if row else ""

    def named(self, names: Iterable[str]) -> dict[str, list[tuple[int, Paper]]]:
        """Return the papers of names, each with its place in the library."""
        found: dict[str, list[tuple[int, Paper]]] = {}
        with closing(self._open()) as database:
            numbers: dict[int, list[str]] = {}
            for some in _parts(list(dict.fromkeys(names))):
                query = f"SELECT name, number FROM names WHERE name IN ({_marks(some)})"
                for name, number in database.execute(query, some):
                    numbers.setdefault(number, []).append(name)
            for part in _parts(sorted(numbers)):
                query = f"SELECT * FROM papers WHERE number IN ({_marks(part)})"
                for number, *row in database.execute(query, part):
                    paper = _of_row(row, self.library.name)
                    for name in numbers[number]:
                        found.setdefault(name, []).append((number, paper))
        return found

    def files(self, numbers: Iterable[int]) -> tuple[Path, ...]:
        """Return where PDFs of papers may be, by the papers' places in the library."""
        found: list[Path] = []
        with closing(self._open()) as database:
            for number in numbers:
                query = "SELECT paths FROM files WHERE number = ?"
                for (paths,) in database.execute(query, (number,)):
                    found += map(Path, json.loads(paths))
        return tuple(dict.fromkeys(found))

    def _keep(self, items: Sequence[LibraryItem], state: str, unread: str) -> None:
        with closing(self._open()) as database:
            _fill(database, items, state, unread)

    def _open(self) -> sqlite3.Connection:
        return open_database(self.path, SECONDS_TO_WAIT)


def exact_names(paper: Paper) -> Iterator[str]:
    """Yield the names that a paper has by its keys, identifiers and title."""
    for key in paper.keys:
        yield f"key:{key.casefold()}"[:_LONGEST_NAME]
    yield from identifier_ids(paper)
    if title := normal_title(paper.title):
        yield f"title:{title}"[:_LONGEST_NAME]


def near_names(paper: Paper) -> Iterator[str]:
    """Yield the names of papers by the same first author in the years around."""
    if paper.authors and paper.year:
        for year in range(paper.year - YEARS_APART, paper.year + YEARS_APART + 1):
            yield _by(paper.authors[0], year)


def _by(author: Author, year: int) -> str:
    return f"by:{family_word(author)}:{year}"[:_LONGEST_NAME]


def _unread_words(items: Sequence[UnreadItem]) -> str:
    if not items:
        return ""
    first = f"{items[0].path}: {items[0].why}"
    return f"{first} (and {len(items) - 1} more)" if len(items) > 1 else first


def _fill(
    database: sqlite3.Connection, items: Sequence[LibraryItem], state: str, unread: str
) -> None:
    papers = [item.paper for item in items]
    # What is lost in a power cut is read again.
    database.execute("PRAGMA synchronous = OFF")
    database.execute("BEGIN IMMEDIATE")
    try:
        for table in ("names", "files", "papers", "about"):
            database.execute(f"DROP TABLE IF EXISTS {table}")
        for table in _TABLES:
            database.execute(table)
        database.executemany(
            f"INSERT INTO papers VALUES (?, {_marks(_KEPT)})",
            ((number, *_to_row(paper)) for number, paper in enumerate(papers)),
        )
        database.executemany(
            "INSERT INTO files VALUES (?, ?)",
            (
                (number, json.dumps([str(path) for path in item.files]))
                for number, item in enumerate(items)
                if item.files
            ),
        )
        rows = (
            (name, number)
            for number, paper in enumerate(papers)
            for name in dict.fromkeys(_names(paper))
        )
        database.executemany("INSERT INTO names VALUES (?, ?)", rows)
        database.execute("CREATE INDEX names_of ON names (name, number)")
        database.execute("INSERT INTO about VALUES (?, ?)", (state, unread))
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise


def _names(paper: Paper) -> Iterator[str]:
    yield from exact_names(paper)
    if paper.authors and paper.year:
        yield _by(paper.authors[0], paper.year)


def _to_row(paper: Paper) -> Iterator[object]:
    for name in _KEPT:
        value = getattr(paper, name)
        yield json.dumps(value) if isinstance(value, tuple) else value


def _of_row(row: Sequence[Any], source: str) -> Paper:
    values = dict(zip(_KEPT, row, strict=True))
    values["keys"] = tuple(json.loads(values["keys"]))
    values["authors"] = tuple(Author(*author) for author in json.loads(values["authors"]))
    known = dict.fromkeys((name for name in _KEPT if name != "keys" and values[name]), source)
    return Paper("", sources=MappingProxyType(known), **values)


def _parts(values: list[_Value]) -> Iterator[list[_Value]]:
    """Yield a list in parts that one query can name."""
    for start in range(0, len(values), MOST_NAMES):
        yield values[start : start + MOST_NAMES]


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
