"""What a library says, kept in a small database until its files change.

So a library of 20,000 items costs a command a few milliseconds.
"""

import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import sleep, time
from types import MappingProxyType
from typing import Any, TypeVar

from citeloom.keeping.database import open_database
from citeloom.keeping.private import remove_file
from citeloom.papers.identity import identifier_ids, normal_title
from citeloom.papers.libraries.library_error import LibraryError
from citeloom.papers.libraries.port import Library, LibraryItem
from citeloom.papers.paper import Author, Paper
from citeloom.papers.people import family_word
from citeloom.papers.titles import searched_title, words

_Value = TypeVar("_Value")

VERSION = 8
SECONDS_TO_WAIT = 10.0
MOST_NAMES = 500
YEARS_APART = 2
"""Years beyond which two papers by one author are not compared."""

NEW = ".new"
"""The end of the name of an index that is being made."""

MOST_INDEXES = 4
"""Indexes that are kept of one kind of library: programs may be given different ones."""

_DIGITS = 12
_LONGEST_NAME = 120
_SECONDS_OF_NEW = 3600.0
"""The age at which an index that is being made was left by a killed program."""

_AT_ONCE = 4_096
_TRIES, _SECONDS_BETWEEN = 30, 0.1
_TELLING_WORDS, _SHORTEST, _LETTERS = 6, 4, 5
_KEPT = (
    *("keys", "title", "authors", "year", "venue"),
    *("doi", "arxiv_id", "pmid", "acl_id", "abstract"),
)
_TABLES = (
    "CREATE TABLE about (state TEXT NOT NULL)",
    f"CREATE TABLE papers (number INTEGER PRIMARY KEY, {', '.join(_KEPT)})",
    "CREATE TABLE files (number INTEGER PRIMARY KEY, paths TEXT NOT NULL)",
    "CREATE TABLE names (name TEXT NOT NULL, number INTEGER NOT NULL)",
)
_NAMED = "SELECT names.name, papers.* FROM names JOIN papers USING (number)"


def index_file(data_folder: Path, name: str, paths: Sequence[Path] = ()) -> Path:
    """Return the file that keeps what a library says, one for each choice of the user's files."""
    written = "\n".join(map(str, paths)).encode(errors="surrogatepass")
    of_paths = f"-{sha256(written).hexdigest()[:_DIGITS]}" if paths else ""
    return data_folder / f"library-{name}{of_paths}.sqlite"


def index_files(data_folder: Path, name: str) -> tuple[Path, ...]:
    """Return the files that keep what libraries of a name say or have said."""
    return tuple(sorted(data_folder.glob(f"library-{name}*.sqlite")))


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
            self._read_anew(state)
        return state

    def kept_state(self) -> str:
        """Return the state of the library as it was read last; empty where nothing is kept."""
        if self.path.exists():
            with suppress(OSError, sqlite3.Error), closing(self._open()) as database:
                return _state_in(database)
        return ""

    def count(self) -> tuple[int, int]:
        """Return how many papers there are, and how many have an abstract."""
        query = "SELECT count(*), coalesce(sum(abstract <> ''), 0) FROM papers"
        with closing(self._open()) as database:
            papers, abstracts = database.execute(query).fetchone()
        return papers, abstracts

    def named(self, names: Iterable[str]) -> dict[str, list[tuple[int, Paper]]]:
        """Return the papers of names, each with its place in the library."""
        found: dict[str, list[tuple[int, Paper]]] = {}
        with closing(self._open()) as database:
            for some in _parts(list(dict.fromkeys(names))):
                query = f"{_NAMED} WHERE name IN ({_marks(some)})"
                for name, number, *row in database.execute(query, some):
                    found.setdefault(name, []).append((number, _of_row(row, self.library.name)))
        return found

    def near(self, papers: Iterable[Paper]) -> list[list[tuple[int, Paper]]]:
        """Return for each paper those by its first author in the years around with a like title.

        A like title has two thirds of its six longest words, or their beginnings.
        """
        found = []
        with closing(self._open()) as database:
            for paper in papers:
                asked, parts = tuple(near_names(paper)), _telling_parts(paper.title)
                query = f"{_NAMED} WHERE name IN ({_marks(asked)})"
                if parts:
                    alike = " + ".join(["(papers.title LIKE ?)"] * len(parts))
                    query += f" AND {alike} >= {max(1, len(parts) * 2 // 3)}"
                rows = database.execute(query, (*asked, *parts)) if asked else ()
                found.append([(row[1], _of_row(row[2:], self.library.name)) for row in rows])
        return found

    def search(
        self, words: Mapping[str, float], most: int, state: str
    ) -> list[tuple[float, Paper]]:
        """Return the papers that have words of a query, the best first, with their scores.

        Raises
        ------
        LibraryError
            If what is kept is not of that state: another program has read the library anew.
        """
        from citeloom.papers.word_index import papers_with_words

        with closing(self._open()) as database:
            if _state_in(database) != state:
                raise LibraryError("another program has read it anew")
            scores = dict(papers_with_words(database, words, most))
            papers: dict[int, Paper] = {}
            for some in _parts([*scores]):
                query = f"SELECT * FROM papers WHERE number IN ({_marks(some)})"
                for number, *row in database.execute(query, some):
                    papers[number] = _of_row(row, self.library.name)
        return [(score, papers[number]) for number, score in scores.items()]

    def files(self, numbers: Iterable[int]) -> tuple[Path, ...]:
        """Return where PDFs of papers may be, by the papers' places in the library."""
        found: list[Path] = []
        with closing(self._open()) as database:
            for number in numbers:
                query = "SELECT paths FROM files WHERE number = ?"
                for (paths,) in database.execute(query, (number,)):
                    found += map(Path, json.loads(paths))
        return tuple(dict.fromkeys(found))

    def _read_anew(self, state: str) -> None:
        """Make the index beside the one that is there, which serves until this one is whole."""
        _remove_left(self.path)
        new = self.path.with_name(f"{self.path.name}.{secrets.token_hex(4)}{NEW}")
        try:
            with closing(open_database(new, SECONDS_TO_WAIT)) as database:
                _fill(database, self.library.read(), state)
            # It would be taken for one of the new index.
            remove_file(Path(f"{self.path}-journal"))
            _put_in_place(new, self.path)
        finally:
            remove_file(new)
        self._drop_old()

    def _drop_old(self) -> None:
        """Remove the oldest indexes of libraries of this name."""
        found = []
        for file in index_files(self.path.parent, self.library.name):
            with suppress(OSError):  # Another program removes them, too, or has one open.
                if file != self.path:
                    found.append((file.stat().st_mtime_ns, file))
        for _, file in sorted(found, reverse=True)[MOST_INDEXES - 1 :]:
            with suppress(OSError):
                remove_file(file)

    def _open(self) -> sqlite3.Connection:
        return open_database(self.path, SECONDS_TO_WAIT)


def _state_in(database: sqlite3.Connection) -> str:
    row = database.execute("SELECT state FROM about").fetchone()
    return str(row[0]) if row else ""


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


def _remove_left(path: Path) -> None:
    """Remove indexes that a killed program left half made."""
    for left in path.parent.glob(f"{path.name}.*{NEW}"):
        with suppress(OSError):
            if time() - left.stat().st_mtime > _SECONDS_OF_NEW:
                remove_file(left)


def _put_in_place(new: Path, path: Path) -> None:
    for left in reversed(range(_TRIES)):
        try:
            new.replace(path)
        except PermissionError:  # Windows replaces no file that somebody has open.
            if not left:
                raise
            sleep(_SECONDS_BETWEEN)
        else:
            return


def _fill(database: sqlite3.Connection, items: Iterable[LibraryItem], state: str) -> None:
    """Write what a library has, which may be more than fits into memory."""
    # A file that nobody knows yet needs no journal; what is lost in a power cut is read again.
    database.execute("PRAGMA journal_mode = OFF")
    database.execute("PRAGMA synchronous = OFF")
    database.execute("BEGIN")
    # It brings NumPy, which a library that has not changed does not need.
    from citeloom.papers.word_index import make_word_index

    for table in _TABLES:
        database.execute(table)
    make_word_index(database)
    left = enumerate(items)
    while some := list(islice(left, _AT_ONCE)):
        _add(database, some)
    database.execute("CREATE INDEX names_of ON names (name, number)")
    database.execute("INSERT INTO about VALUES (?)", (state,))
    database.execute("COMMIT")


def _add(database: sqlite3.Connection, items: Sequence[tuple[int, LibraryItem]]) -> None:
    from citeloom.papers.word_index import add_words

    database.executemany(
        f"INSERT INTO papers VALUES (?, {_marks(_KEPT)})",
        ((number, *_to_row(item.paper)) for number, item in items),
    )
    database.executemany(
        "INSERT INTO files VALUES (?, ?)",
        (
            (number, json.dumps([str(path) for path in item.files]))
            for number, item in items
            if item.files
        ),
    )
    rows = ((name, number) for number, item in items for name in dict.fromkeys(_names(item.paper)))
    database.executemany("INSERT INTO names VALUES (?, ?)", rows)
    add_words(database, ((number, _searched_text(item.paper)) for number, item in items))


def _searched_text(paper: Paper) -> str:
    people = (f"{author.given} {author.family}" for author in paper.authors)
    return " ".join((paper.title, *people, paper.venue, str(paper.year or ""), paper.abstract))


def _telling_parts(title: str) -> tuple[str, ...]:
    """Return patterns for the beginnings of a title's longest words, of those in ASCII.

    SQLite knows no case beyond that, and no accents: other words are no sign that titles differ.
    """
    written = title.lower()
    telling = (
        word
        for word in words(searched_title(title))
        if len(word) >= _SHORTEST and word.isascii() and word in written
    )
    longest = sorted(dict.fromkeys(telling), key=len, reverse=True)
    return tuple(f"%{word[:_LETTERS]}%" for word in longest[:_TELLING_WORDS])


def _names(paper: Paper) -> Iterator[str]:
    yield from exact_names(paper)
    if paper.authors and paper.year:
        yield _by(paper.authors[0], paper.year)


def _to_row(paper: Paper) -> Iterator[object]:
    for name in _KEPT:
        value = getattr(paper, name)
        yield json.dumps(value, ensure_ascii=False) if isinstance(value, tuple) else value


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
