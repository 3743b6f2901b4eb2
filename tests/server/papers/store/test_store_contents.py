import re
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.papers.paper import FIELDS, Author, Paper
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.store import BATCH, Store, StoreStats

FULL = Paper(
    id="doi:10.1000/x",
    keys=("lee20",),
    title="A Title",
    authors=(Author("van der Berg", "Anna"), Author("The Team")),
    year=2020,
    venue="ACL",
    type="article",
    doi="10.1000/x",
    arxiv_id="2001.00001",
    s2_id="CorpusId:1",
    pmid="12345678",
    acl_id="2020.acl-main.1",
    abstract="An abstract.",
    sources=dict.fromkeys(FIELDS, "openalex"),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "papers.sqlite") as store:
        yield store


def without_keys(paper: Paper) -> Paper:
    return replace(paper, keys=())


QUERY = "SELECT paper, field, value, source, at FROM fields ORDER BY paper, field"


def rows(store: Store) -> list[tuple[object, ...]]:
    with sqlite3.connect(store.path) as connection:
        return connection.execute(QUERY).fetchall()


def test_what_is_put_is_got_without_the_projects_keys(store: Store) -> None:
    store.put([FULL])
    assert store.read(get_papers, [FULL.id, "doi:10.1000/unknown"]) == {FULL.id: without_keys(FULL)}


def test_it_is_there_when_the_store_is_opened_again(store: Store) -> None:
    store.put([FULL])
    with Store.open(store.path) as again:
        assert again.read(get_papers, [FULL.id]) == {FULL.id: without_keys(FULL)}
        assert again.notes == ()


def test_each_field_is_kept_with_source_and_day(store: Store) -> None:
    store.put([replace(FULL, sources={**FULL.sources, "abstract": "s2"})])
    found = {field: (value, source, at) for _, field, value, source, at in rows(store)}
    assert found["abstract"][:2] == ("An abstract.", "s2")
    assert found["year"][:2] == (2020, "openalex")
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", str(at)) for _, _, at in found.values())
    assert set(found) == set(FIELDS)


def test_an_empty_field_never_empties_a_stored_one(store: Store) -> None:
    store.put([FULL])
    store.put([Paper(id=FULL.id, title=FULL.title, sources={"title": "openalex"})])
    assert store.read(get_papers, [FULL.id]) == {FULL.id: without_keys(FULL)}


def test_a_new_value_replaces_the_old_one_and_its_source(store: Store) -> None:
    store.put([FULL])
    store.put([replace(FULL, abstract="A better one.", sources={"abstract": "s2"})])
    paper = store.read(get_papers, [FULL.id])[FULL.id]
    assert (paper.abstract, paper.sources["abstract"]) == ("A better one.", "s2")


def test_another_title_under_the_same_id_does_not_mix_two_papers(store: Store) -> None:
    book = Paper(id="doi:10.1000/b", title="The Book", abstract="Of the book.")
    chapter = Paper(id="doi:10.1000/b", title="Chapter", abstract="Of the chapter.", year=2001)
    store.put([book, chapter, chapter])
    assert store.read(get_papers, [book.id])[book.id] == replace(
        book, sources=dict.fromkeys(("title", "abstract"), "")
    )
    assert store.stats().papers == 2


def test_the_same_title_spelt_otherwise_is_the_same_paper(store: Store) -> None:
    store.put([FULL, replace(FULL, title="A  {title}.", venue="NAACL")])
    assert store.stats().papers == 1
    assert store.read(get_papers, [FULL.id])[FULL.id].venue == "NAACL"


def test_stats_count_papers_abstracts_and_bytes(store: Store) -> None:
    assert store.stats().papers == 0
    store.put([FULL, Paper(id="title:1", title="T")])
    stats = store.stats()
    assert stats == StoreStats(papers=2, with_abstract=1, bytes=stats.bytes)
    assert stats.bytes >= store.path.stat().st_size > 0


def test_clear_takes_the_text_off_the_disk(store: Store) -> None:
    secret = "a sentence that nobody else may read " * 100
    store.put([replace(FULL, abstract=secret)])
    store.clear()
    assert store.stats().papers == 0
    store.put([Paper(id="title:1", title="T")])
    store.close()
    files = list(store.path.parent.iterdir())
    assert store.path in files
    assert not [file for file in files if b"nobody else" in file.read_bytes()]


def test_more_papers_than_one_transaction_takes(store: Store) -> None:
    papers = [Paper(id=f"title:{number}", title=f"T {number}") for number in range(2 * BATCH + 1)]
    store.put(iter(papers))
    assert set(store.read(get_papers, [paper.id for paper in papers])) == {
        paper.id for paper in papers
    }


words = st.text(max_size=20)
names = st.builds(Author, words, words)
papers = st.builds(
    Paper,
    id=st.sampled_from(["a", "b", "ü\0'\"", ""]),
    title=st.just("One"),
    authors=st.lists(names, max_size=3).map(tuple),
    year=st.none() | st.integers(1, 3000),
    venue=words,
    doi=words,
    abstract=words,
)
sourced = papers.map(
    lambda paper: replace(paper, sources={name: "s2" for name in FIELDS if getattr(paper, name)})
)


@given(sourced)
def test_any_text_comes_back_as_it_was(paper: Paper) -> None:
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "s.sqlite") as store:
        store.put([paper])
        assert store.read(get_papers, [paper.id]) == {paper.id: paper}


@given(st.lists(sourced, max_size=4))
def test_putting_twice_changes_nothing(several: list[Paper]) -> None:
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "s.sqlite") as store:
        several = list({paper.id: paper for paper in several}.values())
        store.put(several)
        before = rows(store)
        store.put(several)
        assert rows(store) == before


@given(sourced.filter(lambda paper: bool(paper.abstract and paper.venue)))
def test_the_order_of_what_completes_a_paper_does_not_matter(paper: Paper) -> None:
    parts = [
        Paper(id=paper.id, title=paper.title, sources={"title": "openalex"}),
        Paper(id=paper.id, abstract=paper.abstract, sources={"abstract": "s2"}),
        Paper(id=paper.id, venue=paper.venue, sources={"venue": "openalex"}),
    ]
    results = []
    with TemporaryDirectory() as folder:
        for number, order in enumerate(permutations(parts)):
            with Store.open(Path(folder) / f"{number}.sqlite") as store:
                store.put(order)
                results.append(store.read(get_papers, [paper.id]))
    assert all(result == results[0] for result in results)
    assert results[0][paper.id].abstract == paper.abstract
