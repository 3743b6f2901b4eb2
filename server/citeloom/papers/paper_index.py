"""Papers in one SQLite file, each once, found by their ids, names, words and vectors.

So a library of 20,000 items costs a command a few milliseconds. Any number of processes may read a
file while one writes.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from citeloom.keeping.database import open_database, remove_database
from citeloom.papers.author_matching import family_word
from citeloom.papers.collection import NO_EMBEDDER, CorpusError, Embedding, Hit, Vectors
from citeloom.papers.identity import identifier_ids, normal_title
from citeloom.papers.libraries.port import Library, LibraryError, LibraryItem
from citeloom.papers.paper import Author, Paper
from citeloom.papers.store.file import is_broken, transaction
from citeloom.papers.titles import searched_title, words

_Value = TypeVar("_Value")

FORMAT = 3
"""Changes with the tables and what stands in them."""

SECONDS_TO_WAIT = 30.0
YEARS_APART = 2
"""Years beyond which two papers by one author are not compared."""

AT_ONCE = 2_000
"""Papers that are asked for or read in one step."""

_TAKEN_AT_ONCE = 4_096
_PAGE = 16_384
"""Bytes; of 20,000 records with vectors each takes 200 bytes less than with SQLite's own 4,096."""

_LONGEST_NAME = 120
_GONE_SHARE = 10
"""Each search passes over papers that are gone until they are one in so many."""

_TELLING_WORDS, _SHORTEST, _LETTERS = 6, 4, 5
_FIELDS = (
    *("keys", "title", "authors", "year", "venue"),
    *("doi", "arxiv_id", "pmid", "acl_id", "abstract"),
)
_COLUMNS = ("id", "files", *_FIELDS)
_PAPERS = f"number, {', '.join(_COLUMNS)}"
_INSERT = f"INSERT INTO papers ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"

_TABLES = (
    f"CREATE TABLE papers (number INTEGER PRIMARY KEY AUTOINCREMENT, {', '.join(_COLUMNS)})",
    "CREATE UNIQUE INDEX papers_by_id ON papers (id)",
    "CREATE TABLE about (format INTEGER, name TEXT, dimensions INTEGER, state TEXT)",
    "CREATE TABLE vectors (number INTEGER PRIMARY KEY, vector BLOB NOT NULL)",
    "CREATE TABLE names (name TEXT NOT NULL, number INTEGER NOT NULL)",
    "CREATE INDEX names_of ON names (name, number)",
    "CREATE INDEX numbers_of ON names (number)",
    """CREATE TRIGGER papers_out AFTER DELETE ON papers BEGIN
        DELETE FROM vectors WHERE number = old.number;
        DELETE FROM names WHERE number = old.number;
    END""",
)

_NAMED = f"SELECT name, {_PAPERS} FROM names JOIN papers USING (number)"


class PaperIndex:
    """The papers of a library, or of a corpus (`citeloom.papers.collection.CorpusStore`).

    A paper keeps its number, which is never given to another one, until it is deleted. All methods
    raise `CorpusError` where the file cannot be used.

    Parameters
    ----------
    path
        The file that they are kept in.
    source
        Where they come from (``Paper.sources``).
    """

    def __init__(self, path: Path, source: str = "corpus") -> None:
        self.path, self._source = path, source
        self._vectors: tuple[object, Any, Any] | None = None

    def refresh(self, library: Library) -> str:
        """Read a library again if its files have changed; return its state, empty without one.

        All of it is taken in or nothing; others are served as before meanwhile.

        Raises
        ------
        LibraryError
            If it cannot be read; what was read before is kept.
        """
        state = library.state()
        if state and self.kept_state() != state:
            try:
                self._read_again(library, state)
            except CorpusError as error:
                if not isinstance(error.__cause__, sqlite3.Error) or not is_broken(error.__cause__):
                    raise
                remove_database(self.path)
                self._read_again(library, state)
            except LibraryError:
                if not self.is_made:
                    remove_database(self.path)
                raise
        return state

    def kept_state(self) -> str:
        """Return the library's state when it was last read; empty if it never was."""
        with suppress(CorpusError, OSError), self._opened() as database:
            return _state_in(database) or ""
        return ""

    @property
    def is_made(self) -> bool:
        """Whether there is a file with tables; one whose making was killed has none yet."""
        if not self.path.exists():
            return False
        with suppress(CorpusError), self._opened() as database:
            return _has_tables(database)
        return True

    def make(self, embedding: Embedding = NO_EMBEDDER) -> "PaperIndex":
        """Make the file, private to the user, where there is none; return the index.

        Parameters
        ----------
        embedding
            Who embeds the papers of a new one; what an old one has stays.
        """
        with self._opened(is_new=True) as database, transaction(database):
            if not _has_tables(database):
                _make_tables(database, embedding)
            elif _state_in(database) is None:
                raise sqlite3.DatabaseError("another version of Citeloom made it")
        return self

    @property
    def embedding(self) -> Embedding:
        """Who embeds the papers."""
        with self._opened() as database:
            return _embedding_in(database)

    def count(self) -> int:
        """Return how many papers there are."""
        with self._opened() as database:
            return int(database.execute("SELECT count(*) FROM papers").fetchone()[0])

    def count_abstracts(self) -> int:
        """Return how many of the papers have an abstract."""
        query = "SELECT count(*) FROM papers WHERE abstract <> ''"
        with self._opened() as database:
            return int(database.execute(query).fetchone()[0])

    def papers(self, ids: Sequence[str]) -> Mapping[str, Paper]:
        """Return the papers of these ids that are there."""
        with self._opened() as database:
            return {paper.id: paper for _, paper in self._where(database, "id", ids)}

    def some(self, most: int) -> list[Paper]:
        """Return papers from all over, the same as long as nothing changes."""
        query = f"SELECT {_PAPERS} FROM papers WHERE number % ? = 0 ORDER BY number LIMIT ?"
        step = max(1, self.count() // most)
        with self._opened() as database:
            return [self._paper(row) for row in database.execute(query, (step, most))]

    def files(self, numbers: Iterable[int]) -> tuple[Path, ...]:
        """Return where PDFs of papers may be, by the papers' numbers."""
        found: list[Path] = []
        query = "SELECT files FROM papers WHERE number = ? AND files <> ''"
        with self._opened() as database:
            for number in numbers:
                for (paths,) in database.execute(query, (number,)):
                    found += map(Path, json.loads(paths))
        return tuple(dict.fromkeys(found))

    def named(self, names: Iterable[str]) -> dict[str, list[tuple[int, Paper]]]:
        """Return the papers of a library that have these names, each with its number."""
        found: dict[str, list[tuple[int, Paper]]] = {}
        with self._opened() as database:
            for some in _parts(list(dict.fromkeys(names))):
                query = f"{_NAMED} WHERE name IN ({_marks(some)})"
                for name, *row in database.execute(query, some):
                    found.setdefault(name, []).append((row[0], self._paper(row)))
        return found

    def near(self, papers: Iterable[Paper]) -> list[list[tuple[int, Paper]]]:
        """Return for each paper those by its first author in the years around with a like title.

        A like title has two thirds of its six longest words, or their beginnings.
        """
        found = []
        with self._opened() as database:
            for paper in papers:
                asked, telling = tuple(near_names(paper)), _telling_parts(paper.title)
                query = f"{_NAMED} WHERE name IN ({_marks(asked)})"
                if telling:
                    alike = " + ".join(["(papers.title LIKE ?)"] * len(telling))
                    query += f" AND {alike} >= {max(1, len(telling) * 2 // 3)}"
                rows = database.execute(query, (*asked, *telling)) if asked else ()
                found.append([(row[1], self._paper(row[1:])) for row in rows])
        return found

    def by_words(self, text: str, most: int) -> list[Hit]:
        """Return the papers that have words of a text, by BM25; ties by id."""
        # It brings NumPy, which nobody needs who searches no words.
        from citeloom.papers.word_index import index_words, papers_with_words

        # In one transaction, as another program may take in what has changed.
        with self._opened() as database, transaction(database, "BEGIN"):
            scores = dict(papers_with_words(database, Counter(index_words(text)), most))
            return _best(self._where(database, "number", [*scores]), scores)

    def by_vector(self, vector: Vectors, most: int) -> list[Hit]:
        """Return the papers nearest to a vector by the cosine; ties by id. All are compared."""
        import numpy as np

        with self._opened() as database, transaction(database, "BEGIN"):
            numbers, rows = self._all_vectors(database)
            if not len(numbers) or most < 1:
                return []
            scores = rows @ (vector / (np.linalg.norm(vector) or 1)).astype(np.float32)
            bound = np.partition(scores, -most)[-most] if most < len(scores) else scores.min()
            # More than are wanted where the last are equally near.
            near = np.flatnonzero(scores >= bound)
            found = dict(zip(numbers[near].tolist(), scores[near].tolist(), strict=True))
            return _best(self._where(database, "number", [*found]), found)[:most]

    def vectors(self, ids: Sequence[str]) -> Mapping[str, Vectors]:
        """Return the vectors of those papers that are there, in single precision."""
        import numpy as np

        found: dict[str, Vectors] = {}
        with self._opened() as database:
            for some in _parts(ids):
                query = f"""SELECT id, vector FROM papers JOIN vectors USING (number)
                    WHERE id IN ({_marks(some)})"""
                for name, kept in database.execute(query, some):
                    found[name] = np.frombuffer(kept, np.float16).astype(np.float32)
        return found

    def put(self, papers: Sequence[Paper], vectors: "Vectors | None") -> None:
        """Keep papers with their vectors; see `citeloom.papers.collection.CorpusStore`."""
        with self._changing() as database:
            embedding = _embedding_in(database)
            wanted = (len(papers), embedding.dimensions)
            if embedding.name and (vectors is None or vectors.shape != wanted):
                raise ValueError("the vectors do not fit the papers")
            _delete(database, [paper.id for paper in papers])
            numbers = _add(database, [(_row_of(paper), paper.text) for paper in papers])
            if embedding.name and vectors is not None:
                rows = (row.tobytes() for row in vectors.astype("float16"))
                vectors_of = zip(numbers, rows, strict=True)
                database.executemany("INSERT INTO vectors VALUES (?, ?)", vectors_of)

    def delete(self, ids: Sequence[str]) -> None:
        """Delete those papers that are there."""
        with self._changing() as database:
            _delete(database, ids)

    def optimise(self) -> None:
        """Take deleted papers out of the words, where each search passes over them until then."""
        with self._changing() as database:
            _tidy(database)

    def close(self) -> None:
        """Do nothing: the file is opened for each question."""

    @contextmanager
    def _opened(self, *, is_new: bool = False) -> Iterator[sqlite3.Connection]:
        """Open the file, which is made only where it may be a new one."""
        if not is_new and not self.path.exists():
            raise CorpusError(
                f"the collection in {self.path.parent} has been replaced or removed",
                advice="run the same command again",
            )
        try:
            with closing(open_database(self.path, SECONDS_TO_WAIT)) as database:
                database.execute(f"PRAGMA page_size = {_PAGE}")  # Of a new file.
                yield database
        except (OSError, sqlite3.Error) as error:
            advice = "check the folder and the free space on the disk"
            if isinstance(error, sqlite3.DatabaseError) and not isinstance(
                error, sqlite3.OperationalError
            ):  # It is broken, or made by another program.
                advice = f"move or remove {self.path}, then build it again"
            raise CorpusError(
                f"the collection in {self.path.parent} cannot be used ({error})", advice=advice
            ) from error

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """Change all or nothing; another process that writes is waited for."""
        with self._opened() as database:
            # A batch stays in memory until it is whole, so that it locks readers out for a moment.
            database.execute("PRAGMA cache_spill = OFF")
            with transaction(database):
                yield database

    def _read_again(self, library: Library, state: str) -> None:
        with self._opened(is_new=True) as database:
            # Those who read it see it as it was; what goes leaves the disk, too.
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA secure_delete = ON")
            with transaction(database):
                kept = _state_in(database)
                if kept != state:  # Nobody has read it meanwhile.
                    if kept is None:
                        _drop_tables(database)
                        _make_tables(database, NO_EMBEDDER)
                    _take_in(database, library.read())
                    database.execute("UPDATE about SET state = ?", (state,))

    def _paper(self, row: Sequence[Any]) -> Paper:
        """Return the paper of a row of the columns `_PAPERS`."""
        _, name, _, *found = row
        values = dict(zip(_FIELDS, found, strict=True))
        values["keys"] = tuple(json.loads(values["keys"] or "[]"))
        values["authors"] = tuple(Author(*author) for author in json.loads(values["authors"]))
        filled = {field: value for field, value in values.items() if value}
        known = dict.fromkeys((field for field in filled if field != "keys"), self._source)
        return Paper(name, sources=MappingProxyType(known), **filled)

    def _where(
        self, database: sqlite3.Connection, column: str, values: Sequence[object]
    ) -> Iterator[tuple[int, Paper]]:
        """Yield the numbers and papers that have one of these values in a column."""
        for some in _parts(values):
            query = f"SELECT {_PAPERS} FROM papers WHERE {column} IN ({_marks(some)})"
            for row in database.execute(query, some):
                yield row[0], self._paper(row)

    def _all_vectors(self, database: sqlite3.Connection) -> tuple[Any, Any]:
        """Return the numbers of all papers and their vectors, read again after a change."""
        import numpy as np

        # A paper that is added gets a higher number than all before it.
        query = "SELECT max(seq), (SELECT count(*) FROM papers) FROM sqlite_sequence"
        state = database.execute(query).fetchone()
        kept = self._vectors
        if kept is None or kept[0] != state:
            query = "SELECT number, vector FROM vectors ORDER BY number"
            found = database.execute(query).fetchall()
            flat = np.frombuffer(b"".join(vector for _, vector in found), np.float16)
            rows = flat.reshape(len(found), -1).astype(np.float32) if found else flat
            numbers = np.array([number for number, _ in found], np.int64)
            kept = self._vectors = (state, numbers, rows)
        return kept[1:]


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


def _best(papers: Iterable[tuple[int, Paper]], scores: Mapping[int, float]) -> list[Hit]:
    """Return papers with the scores of their numbers, the highest first; ties by id."""
    hits = [Hit(paper, scores[number]) for number, paper in papers]
    return sorted(hits, key=lambda hit: (-hit.score, hit.paper.id))


def _has_tables(database: sqlite3.Connection) -> bool:
    return bool(database.execute("SELECT 1 FROM sqlite_schema").fetchone())


def _embedding_in(database: sqlite3.Connection) -> Embedding:
    return Embedding(*database.execute("SELECT name, dimensions FROM about").fetchone())


def _state_in(database: sqlite3.Connection) -> str | None:
    """Return the state of a library; None where there are no tables of this version."""
    with suppress(sqlite3.OperationalError):
        found = database.execute("SELECT state FROM about WHERE format = ?", (FORMAT,)).fetchone()
        return found[0] if found else None
    return None


def _make_tables(database: sqlite3.Connection, embedding: Embedding) -> None:
    from citeloom.papers.word_index import make_word_index

    for statement in _TABLES:
        database.execute(statement)
    make_word_index(database)
    values = (FORMAT, embedding.name, embedding.dimensions)
    database.execute("INSERT INTO about VALUES (?, ?, ?, '')", values)


def _drop_tables(database: sqlite3.Connection) -> None:
    """Remove what another version has made."""
    query = """SELECT type, name FROM sqlite_schema
        WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'"""
    for kind, name in database.execute(query).fetchall():
        database.execute(f'DROP {kind} "{name}"')


def _add(database: sqlite3.Connection, rows: Iterable[tuple[Sequence[object], str]]) -> list[int]:
    """Take in rows, each with the text that its paper is found by; return their numbers."""
    from citeloom.papers.word_index import add_words

    added = [(database.execute(_INSERT, row).lastrowid or 0, text) for row, text in rows]
    add_words(database, added)
    return [number for number, _ in added]


def _delete(database: sqlite3.Connection, names: Iterable[str]) -> None:
    database.executemany("DELETE FROM papers WHERE id = ?", ((name,) for name in names))


def _tidy(database: sqlite3.Connection) -> None:
    from citeloom.papers.word_index import leave_out_gone

    leave_out_gone(database)


def _take_in(database: sqlite3.Connection, items: Iterable[LibraryItem]) -> None:
    """Bring the index up to date with a library, in batches: it may not fit into memory."""
    from citeloom.papers.word_index import searched_text

    gone = {name for (name,) in database.execute("SELECT id FROM papers")}
    kept, left = set(gone), iter(items)
    while some := list(islice(left, _TAKEN_AT_ONCE)):
        found = {name: (row, item.paper) for item in some for name, row in [_named_row(item)]}
        new = [it for name, it in found.items() if name not in kept]
        numbers = _add(database, ((row, searched_text(paper)) for row, paper in new))
        names = (
            (name, number)
            for number, (_, paper) in zip(numbers, new, strict=True)
            for name in dict.fromkeys(_names(paper))
        )
        database.executemany("INSERT INTO names VALUES (?, ?)", names)
        kept |= found.keys()
        gone -= found.keys()
    _delete(database, gone)
    (passed_over,) = database.execute("SELECT count(*) FROM gone").fetchone()
    if passed_over * _GONE_SHARE > len(kept):
        _tidy(database)


def _names(paper: Paper) -> Iterator[str]:
    yield from exact_names(paper)
    if paper.authors and paper.year:
        yield _by(paper.authors[0], paper.year)


def _row_of(paper: Paper, files: Sequence[str] = ()) -> tuple[object, ...]:
    """Return the row of a paper, and of the files that its PDFs may be in."""
    values = (getattr(paper, name) for name in _FIELDS)
    return (
        paper.id,
        json.dumps(files) if files else "",
        *(
            json.dumps(value, ensure_ascii=False) if isinstance(value, tuple) else value
            for value in values
        ),
    )


def _named_row(item: LibraryItem) -> tuple[str, tuple[object, ...]]:
    """Return the row of an item and its id, which says all that the library says of it."""
    row = _row_of(item.paper, [*map(str, item.files)])
    name = sha256(repr(row).encode(errors="surrogatepass")).hexdigest()
    return name, (name, *row[1:])


def _telling_parts(title: str) -> tuple[str, ...]:
    """Return patterns for the beginnings of the longest words in ASCII of a title.

    SQLite compares other words by case and accents, so they do not prove that titles differ.
    """
    written = title.lower()
    telling = (
        word
        for word in words(searched_title(title))
        if len(word) >= _SHORTEST and word.isascii() and word in written
    )
    longest = sorted(dict.fromkeys(telling), key=len, reverse=True)
    return tuple(f"%{word[:_LETTERS]}%" for word in longest[:_TELLING_WORDS])


def _parts(values: Sequence[_Value]) -> Iterator[Sequence[_Value]]:
    """Yield values in parts that one query can name."""
    for start in range(0, len(values), AT_ONCE):
        yield values[start : start + AT_ONCE]


def _marks(values: Sequence[object]) -> str:
    """Return a question mark for each value of a query."""
    return ", ".join("?" * len(values))
