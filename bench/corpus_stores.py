"""The stores of a corpus, each beside its own bare insert."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.corpus_records import DIMENSIONS, FOLDER
from citeloom.actions.context import Context
from citeloom.actions.corpus.opening import CorpusPlace, corpus_place
from citeloom.corpus.port import CorpusStore, Embedding
from citeloom.corpus.record import Record
from citeloom.models.embedders.port import Vectors

EMBEDDING = Embedding("made", DIMENSIONS)
Blocks = Iterator[tuple[Sequence[Record], Vectors]]


@dataclass(frozen=True, slots=True)
class Store:
    """A store, and how it takes records without anything of ours.

    Parameters
    ----------
    ending
        Of the path of a corpus, by which the store is known.
    insert
        Yields after it has taken all in, and after it has made its indexes.
    is_shared
        Whether several processes can have a corpus at once.
    """

    ending: str
    insert: Callable[[Path, Blocks], Iterator[None]]
    is_shared: bool

    def path(self, name: str) -> Path:
        return FOLDER / f"{name}{self.ending}"

    def place(self, name: str) -> CorpusPlace:
        return corpus_place(Context(), str(self.path(name)))

    def open(self, name: str) -> CorpusStore:
        return self.place(name).make_store(EMBEDDING)

    def remove(self, name: str) -> None:
        shutil.rmtree(self.path(name), ignore_errors=True)

    def copy(self, name: str, copied: str) -> None:
        self.remove(copied)
        shutil.copytree(self.path(name), self.path(copied))


def _insert_by_lance(path: Path, blocks: Blocks) -> Iterator[None]:
    import lancedb
    import pyarrow as pa
    from lancedb.index import FTS, IvfFlat

    width = pa.list_(pa.float32(), DIMENSIONS)
    schema = pa.schema([("id", pa.string()), ("text", pa.string()), ("vector", width)])
    table = lancedb.connect(path).create_table("bare", schema=schema)
    for records, vectors in blocks:
        flat = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), DIMENSIONS)
        columns = [[record.id for record in records], [record.text for record in records], flat]
        table.add(pa.table(dict(zip(schema.names, columns, strict=True)), schema=schema))
    yield
    table.create_index("text", config=FTS())
    table.create_index("vector", config=IvfFlat("cosine"))
    yield


def _insert_by_milvus_lite(path: Path, blocks: Blocks) -> Iterator[None]:
    from pymilvus import DataType, Function, FunctionType, MilvusClient

    client = MilvusClient(str(path))
    schema = client.create_schema()
    schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=200)
    schema.add_field("text", DataType.VARCHAR, max_length=65_535, enable_analyzer=True)
    schema.add_field("words", DataType.SPARSE_FLOAT_VECTOR)
    schema.add_field("vector", DataType.FLOAT_VECTOR, dim=DIMENSIONS)
    schema.add_function(Function("bm25", FunctionType.BM25, ["text"], ["words"]))
    indexes = client.prepare_index_params()
    indexes.add_index("words", index_type="SPARSE_INVERTED_INDEX", metric_type="BM25")
    indexes.add_index("vector", index_type="AUTOINDEX", metric_type="COSINE")
    client.create_collection("bare", schema=schema, index_params=indexes)
    for records, vectors in blocks:
        rows = [
            {"id": record.id, "text": record.text, "vector": vector}
            for record, vector in zip(records, vectors, strict=True)
        ]
        for start in range(0, len(rows), 1_000):
            client.insert("bare", rows[start : start + 1_000])
    yield
    client.flush("bare")
    yield
    client.close()


STORES = {
    "LanceDB": Store("", _insert_by_lance, is_shared=True),
    "Milvus Lite": Store(".db", _insert_by_milvus_lite, is_shared=False),
}
