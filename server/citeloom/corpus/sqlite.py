"""A corpus in one SQLite file; any number of processes may read it while one writes."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from citeloom.corpus.port import CorpusError, Embedding, Hit
from citeloom.keeping.database import open_database
from citeloom.keeping.private import make_private_folder
from citeloom.models.embedders.port import Vectors, unit_rows
from citeloom.papers.paper import Paper
from citeloom.papers.paper_table import COLUMNS, PaperTable, marks, parts, row_of
from citeloom.papers.store.file import transaction

FORMAT = 2
"""Changes when stores of an earlier form cannot be read any more."""

SECONDS_TO_WAIT = 30.0
_TABLES = (
    "CREATE TABLE about (format INTEGER, name TEXT, dimensions INTEGER)",
    "CREATE TABLE vectors (number INTEGER PRIMARY KEY, vector BLOB NOT NULL)",
    """CREATE TRIGGER vectors_out AFTER DELETE ON papers BEGIN
        DELETE FROM vectors WHERE number = old.number;
    END""",
)


class SqliteStore:
    """A store in a file, which is made, private to the user, where there is none.

    Vectors are kept with length 1 in half precision, and all are compared.

    Parameters
    ----------
    embedding
        Who embeds the papers of a new store; what an old one has stays.

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
            self._table = PaperTable(self._database, "corpus")
            # A batch stays in memory until it is whole, so that it locks readers out for a moment.
            self._database.execute("PRAGMA cache_spill = OFF")
            if not self._table.is_made or self._about()[0] < FORMAT:
                self._make(embedding)
            kept, name, dimensions = self._about()
        if kept != FORMAT:
            self.close()
            raise CorpusError(
                f"the corpus in {file.parent} was built by another version of Citeloom",
                advice="build it again in another folder",
            )
        self._embedding = Embedding(name, dimensions)

    @property
    def embedding(self) -> Embedding:
        return self._embedding

    def count(self) -> int:
        with self._explained():
            return self._table.count()

    def papers(self, ids: Sequence[str]) -> Mapping[str, Paper]:
        with self._explained():
            return {paper.id: paper for _, paper in self._table.where("id", ids)}

    def vectors(self, ids: Sequence[str]) -> Mapping[str, Vectors]:
        query = "SELECT id, vector FROM papers JOIN vectors USING (number) WHERE id IN ({})"
        rows = (row for some in parts(ids) for row in self._rows(query.format(marks(some)), *some))
        return {name: np.frombuffer(kept, np.float16).astype(np.float32) for name, kept in rows}

    def scan(self) -> Iterator[Sequence[Paper]]:
        with self._explained():
            yield from self._table.scan()

    def some(self, most: int) -> Sequence[Paper]:
        with self._explained():
            return self._table.some(most)

    def put(self, papers: Sequence[Paper], vectors: Vectors | None) -> None:
        wanted = (len(papers), self._embedding.dimensions)
        if self._embedding.name and (vectors is None or vectors.shape != wanted):
            raise ValueError("the vectors do not fit the papers")
        with self._transaction():
            self._table.delete([paper.id for paper in papers])
            numbers = self._table.add((row_of(paper), paper.text) for paper in papers)
            if self._embedding.name and vectors is not None:
                rows = unit_rows(vectors.astype(np.float32)).astype(np.float16)
                vectors_of = zip(numbers, map(np.ndarray.tobytes, rows), strict=True)
                self._database.executemany("INSERT INTO vectors VALUES (?, ?)", vectors_of)

    def delete(self, ids: Sequence[str]) -> None:
        with self._transaction():
            self._table.delete(ids)

    def optimise(self) -> None:
        with self._transaction():
            self._table.tidy()

    def by_words(self, text: str, most: int) -> Sequence[Hit]:
        with self._explained():
            return _best(Hit(paper, score) for score, paper in self._table.search(text, most))

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
        with self._explained():
            papers = self._table.where("number", [*found])
            return _best(Hit(paper, found[number]) for number, paper in papers)[:most]

    def close(self) -> None:
        self._database.close()

    def _all_vectors(self) -> tuple[NDArray[np.int64], Vectors]:
        """Return the numbers of all papers and their vectors, read again after a change."""
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

    def _rows(self, query: str, *values: object) -> list[Any]:
        with self._explained():
            return self._database.execute(query, values).fetchall()

    def _about(self) -> tuple[int, str, int]:
        """Return the format of a store that is made, and who embeds it."""
        ((kept, name, dimensions),) = self._rows("SELECT * FROM about")
        return kept, name, dimensions

    def _make(self, embedding: Embedding) -> None:
        """Make the tables, or bring those of the first format into the form of today."""
        with self._transaction():
            if not self._table.is_made:
                self._table.make(_TABLES)
                values = (FORMAT, *astuple(embedding))
                self._database.execute("INSERT INTO about VALUES (?, ?, ?)", values)
                return
            # Another process may have done it meanwhile.
            there = {row[1] for row in self._rows("PRAGMA table_info(papers)")}
            for column in COLUMNS:
                if column not in there:
                    self._database.execute(f"ALTER TABLE papers ADD COLUMN {column} DEFAULT ''")
            self._database.execute("UPDATE about SET format = ?", (FORMAT,))

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
            advice = "check the folder and the free space on the disk, or build it again"
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_READONLY:
                # One of an earlier version is upgraded when it is opened, also to be searched.
                advice = "open it once as a user who may write there: 'citeloom corpus show'"
            raise CorpusError(
                f"the corpus in {self._file.parent} cannot be used ({error})", advice=advice
            ) from error


def is_made(file: Path) -> bool:
    """Tell whether there is a store; one whose making was killed has no table yet."""
    if not file.exists():
        return False
    with (
        suppress(OSError, sqlite3.Error),
        closing(open_database(file, SECONDS_TO_WAIT)) as database,
    ):
        return PaperTable(database, "").is_made
    return True


def _best(hits: Iterator[Hit]) -> list[Hit]:
    """Return hits, those with the highest scores first; ties by id."""
    return sorted(hits, key=lambda hit: (-hit.score, hit.paper.id))
