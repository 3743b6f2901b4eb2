"""A corpus in a folder, kept by LanceDB; any number of processes may read and write it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any

import lancedb
import numpy as np
import pyarrow as pa
from lancedb.index import FTS, BTree, IvfFlat

from citeloom.corpus.port import CorpusError, Embedding, Hit
from citeloom.corpus.record import Record
from citeloom.corpus.words import query_words
from citeloom.keeping.private import make_private_folder
from citeloom.models.embedders.port import Vectors
from citeloom.papers.paper import Author

FORMAT = "1"
"""Changes when stores of an earlier form cannot be read any more."""

EXACT_UP_TO = 20_000
"""Records of which all vectors are compared; more get an index."""

_TABLE = "records"
_PARTITION = 2_000
_PROBES = 24
_MOST_PARTS = 16
_SOME = 2_000
_TRIES = 5
_AT_ONCE = timedelta(milliseconds=1)
_FORMAT, _EMBEDDING = b"citeloom.format", b"citeloom.embedding"
_TEXTS = ("id", "title", "text", "authors", "topic", "venue", "doi", "arxiv_id", "digest")
_FIELDS = ["id", "title", "text", "authors", "year", "topic", "venue", "doi", "arxiv_id"]

_Row = dict[str, Any]
_Scored = tuple[_Row, float]
"""What was found, and how well it fits."""


class LanceStore:
    """A store in a folder, which is made, private to the user, where there is none.

    Parameters
    ----------
    embedding
        Who embeds the records of a new store; what an old one has stays.

    Raises
    ------
    CorpusError
        If the folder cannot be used, or holds a store of another form.
    """

    def __init__(self, folder: Path, embedding: Embedding = Embedding()) -> None:  # noqa: B008
        self._folder = folder
        with self._explained():
            make_private_folder(folder)
            database = lancedb.connect(folder, read_consistency_interval=timedelta(0))
            self._table = _opened(database, embedding)
            about = self._table.schema.metadata or {}
        if about.get(_FORMAT) != FORMAT.encode():
            raise CorpusError(
                f"the corpus in {folder} is of another version of this program",
                advice="build it anew in another folder",
            )
        self._embedding = Embedding(**json.loads(about[_EMBEDDING]))

    @property
    def embedding(self) -> Embedding:
        return self._embedding

    def count(self) -> int:
        with self._explained():
            return int(self._table.count_rows())

    def digests(self, ids: Sequence[str]) -> Mapping[str, str]:
        rows = self._rows(ids, ["id", "digest"])
        return {row["id"]: row["digest"] for row in rows}

    def records(self, ids: Sequence[str]) -> Mapping[str, Record]:
        return {row["id"]: _record(row) for row in self._rows(ids, _FIELDS)}

    def vectors(self, ids: Sequence[str]) -> Mapping[str, Vectors]:
        if not self._embedding.name:
            return {}
        rows = self._rows(ids, ["id", "vector"])
        return {row["id"]: np.array(row["vector"], np.float32) for row in rows}

    def scan(self) -> Iterator[Sequence[Record]]:
        with self._explained():
            for rows in self._table.search().select(_FIELDS).to_batches(batch_size=_SOME):
                yield [_record(row) for row in rows.to_pylist()]

    def put(self, records: Sequence[Record], vectors: Vectors | None) -> None:
        if not records:
            return
        columns: dict[str, Any] = {
            "id": [record.id for record in records],
            "title": [record.title for record in records],
            "text": [record.text for record in records],
            "authors": [json.dumps(record.authors, ensure_ascii=False) for record in records],
            "year": pa.array([record.year for record in records], pa.int16()),
            "topic": [record.topic for record in records],
            "venue": [record.venue for record in records],
            "doi": [record.doi for record in records],
            "arxiv_id": [record.arxiv_id for record in records],
            "digest": [record.digest for record in records],
        }
        if self._embedding.name:
            if vectors is None or vectors.shape != (len(records), self._embedding.dimensions):
                raise ValueError("the vectors do not fit the records")
            flat = pa.array(np.ascontiguousarray(vectors, np.float32).ravel())
            columns["vector"] = pa.FixedSizeListArray.from_arrays(flat, vectors.shape[1])
        with self._explained():
            merging = self._table.merge_insert("id").when_matched_update_all()
            rows = pa.table(columns, schema=_schema(self._embedding))
            merging.when_not_matched_insert_all().execute(rows)

    def delete(self, ids: Sequence[str]) -> None:
        with self._explained():
            for some in _parts(ids):
                self._table.delete(_is_one_of(some))

    def optimise(self) -> None:
        """Make the indexes that are missing, and take in what was changed since.

        Only what is there now is kept, so that no disk fills up with earlier versions.
        """
        with self._explained():
            # Moving records takes less time before there is an index of them.
            self._table.optimize(cleanup_older_than=_AT_ONCE)
            count = self._table.count_rows()
            known = {index.columns[0]: index.name for index in self._table.list_indices()}
            if "id" not in known:
                self._table.create_index("id", config=BTree())
            if "text" not in known:
                self._table.create_index("text", config=FTS())
            if self._embedding.name and count > EXACT_UP_TO:
                self._index_vectors(known.get("vector", ""), count)
            for _ in range(2):  # The second time removes what the first has replaced.
                self._table.optimize(cleanup_older_than=_AT_ONCE)

    def _index_vectors(self, old: str, count: int) -> None:
        """Index the vectors, if that was not done when there were at least half as many.

        The name of an index says how many there were. Each update adds a part to it.
        """
        made = old.rpartition("-")[2]
        if made.isdigit() and count < 2 * int(made):
            stats = self._table.index_stats(old)
            if stats is not None and (stats.num_indices or 1) <= _MOST_PARTS:
                return
        # Optimising merges partitions up to this size, whatever number of them was asked for.
        index = IvfFlat(
            "cosine", target_partition_size=_PARTITION, sample_rate=64, max_iterations=10
        )
        name = f"vector-{count}"
        self._table.create_index("vector", config=index, name=name)
        if old not in ("", name):
            self._table.drop_index(old)

    def by_words(self, text: str, most: int) -> Sequence[Hit]:
        return _hits(self._rows_by_words(text, most, _FIELDS))

    def by_vector(self, vector: Vectors, most: int) -> Sequence[Hit]:
        return _hits(self._rows_by_vector(vector, most, _FIELDS))

    def ids_by_words(self, text: str, most: int) -> Sequence[str]:
        return [row["id"] for row, _ in self._rows_by_words(text, most, ["id"])]

    def ids_by_vector(self, vector: Vectors, most: int) -> Sequence[str]:
        return [row["id"] for row, _ in self._rows_by_vector(vector, most, ["id"])]

    def close(self) -> None:
        """LanceDB lets go of its files by itself."""

    def _rows_by_words(self, text: str, most: int, fields: list[str]) -> list[_Scored]:
        words = query_words(text)
        if not words or most < 1:
            return []

        def find() -> Any:
            if not any(index.columns == ["text"] for index in self._table.list_indices()):
                self._table.create_index("text", config=FTS())
            search = self._table.search(words, query_type="fts", fts_columns="text")
            return search.select([*fields, "_score"]).limit(most).to_list()

        return _best_first((row, float(row["_score"])) for row in self._read(find))

    def _rows_by_vector(self, vector: Vectors, most: int, fields: list[str]) -> list[_Scored]:
        if not self._embedding.name:
            raise CorpusError(f"the corpus in {self._folder} has no embeddings")
        if most < 1:
            return []

        def find() -> Any:
            search = self._table.search(vector, vector_column_name="vector")
            search = search.distance_type("cosine").nprobes(_PROBES)
            return search.select([*fields, "_distance"]).limit(most).to_list()

        return _best_first((row, 1.0 - float(row["_distance"])) for row in self._read(find))

    def _rows(self, ids: Sequence[str], fields: list[str]) -> Iterator[_Row]:
        for some in _parts(ids):
            wanted = _is_one_of(some)

            def find(wanted: str = wanted, most: int = len(some)) -> Any:
                search = self._table.search().where(wanted).select(fields)
                return search.limit(most).to_list()

            yield from self._read(find)

    def _read(self, find: Callable[[], Any]) -> Any:
        """Read what is there now; again where another process has just moved it."""
        with self._explained():
            for _ in range(_TRIES):
                try:
                    return find()
                except (OSError, RuntimeError, ValueError) as error:
                    if "not found" not in str(error).lower():
                        raise
            return find()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (OSError, RuntimeError, ValueError, pa.ArrowException) as error:
            if isinstance(error, CorpusError):
                raise
            said = " ".join(str(error).split())[:300]
            raise CorpusError(
                f"the corpus in {self._folder} cannot be used ({said})",
                advice="see that the folder is whole and the disk has room, or build it anew",
            ) from error


def _opened(database: lancedb.DBConnection, embedding: Embedding) -> Any:
    if _TABLE in database.list_tables().tables:
        return database.open_table(_TABLE)
    try:
        return database.create_table(_TABLE, schema=_schema(embedding))
    except ValueError:  # Another process has been quicker.
        return database.open_table(_TABLE)


def _schema(embedding: Embedding) -> pa.Schema:
    fields = [pa.field(name, pa.string(), nullable=False) for name in _TEXTS]
    fields.insert(4, pa.field("year", pa.int16()))
    if embedding.name:
        fields.append(pa.field("vector", pa.list_(pa.float32(), embedding.dimensions)))
    about = {_FORMAT: FORMAT, _EMBEDDING: json.dumps(asdict(embedding))}
    return pa.schema(fields, metadata=about)


def _record(row: Mapping[str, Any]) -> Record:
    return Record(
        id=row["id"],
        title=row["title"],
        abstract=row["text"][len(row["title"]) + 1 :],
        authors=tuple(Author(*parts) for parts in json.loads(row["authors"])),
        year=row["year"],
        topic=row["topic"],
        venue=row["venue"],
        doi=row["doi"],
        arxiv_id=row["arxiv_id"],
    )


def _best_first(rows: Iterable[_Scored]) -> list[_Scored]:
    return sorted(rows, key=lambda scored: (-scored[1], scored[0]["id"]))


def _hits(rows: Sequence[_Scored]) -> list[Hit]:
    return [Hit(_record(row), score) for row, score in rows]


def _parts(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(ids), _SOME):
        yield ids[start : start + _SOME]


def _is_one_of(ids: Sequence[str]) -> str:
    quoted = ("'" + name.replace("'", "''") + "'" for name in ids)
    return f"id IN ({', '.join(quoted)})"
