"""The stores of a corpus, each with what it is compared with: its own bare insert."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.corpus_records import DIMENSIONS
from citeloom.corpus.port import CorpusStore, Embedding
from citeloom.corpus.record import Record
from citeloom.models.embedders.port import Vectors

EMBEDDING = Embedding("wordllama/l2_supercat_256", DIMENSIONS)
Blocks = Iterator[tuple[Sequence[Record], Vectors]]


@dataclass(frozen=True, slots=True)
class Store:
    """How a store is opened in a folder, and how it takes records without anything of ours.

    ``insert`` yields after it has taken all in, and after it has made its indexes.
    """

    open: Callable[[Path], CorpusStore]
    insert: Callable[[Path, Blocks], Iterator[None]]


def _open_lance(folder: Path) -> CorpusStore:
    from citeloom.corpus.lance import LanceStore

    return LanceStore(folder, EMBEDDING)


def _insert_by_lance(folder: Path, blocks: Blocks) -> Iterator[None]:
    import lancedb
    import pyarrow as pa
    from lancedb.index import FTS, IvfFlat

    width = pa.list_(pa.float32(), DIMENSIONS)
    schema = pa.schema([("id", pa.string()), ("text", pa.string()), ("vector", width)])
    table = lancedb.connect(folder).create_table("bare", schema=schema)
    for records, vectors in blocks:
        flat = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), DIMENSIONS)
        columns = [[record.id for record in records], [record.text for record in records], flat]
        table.add(pa.table(dict(zip(schema.names, columns, strict=True)), schema=schema))
    yield
    table.create_index("text", config=FTS())
    table.create_index("vector", config=IvfFlat("cosine"))
    yield


STORES = {"LanceDB": Store(_open_lance, _insert_by_lance)}
