"""What a library says, kept in a small database; of files that change, what is new is taken in.

So a library of 20,000 items costs a command a few milliseconds.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path

from citeloom.keeping.database import open_database, remove_database
from citeloom.papers.identity import identifier_ids, normal_title
from citeloom.papers.libraries.library_error import LibraryError
from citeloom.papers.libraries.port import Library, LibraryItem
from citeloom.papers.paper import Author, Paper
from citeloom.papers.paper_table import PAPERS, PaperTable, marks, parts, row_of
from citeloom.papers.people import family_word
from citeloom.papers.store.file import is_broken, transaction
from citeloom.papers.titles import searched_title, words

VERSION = 10
SECONDS_TO_WAIT = 10.0
YEARS_APART = 2
"""Years beyond which two papers by one author are not compared."""

MOST_INDEXES = 4
"""Indexes that are kept of one kind of library: programs may be given different ones."""

_DIGITS = 12
_LONGEST_NAME = 120
_AT_ONCE = 4_096
_GONE_SHARE = 10
"""Each search passes over papers that are gone until they are one in so many."""

_TELLING_WORDS, _SHORTEST, _LETTERS = 6, 4, 5
_TABLES = (
    "CREATE TABLE about (state TEXT NOT NULL)",
    "CREATE TABLE names (name TEXT NOT NULL, number INTEGER NOT NULL)",
    "CREATE INDEX names_of ON names (name, number)",
    "CREATE INDEX numbers_of ON names (number)",
    """CREATE TRIGGER names_out AFTER DELETE ON papers BEGIN
        DELETE FROM names WHERE number = old.number;
    END""",
    f"PRAGMA user_version = {VERSION}",
)
_NAMED = f"SELECT name, {PAPERS} FROM names JOIN papers USING (number)"


def index_file(data_folder: Path, name: str, paths: Sequence[Path] = ()) -> Path:
    """Return the file that keeps what a library says, one for each choice of the user's files."""
    written = "\n".join(map(str, paths)).encode(errors="surrogatepass")
    of_paths = f"-{sha256(written).hexdigest()[:_DIGITS]}" if paths else ""
    return data_folder / f"library-{name}{of_paths}.sqlite"


def index_files(data_folder: Path, name: str) -> tuple[Path, ...]:
    """Return the files that keep what libraries of a name say or have said."""
    return tuple(sorted(data_folder.glob(f"library-{name}*.sqlite")))


def files_of_index(path: Path) -> tuple[Path, ...]:
    """Return an index and what a killed program has left beside it."""
    return tuple(sorted(path.parent.glob(f"{path.name}*")))


@dataclass(frozen=True)
class PaperIndex:
    """The papers of one library, found by what names them and by their words.

    A paper keeps its number as long as the library says the same of it.

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
        """Read the library again if its files have changed; return its state, empty without one.

        All of it is taken in or nothing; others are served as before meanwhile.

        Raises
        ------
        LibraryError
            If it cannot be read; what was read before is kept.
        OSError, sqlite3.Error
            If the index cannot be kept.
        """
        state = self.library.state()
        if state and self.kept_state() != state:
            try:
                self._read_again(state)
            except sqlite3.Error as error:
                if not is_broken(error):
                    raise
                remove_database(self.path)
                self._read_again(state)
            except LibraryError:
                if not self.kept_state():
                    remove_database(self.path)
                raise
            self._drop_old()
        return state

    def kept_state(self) -> str:
        """Return the state of the library as it was read last; empty where nothing is kept."""
        if self.path.exists():
            with suppress(OSError, sqlite3.Error), self._opened() as table:
                return _state_in(table) if _is_current(table) else ""
        return ""

    def count(self) -> tuple[int, int]:
        """Return how many papers there are, and how many have an abstract."""
        query = "SELECT count(*), coalesce(sum(abstract <> ''), 0) FROM papers"
        with self._opened() as table:
            papers, abstracts = table.database.execute(query).fetchone()
        return papers, abstracts

    def named(self, names: Iterable[str]) -> dict[str, list[tuple[int, Paper]]]:
        """Return the papers of names, each with its place in the library."""
        found: dict[str, list[tuple[int, Paper]]] = {}
        with self._opened() as table:
            for some in parts(list(dict.fromkeys(names))):
                query = f"{_NAMED} WHERE name IN ({marks(some)})"
                for name, *row in table.database.execute(query, some):
                    found.setdefault(name, []).append((row[0], table.read(row)))
        return found

    def near(self, papers: Iterable[Paper]) -> list[list[tuple[int, Paper]]]:
        """Return for each paper those by its first author in the years around with a like title.

        A like title has two thirds of its six longest words, or their beginnings.
        """
        found = []
        with self._opened() as table:
            for paper in papers:
                asked, telling = tuple(near_names(paper)), _telling_parts(paper.title)
                query = f"{_NAMED} WHERE name IN ({marks(asked)})"
                if telling:
                    alike = " + ".join(["(papers.title LIKE ?)"] * len(telling))
                    query += f" AND {alike} >= {max(1, len(telling) * 2 // 3)}"
                rows = table.database.execute(query, (*asked, *telling)) if asked else ()
                found.append([(row[1], table.read(row[1:])) for row in rows])
        return found

    def search(self, text: str, most: int) -> list[tuple[float, Paper]]:
        """Return the papers that have words of a text, the best first, with their scores."""
        # In one transaction, as another program may take in what has changed.
        with self._opened() as table, transaction(table.database, "BEGIN"):
            return table.search(text, most)

    def some(self, most: int) -> list[Paper]:
        """Return papers from all over the library, the same as long as it does not change."""
        with self._opened() as table:
            return table.some(most)

    def files(self, numbers: Iterable[int]) -> tuple[Path, ...]:
        """Return where PDFs of papers may be, by the papers' places in the library."""
        found: list[Path] = []
        with self._opened() as table:
            for number in numbers:
                query = "SELECT files FROM papers WHERE number = ? AND files <> ''"
                for (paths,) in table.database.execute(query, (number,)):
                    found += map(Path, json.loads(paths))
        return tuple(dict.fromkeys(found))

    def _drop_old(self) -> None:
        """Remove the oldest indexes of libraries of this name."""
        found = []
        for file in index_files(self.path.parent, self.library.name):
            with suppress(OSError):  # Another program removes them, too, or has one open.
                if file != self.path:
                    found.append((file.stat().st_mtime_ns, file))
        for _, file in sorted(found, reverse=True)[MOST_INDEXES - 1 :]:
            with suppress(OSError):
                remove_database(file)

    def _read_again(self, state: str) -> None:
        with self._opened() as table:
            is_current = _is_current(table)
        if not is_current:
            remove_database(self.path)
        with self._opened() as table:
            # Those who read it see it as it was; what goes leaves the disk, too.
            table.database.execute("PRAGMA journal_mode = WAL")
            table.database.execute("PRAGMA secure_delete = ON")
            with transaction(table.database):
                if _state_in(table) != state:  # Nobody has read it meanwhile.
                    _take_in(table, self.library.read())
                    table.database.execute("DELETE FROM about")
                    table.database.execute("INSERT INTO about VALUES (?)", (state,))

    @contextmanager
    def _opened(self) -> Iterator[PaperTable]:
        with closing(open_database(self.path, SECONDS_TO_WAIT)) as database:
            yield PaperTable(database, self.library.name)


def _is_current(table: PaperTable) -> bool:
    """Tell whether an index has no tables yet, or those of this version."""
    (version,) = table.database.execute("PRAGMA user_version").fetchone()
    return not table.is_made or version == VERSION


def _state_in(table: PaperTable) -> str:
    with suppress(sqlite3.OperationalError):  # It is new, and has no tables yet.
        for (state,) in table.database.execute("SELECT state FROM about"):
            return str(state)
    return ""


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


def _take_in(table: PaperTable, items: Iterable[LibraryItem]) -> None:
    """Make an index that of a library, which may be more than fits into memory."""
    if not table.is_made:
        table.make(_TABLES)
    gone = {name for (name,) in table.database.execute("SELECT id FROM papers")}
    kept, left = set(gone), iter(items)
    while some := list(islice(left, _AT_ONCE)):
        found = {name: (row, item.paper) for item in some for name, row in [_named_row(item)]}
        new = [it for name, it in found.items() if name not in kept]
        numbers = table.add((row, _searched_text(paper)) for row, paper in new)
        names = (
            (name, number)
            for number, (_, paper) in zip(numbers, new, strict=True)
            for name in dict.fromkeys(_names(paper))
        )
        table.database.executemany("INSERT INTO names VALUES (?, ?)", names)
        kept |= found.keys()
        gone -= found.keys()
    table.delete(gone)
    (passed_over,) = table.database.execute("SELECT count(*) FROM gone").fetchone()
    if passed_over * _GONE_SHARE > len(kept):
        table.tidy()


def _named_row(item: LibraryItem) -> tuple[str, tuple[object, ...]]:
    """Return the row of an item and its id, which says all that the library says of it."""
    row = row_of(item.paper, [*map(str, item.files)])
    name = sha256(repr(row).encode(errors="surrogatepass")).hexdigest()
    return name, (name, *row[1:])


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
