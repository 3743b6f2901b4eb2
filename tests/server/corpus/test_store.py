"""What every store of a corpus does, on each store that there is."""

import math
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from corpus_papers import in_corpus
from milvus_server import running_milvus

from citeloom.corpus.milvus_address import MilvusAddress
from citeloom.keeping.database import remove_database
from citeloom.papers.collection import CorpusError, CorpusStore, Embedding, Vectors
from citeloom.papers.paper import Author
from citeloom.papers.paper_index import PaperIndex

Opener = Callable[..., CorpusStore]
PARSING = in_corpus(
    "arxiv:hep-ph/9901001", "Parsing", "We parse trees.", authors=(Author("Ångström", "A'b"),),
    year=1999, venue="ACL", doi="10.1234/a", arxiv_id="hep-ph/9901001",
)  # fmt: skip
TAGGING = in_corpus("it's", "Tagging", "We tag words with parts of speech.")
BARE = in_corpus('a "bare" one', "Only a title", "")
RECORDS = (PARSING, TAGGING, BARE)
UP, RIGHT, BETWEEN = (0.0, 1.0), (1.0, 0.0), (math.sqrt(0.5), math.sqrt(0.5))


def open_sqlite(tmp_path: Path, embedding: Embedding = Embedding()) -> CorpusStore:  # noqa: B008
    return PaperIndex(tmp_path / "corpus.sqlite").make(embedding)


def open_milvus_server(tmp_path: Path, embedding: Embedding = Embedding()) -> CorpusStore:  # noqa: B008
    """Open a store on the server that the environment names, under a name of this test's own."""
    server = os.environ.get("CITELOOM_TEST_MILVUS", "")
    if not server:
        pytest.skip("CITELOOM_TEST_MILVUS names no Milvus server")
    from citeloom.corpus.milvus import MilvusStore

    return MilvusStore(own_address(server, tmp_path), embedding)


def own_address(server: str, tmp_path: Path) -> MilvusAddress:
    name = f"test_{sha256(str(tmp_path).encode()).hexdigest()[:16]}"
    return MilvusAddress(server, name=name, token=os.environ.get("CITELOOM_CORPUS_KEY", ""))


def leave_nothing_on_a_server(tmp_path: Path) -> None:
    if server := os.environ.get("CITELOOM_TEST_MILVUS", ""):
        from citeloom.corpus.milvus_connection import MilvusConnection

        address = own_address(server, tmp_path)
        with closing(MilvusConnection(address)) as connection:
            connection.client.drop_collection(address.name)


@pytest.fixture(
    params=["SQLite", "Milvus Lite", "Milvus"],
)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    def open_store(embedding: Embedding = Embedding()) -> CorpusStore:  # noqa: B008
        stores.append(opener(embedding))
        return stores[-1]

    stores: list[CorpusStore] = []
    with ExitStack() as opened:
        if request.param == "SQLite":
            opener: Opener = partial(open_sqlite, tmp_path)
        elif request.param == "Milvus":
            opener = partial(open_milvus_server, tmp_path)
            opened.callback(leave_nothing_on_a_server, tmp_path)
        else:
            address = opened.enter_context(running_milvus(tmp_path / "milvus"))
            from citeloom.corpus.milvus import MilvusStore

            opener = partial(MilvusStore, address)
        yield open_store
        for store in stores:
            store.close()


def rows(*vectors: Sequence[float]) -> Vectors:
    return np.array(vectors, np.float32)


def test_records_come_back_as_they_were(opened: Opener) -> None:
    store = opened()
    store.put(RECORDS, None)
    assert store.count() == 3
    assert store.papers(["it's", PARSING.id, BARE.id, "other"]) == {
        record.id: record for record in RECORDS
    }


def test_a_record_replaces_the_one_of_its_id(opened: Opener) -> None:
    store = opened()
    store.put(RECORDS, None)
    changed = in_corpus(TAGGING.id, "Tagging again", "We tag.")
    store.put((changed, in_corpus("new", "New", "")), None)
    assert store.count() == 4
    assert store.papers([TAGGING.id]) == {TAGGING.id: changed}


@pytest.mark.parametrize("version", [2, 99])
def test_a_store_of_another_version_is_left_alone(version: int, tmp_path: Path) -> None:
    open_sqlite(tmp_path).put(RECORDS, None)
    with closing(sqlite3.connect(tmp_path / "corpus.sqlite")) as database, database:
        database.execute("UPDATE about SET format = ?", (version,))
    with pytest.raises(CorpusError, match="another version of Citeloom made it"):
        open_sqlite(tmp_path)


def test_a_file_that_is_no_collection_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "corpus.sqlite"
    path.write_bytes(b"garbage" * 999)
    with pytest.raises(CorpusError, match="is not a database") as raised:
        open_sqlite(tmp_path)
    assert raised.value.problem.advice == f"move or remove {path}, then build it again"
    assert path.read_bytes() == b"garbage" * 999


def test_deleted_records_are_gone_and_others_are_not(opened: Opener) -> None:
    store = opened()
    store.put(RECORDS, None)
    store.delete([TAGGING.id, "other"])
    store.delete([])
    assert store.count() == 2
    assert store.papers([record.id for record in RECORDS]).keys() == {PARSING.id, BARE.id}


def test_another_opening_sees_what_the_first_has_written(opened: Opener) -> None:
    first = opened(Embedding("e", 2))
    second = opened()
    first.put((PARSING,), rows(UP))
    assert second.count() == 1
    assert second.embedding == Embedding("e", 2)


@pytest.mark.parametrize("optimised", [False, True])
def test_words_find_titles_and_abstracts(opened: Opener, optimised: bool) -> None:
    store = opened()
    store.put(RECORDS[:2], None)
    if optimised:
        store.optimise()
    store.put(RECORDS[2:], None)
    assert [hit.paper for hit in store.by_words('parse (trees) AND "x', 5)] == [PARSING]
    assert [hit.paper for hit in store.by_words("title", 5)] == [BARE]
    assert [hit.paper for hit in store.by_words("tagging words", 1)] == [TAGGING]
    assert store.by_words("?! ", 5) == store.by_words("nowhere", 5) == []


def test_an_empty_store_finds_nothing(opened: Opener) -> None:
    store = opened(Embedding("e", 2))
    store.optimise()
    assert store.count() == 0
    assert store.by_words("parse", 5) == store.by_vector(rows(UP)[0], 5) == []
    assert store.papers(["a"]) == {}


def test_vectors_find_the_nearest_by_the_cosine(opened: Opener) -> None:
    store = opened(Embedding("e", 2))
    store.put(RECORDS, rows(UP, RIGHT, BETWEEN))
    hits = store.by_vector(rows((0.8, 0.6))[0], 2)
    assert [hit.paper for hit in hits] == [BARE, TAGGING]
    assert [hit.score for hit in hits] == pytest.approx([0.99, 0.8], abs=0.001)
    (nearest,) = store.by_vector(rows(RIGHT)[0], 1)
    assert (nearest.paper, nearest.score) == (TAGGING, pytest.approx(1.0))


def test_ties_go_by_id(opened: Opener) -> None:
    store = opened(Embedding("e", 2))
    names = ("c", "a", "b")
    store.put([in_corpus(name, "Equal titles", "") for name in names], rows(UP, UP, UP))
    assert [hit.paper.id for hit in store.by_words("equal", 3)] == ["a", "b", "c"]
    assert [hit.paper.id for hit in store.by_vector(rows(UP)[0], 3)] == ["a", "b", "c"]


def test_a_store_without_embeddings_finds_nothing_by_a_vector(opened: Opener) -> None:
    store = opened()
    store.put(RECORDS, None)
    assert store.by_vector(rows(UP)[0], 1) == []


def test_vectors_that_do_not_fit_are_refused(opened: Opener) -> None:
    store = opened(Embedding("e", 2))
    for vectors in (None, rows(UP), rows((1, 0, 0), (1, 0, 0))):
        with pytest.raises(ValueError, match="do not fit"):
            store.put(RECORDS[:2], vectors)
    assert store.count() == 0


def test_records_of_any_size_and_number_come_back(opened: Opener) -> None:
    """Longer than a text may be in Milvus, with more people, and more records than come at once."""
    store = opened()
    people = tuple(Author(f"Family of {at}", "Åsa") for at in range(5_000))
    large = in_corpus("arxiv:1", "T" * 150_000, "é" * 150_000, authors=people, venue="V" * 70_000)
    small = [in_corpus(f"id {at}", f"Title {at}", "") for at in range(2_500)]
    store.put([large, *small], None)
    expected = {record.id: record for record in (large, *small)}
    assert store.papers(list(expected)) == expected
    assert store.count() == len(expected)
    store.delete([record.id for record in small])
    assert store.count() == 1


def test_a_search_makes_no_file_where_the_collection_was_replaced(tmp_path: Path) -> None:
    store = PaperIndex(tmp_path / "corpus.sqlite").make()
    remove_database(store.path)
    with pytest.raises(CorpusError, match="replaced or removed"):
        store.by_words("oak", 3)
    assert not store.path.exists()
