"""A corpus on a Milvus server that a group shares; the tests run Milvus Lite as one."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from itertools import chain, islice, takewhile
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from citeloom.corpus.milvus_address import MilvusAddress
from citeloom.corpus.milvus_connection import ANSWERED_WITHIN, LOADED_WITHIN, MilvusConnection
from citeloom.corpus.reading import corpus_paper
from citeloom.corpus.words import query_words
from citeloom.models.embedders.port import Vectors
from citeloom.papers.collection import NO_EMBEDDER, CorpusError, Embedding, Hit
from citeloom.papers.paper import Author, Paper
from citeloom.words import STOP_WORDS

SOME = 1_000
"""Records that are asked about or sent at once, at most."""

LONGEST = 65_535
"""Bytes that a text may have in Milvus."""

_FIELDS = ("year", "venue", "doi", "arxiv_id")

_LARGEST = 16_000_000
"""Bytes that are sent at once, about."""

ScoredRow = tuple[Mapping[str, Any], float]
"""What was found, and how well it fits."""


def id_of(row: Mapping[str, Any]) -> str:
    """Return the id of a row's paper."""
    return unquote(row["id"])


def paper_of(row: Mapping[str, Any]) -> Paper:
    """Return the paper of a row."""
    rest = json.loads("".join(row["rest"]))
    text = row["text"] + rest["text"]
    return corpus_paper(
        id_of(row),
        title=text[: rest["title"]],
        abstract=text[rest["title"] + 1 :],
        authors=tuple(Author(*names) for names in rest["authors"]),
        **{field: rest[field] for field in _FIELDS},
    )


def row_of(paper: Paper) -> dict[str, Any]:
    """Return the row of a paper, without its vector."""
    text = paper.text
    searched = text.encode()[:LONGEST].decode("utf-8", "ignore")
    rest = {
        "title": len(paper.title),
        "text": text[len(searched) :],
        "authors": paper.authors,
        **{field: getattr(paper, field) for field in _FIELDS},
    }
    said = json.dumps(rest)
    return {
        "id": _quoted(paper.id),
        "text": searched,
        "rest": [said[start : start + LONGEST] for start in range(0, len(said), LONGEST)],
    }


def parts_to_send(rows: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield rows in their order, so few at once that a server takes them."""
    some: list[dict[str, Any]] = []
    size = 0
    for row in rows:
        own = len(row["text"]) + sum(map(len, row["rest"]))
        if some and (len(some) == SOME or size + own > _LARGEST):
            yield some
            some, size = [], 0
        some.append(row)
        size += own
    yield some


def parts_of(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield ids in order, in batches small enough for one request to a server."""
    for start in range(0, len(ids), SOME):
        yield ids[start : start + SOME]


def is_one_of(ids: Sequence[str]) -> str:
    """Return the expression by which a server finds the rows of ids."""
    quoted = (f'"{_quoted(name)}"' for name in ids)
    return f"id in [{', '.join(quoted)}]"


def _quoted(name: str) -> str:
    # The client puts ids into expressions as they are, and a sign such as " would end one.
    return quote(name, safe=":/")


FORMAT = "2"
"""Changes when collections of an earlier form cannot be read any more."""

_MOST_HITS = 16_384
"""More no server gives."""

_SEEN = 20_000
"""Records at the beginning, which has no order, among which some are taken."""

_PIECES = 4_096
"""Pieces that the rest of a record may have: 260 MB."""

_EXTRA = "citeloom"
_COLUMNS = ["id", "text", "rest"]
_ANALYZER = {
    "tokenizer": "standard",
    # Milvus Lite knows the stop words alone.
    "filter": [
        "lowercase",
        {"type": "stop", "stop_words": sorted(STOP_WORDS)},
        {"type": "stemmer", "language": "english"},
    ],
}


class MilvusStore:
    """A store in a collection, which is made where there is none.

    Parameters
    ----------
    embedding
        Who embeds the records of a new store; what an old one has stays.

    Raises
    ------
    CorpusError
        If the server cannot be used, or has a collection of another kind under this name.
    MissingExtraError
        If the library is not installed.
    """

    def __init__(
        self,
        address: MilvusAddress,
        embedding: Embedding = NO_EMBEDDER,
    ) -> None:
        self._connection = MilvusConnection(address)
        self._client, self._collection = self._connection.client, address.name
        try:
            with self._connection.explained():
                known = _known_embedding(self._connection)
                if known is None:
                    self._client.drop_collection(self._collection, timeout=ANSWERED_WITHIN)
                    self._make(embedding)
                self._embedding = known or embedding
                self._client.load_collection(self._collection, timeout=LOADED_WITHIN)
        except BaseException:
            self._connection.close()
            raise

    @property
    def embedding(self) -> Embedding:
        return self._embedding

    def count(self) -> int:
        with self._connection.explained():
            (row,) = self._query("", ["count(*)"])
            return int(row["count(*)"])

    def papers(self, ids: Sequence[str]) -> Mapping[str, Paper]:
        return {id_of(row): paper_of(row) for row in self._rows(ids, _COLUMNS)}

    def some(self, most: int) -> Sequence[Paper]:
        step = max(1, min(self.count(), _SEEN) // most)
        with self._connection.explained():
            rows = self._client.query_iterator(
                self._collection, SOME, output_fields=_COLUMNS, timeout=ANSWERED_WITHIN
            )
            try:
                seen = chain.from_iterable(takewhile(bool, iter(rows.next, None)))
                return [paper_of(row) for row in islice(seen, 0, most * step, step)]
            finally:
                rows.close()

    def put(self, papers: Sequence[Paper], vectors: Vectors | None) -> None:
        if not papers:
            return
        is_embedded = bool(self._embedding.name)
        wanted = (len(papers), self._embedding.dimensions)
        if is_embedded and (vectors is None or vectors.shape != wanted):
            raise ValueError("the vectors do not fit the papers")
        rows = [row_of(paper) for paper in papers]
        if is_embedded and vectors is not None:
            for row, vector in zip(rows, np.ascontiguousarray(vectors, np.float32), strict=True):
                row["vector"] = vector
        for some in parts_to_send(rows):
            with self._connection.explained():
                done = self._client.upsert(self._collection, some, timeout=ANSWERED_WITHIN)
                if int(done["upsert_count"]) != len(some):
                    raise CorpusError(
                        f"the Milvus server of the corpus at {self._connection.address} saved "
                        f"{done['upsert_count']} of {len(some)} records",
                        advice="run the same command to continue; see the server's log for details",
                    )

    def delete(self, ids: Sequence[str]) -> None:
        for some in parts_of(ids):
            with self._connection.explained():
                self._client.delete(
                    self._collection, filter=is_one_of(some), timeout=ANSWERED_WITHIN
                )

    def optimise(self) -> None:
        """Do nothing: a server makes its indexes by itself."""

    def by_words(self, text: str, most: int) -> Sequence[Hit]:
        words = query_words(text)
        # Milvus Lite gives scores of words as distances, which are negative.
        found = self._nearest("words", words, most) if words else ()
        return _hits((row, abs(score)) for row, score in found)

    def by_vector(self, vector: Vectors, most: int) -> Sequence[Hit]:
        if not self._embedding.name:
            return []
        return _hits(self._nearest("vector", np.asarray(vector, np.float32), most))

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _nearest(self, field: str, query: Any, most: int) -> Iterator[ScoredRow]:
        if most < 1:
            return
        with self._connection.explained():
            (found,) = self._client.search(
                self._collection,
                data=[query],
                anns_field=field,
                limit=min(most, _MOST_HITS),
                output_fields=_COLUMNS,
                timeout=ANSWERED_WITHIN,
            )
            for hit in found:
                yield hit["entity"], float(hit["distance"])

    def _rows(self, ids: Sequence[str], fields: list[str]) -> Iterator[Mapping[str, Any]]:
        for some in parts_of(ids):
            with self._connection.explained():
                yield from self._query(is_one_of(some), ["id", *fields])

    def _query(self, wanted: str, fields: list[str]) -> Sequence[Mapping[str, Any]]:
        rows: Sequence[Mapping[str, Any]] = self._client.query(
            self._collection, filter=wanted, output_fields=fields, timeout=ANSWERED_WITHIN
        )
        return rows

    def _make(self, embedding: Embedding) -> None:
        from pymilvus import DataType, Function, FunctionType

        about = json.dumps({"format": FORMAT, **asdict(embedding)})
        client = self._client
        schema = client.create_schema(auto_id=False, enable_dynamic_field=False, description=about)
        schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=4_096)
        schema.add_field(
            "text",
            DataType.VARCHAR,
            max_length=LONGEST,
            enable_analyzer=True,
            analyzer_params=_ANALYZER,
        )
        schema.add_field(
            "rest",
            DataType.ARRAY,
            element_type=DataType.VARCHAR,
            max_capacity=_PIECES,
            max_length=LONGEST,
        )
        schema.add_field("words", DataType.SPARSE_FLOAT_VECTOR)
        schema.add_function(
            Function(
                name="words",
                input_field_names=["text"],
                output_field_names=["words"],
                function_type=FunctionType.BM25,
            )
        )
        indexes = client.prepare_index_params()
        indexes.add_index("words", index_type="SPARSE_INVERTED_INDEX", metric_type="BM25")
        if embedding.name:
            schema.add_field("vector", DataType.FLOAT_VECTOR, dim=embedding.dimensions)
            indexes.add_index("vector", index_type="AUTOINDEX", metric_type="COSINE")
        # Milvus Lite forgets the description, and a server may know no such property.
        is_lite = "lite" in client.get_server_version(timeout=ANSWERED_WITHIN)
        client.create_collection(
            self._collection,
            schema=schema,
            index_params=indexes,
            consistency_level="Strong",
            timeout=ANSWERED_WITHIN,
            **({"properties": {_EXTRA: about}} if is_lite else {}),
        )


def _hits(scored: Iterable[ScoredRow]) -> list[Hit]:
    """Return what was found with the highest scores first; ties by id."""
    hits = (Hit(paper_of(row), score) for row, score in scored)
    return sorted(hits, key=lambda hit: (-hit.score, hit.paper.id))


def is_in_milvus(address: MilvusAddress) -> bool:
    """Tell whether there is a corpus."""
    with closing(MilvusConnection(address)) as connection, connection.explained():
        return _known_embedding(connection) is not None


def _known_embedding(connection: MilvusConnection) -> Embedding | None:
    """Return by whom the records of a corpus are embedded; None if there is none.

    A collection whose making was killed is none.

    Raises
    ------
    CorpusError
        If there is a collection of something else, or of ours with records and without an index.
    """
    client, name = connection.client, connection.address.name
    if not client.has_collection(name, timeout=ANSWERED_WITHIN):
        return None
    about = client.describe_collection(name, timeout=ANSWERED_WITHIN)
    try:
        kept = json.loads(about["description"] or about["properties"][_EXTRA])
        found = Embedding(str(kept["name"]), int(kept["dimensions"]))
        is_ours = kept["format"] == FORMAT
    except (LookupError, TypeError, ValueError):
        is_ours = False
    if not is_ours:
        raise CorpusError(
            f"the collection '{name}' at {connection.address} is not a corpus of this "
            "version of Citeloom",
            advice="use another name, as in http://HOST:19530/NAME",
        )
    fields = {"words", "vector"} if found.name else {"words"}
    if fields <= {*client.list_indexes(name)}:
        return found
    if client.get_collection_stats(name, timeout=ANSWERED_WITHIN)["row_count"]:
        raise CorpusError(
            f"the collection '{name}' at {connection.address} has records and lacks an index",
            advice="make its index again there, or use another name",
        )
    return None
