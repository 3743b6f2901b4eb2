"""A corpus in one SQLite file; any number of processes may read it while one writes."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from citeloom.corpus.port import CorpusError, Embedding, Hit
from citeloom.corpus.record import Record
from citeloom.keeping.database import open_database
from citeloom.keeping.private import make_private_folder
from citeloom.models.embedders.port import Vectors, unit_rows
from citeloom.papers.paper import Author, Paper
from citeloom.papers.store.file import transaction
from citeloom.papers.word_index import (
    add_words,
    index_words,
    leave_out_gone,
    make_word_index,
    papers_with_words,
)

FORMAT = 1
"""Changes when stores of an earlier form cannot be read any more."""

SECONDS_TO_WAIT = 30.0
_SOME = 2_000
_FIELDS = ("id", "title", "abstract", "authors", "year", "topic", "venue", "doi", "arxiv_id")
_COLUMNS = ", ".join(_FIELDS)
_MARKS = ", ".join("?" * (len(_FIELDS) + 1))
_TABLES = (
    "CREATE TABLE about (format INTEGER, name TEXT, dimensions INTEGER)",
    f"CREATE TABLE papers (number INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB, {_COLUMNS})",
    "CREATE UNIQUE INDEX papers_by_id ON papers (id)",
    "CREATE TABLE vectors (number INTEGER PRIMARY KEY, vector BLOB NOT NULL)",
    """CREATE TRIGGER vectors_out AFTER DELETE ON papers BEGIN
        DELETE FROM vectors WHERE number = old.number;
    END""",
)

_Value = TypeVar("_Value")


class SqliteStore:
    """A store in a file, which is made, private to the user, where there is none.

    Vectors are kept with length 1 in half precision, and all are compared.

    Parameters
    ----------
    embedding
        Who embeds the records of a new store; what an old one has stays.

    Raises
    ------
    CorpusError
        If the file cannot be used, or holds a store of another form.
    """

    def __init__(self, file: Path, embedding: Embedding = Embedding()) -> None:  # noqa: B008
        self._file = file
        self._matrix: tuple[tuple[int, int], NDArray[np.int64], Vectors] | None = None
        with self._explained():
            make_private_folder(file.parent)
            self._database = open_database(file, SECONDS_TO_WAIT, several_threads=True)
            # A batch stays in memory until it is whole, so that it locks readers out for a moment.
            self._database.execute("PRAGMA cache_spill = OFF")
            if not self._database.execute("SELECT 1 FROM sqlite_schema").fetchone():
                self._make(embedding)
            kept, name, dimensions = self._database.execute("SELECT * FROM about").fetchone()
        if kept != FORMAT:
            self.close()
            raise CorpusError(
                f"the corpus in {file.parent} was made by another version of Citeloom",
                advice="build it again in another folder",
            )
        self._embedding = Embedding(name, dimensions)

    @property
    def embedding(self) -> Embedding:
        return self._embedding

    def count(self) -> int:
        return int(self._rows("SELECT count(*) FROM papers")[0][0])

    def digests(self, ids: Sequence[str]) -> Mapping[str, str]:
        rows = self._rows_of("SELECT id, digest FROM papers WHERE id IN ({})", ids)
        return {name: digest.hex() for name, digest in rows}

    def records(self, ids: Sequence[str]) -> Mapping[str, Record]:
        rows = self._rows_of(f"SELECT {_COLUMNS} FROM papers WHERE id IN ({{}})", ids)
        return {row[0]: _record(row) for row in rows}

    def vectors(self, ids: Sequence[str]) -> Mapping[str, Vectors]:
        query = "SELECT id, vector FROM papers JOIN vectors USING (number) WHERE id IN ({})"
        return {name: _floats(kept) for name, kept in self._rows_of(query, ids)}

    def scan(self) -> Iterator[Sequence[Record]]:
        query = f"SELECT number, {_COLUMNS} FROM papers WHERE number > ? ORDER BY number LIMIT ?"
        last = -1
        while rows := self._rows(query, last, _SOME):
            last = rows[-1][0]
            yield [_record(row[1:]) for row in rows]

    def some(self, most: int) -> Sequence[Paper]:
        step = max(1, self.count() // most)
        query = f"SELECT {_COLUMNS} FROM papers WHERE number % ? = 0 ORDER BY number LIMIT ?"
        return [_record(row).paper() for row in self._rows(query, step, most)]

    def put(self, records: Sequence[Record], vectors: Vectors | None) -> None:
        wanted = (len(records), self._embedding.dimensions)
        if self._embedding.name and (vectors is None or vectors.shape != wanted):
            raise ValueError("the vectors do not fit the records")
        rows: Vectors | None = None
        if self._embedding.name and vectors is not None:
            rows = unit_rows(vectors.astype(np.float32)).astype(np.float16)
        with self._transaction():
            self._delete([record.id for record in records])
            insert = f"INSERT INTO papers (digest, {_COLUMNS}) VALUES ({_MARKS})"
            numbers = [
                self._database.execute(insert, _row(record)).lastrowid or 0 for record in records
            ]
            texts = (record.text for record in records)
            add_words(self._database, zip(numbers, texts, strict=True))
            if rows is not None:
                vectors_of = zip(numbers, map(np.ndarray.tobytes, rows), strict=True)
                self._database.executemany("INSERT INTO vectors VALUES (?, ?)", vectors_of)

    def delete(self, ids: Sequence[str]) -> None:
        with self._transaction():
            self._delete(ids)

    def optimise(self) -> None:
        with self._transaction():
            leave_out_gone(self._database)

    def by_words(self, text: str, most: int) -> Sequence[Hit]:
        words = Counter(index_words(text))
        with self._explained():
            return self._hits(dict(papers_with_words(self._database, words, most)))

    def by_vector(self, vector: Vectors, most: int) -> Sequence[Hit]:
        if not self._embedding.name:
            raise CorpusError(f"the corpus in {self._file.parent} has no embeddings")
        numbers, rows = self._all_vectors()
        if not len(numbers) or most < 1:
            return []
        (wanted,) = unit_rows(np.asarray(vector, np.float32)[None])
        scores = rows @ wanted
        bound = np.partition(scores, -most)[-most] if most < len(scores) else scores.min()
        # More than are wanted where the last are equally near.
        near = np.flatnonzero(scores >= bound)
        found = dict(zip(numbers[near].tolist(), scores[near].tolist(), strict=True))
        return self._hits(found)[:most]

    def close(self) -> None:
        self._database.close()

    def _all_vectors(self) -> tuple[NDArray[np.int64], Vectors]:
        """Return the numbers of all records and their vectors, read again after a change."""
        ((version,),) = self._rows("PRAGMA data_version")
        state = (version, self._database.total_changes)
        kept = self._matrix
        if kept is None or kept[0] != state:
            found = self._rows("SELECT number, vector FROM vectors ORDER BY number")
            flat = np.frombuffer(b"".join(vector for _, vector in found), np.float16)
            rows = flat.reshape(len(found), self._embedding.dimensions).astype(np.float32)
            numbers = np.array([number for number, _ in found], np.int64)
            kept = self._matrix = (state, numbers, rows)
        return kept[1:]

    def _hits(self, scores: Mapping[int, float]) -> list[Hit]:
        """Return the records of numbers, those with the highest scores first; ties by id."""
        query = f"SELECT number, {_COLUMNS} FROM papers WHERE number IN ({{}})"
        rows = self._rows_of(query, [*scores])
        hits = [Hit(_record(row[1:]).paper(), scores[row[0]]) for row in rows]
        return sorted(hits, key=lambda hit: (-hit.score, hit.paper.id))

    def _rows(self, query: str, *values: object) -> list[Any]:
        with self._explained():
            return self._database.execute(query, values).fetchall()

    def _rows_of(self, query: str, values: Sequence[_Value]) -> Iterator[Any]:
        for start in range(0, len(values), _SOME):
            some = values[start : start + _SOME]
            yield from self._rows(query.format(", ".join("?" * len(some))), *some)

    def _delete(self, ids: Sequence[str]) -> None:
        one = ((name,) for name in ids)
        self._database.executemany("DELETE FROM papers WHERE id = ?", one)

    def _make(self, embedding: Embedding) -> None:
        with self._transaction():
            if not self._database.execute("SELECT 1 FROM sqlite_schema").fetchone():
                for table in _TABLES:
                    self._database.execute(table)
                make_word_index(self._database)
                values = (FORMAT, *astuple(embedding))
                self._database.execute("INSERT INTO about VALUES (?, ?, ?)", values)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Change all or nothing; another process that writes is waited for."""
        with self._explained(), transaction(self._database):
            yield

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise CorpusError(
                f"the corpus in {self._file.parent} cannot be used ({error})",
                advice="check the folder and the free space on the disk, or build it again",
            ) from error


def is_made(file: Path) -> bool:
    """Tell whether there is a store; one whose making was killed has no table yet."""
    if not file.exists():
        return False
    with (
        suppress(OSError, sqlite3.Error),
        closing(open_database(file, SECONDS_TO_WAIT)) as database,
    ):
        return bool(database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
    return True


def _row(record: Record) -> tuple[object, ...]:
    authors = json.dumps(record.authors, ensure_ascii=False)
    return (
        bytes.fromhex(record.digest), record.id, record.title, record.abstract, authors,
        record.year, record.topic, record.venue, record.doi, record.arxiv_id,
    )  # fmt: skip


def _record(row: Sequence[Any]) -> Record:
    values = dict(zip(_FIELDS, row, strict=True))
    authors = tuple(Author(*parts) for parts in json.loads(values.pop("authors")))
    return Record(**values, authors=authors)


def _floats(kept: bytes) -> Vectors:
    return np.frombuffer(kept, np.float16).astype(np.float32)
