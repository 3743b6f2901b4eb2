"""The store's tables of names, of what services said and of how searches ended."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.outcome import Failure, Outcome, Status
from citeloom.papers.paper import Author, Paper, known_fields
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.searches import ended_searches, keep_outcome
from citeloom.papers.store.store import Store
from citeloom.papers.store.trust import fill_gaps, merge_answers

LEE = (Author("Lee", "Kim"),)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "papers.sqlite") as store:
        yield store


def said(source: str, **values: object) -> Paper:
    one = Paper("doi:10.1000/a", **values)  # type: ignore[arg-type]
    return replace(one, sources=dict.fromkeys(known_fields(one), source))


def test_a_source_never_replaces_what_a_better_one_said(store: Store) -> None:
    for source, kept in (
        ("openalex", "openalex"), ("s2", "s2"), ("openalex", "s2"), ("bib", "s2"),
        ("crossref", "crossref"), ("s2", "crossref"),
    ):  # fmt: skip
        store.put([said(source, title="One", venue=f"as {source} says")])
        paper = store.read(get_papers, ["doi:10.1000/a"])["doi:10.1000/a"]
        assert (paper.venue, paper.sources["venue"]) == (f"as {kept} says", kept)


def test_a_paper_is_found_by_every_name_that_it_has(store: Store) -> None:
    ids = {"doi": "10.1000/a", "arxiv_id": "2001.00001", "s2_id": "CorpusId:1", "pmid": "12",
           "acl_id": "P19-1001"}  # fmt: skip
    store.put([said("s2", title="One", **ids)])
    names = ["doi:10.1000/a", "arxiv:2001.00001", "s2:CorpusId:1", "pmid:12", "acl:P19-1001"]
    assert {
        name: one.title for name, one in store.read(get_papers, names).items()
    } == dict.fromkeys(names, "One")


def test_two_stored_papers_that_prove_to_be_one_are_joined(store: Store) -> None:
    store.put([Paper("arxiv:2001.1", title="One", arxiv_id="2001.1", abstract="A")])
    store.put([Paper("doi:10.1/x", title="One", doi="10.1/x", venue="V")])
    store.put([Paper("doi:10.1/x", title="One", doi="10.1/x", arxiv_id="2001.1")])
    for name in ("arxiv:2001.1", "doi:10.1/x"):
        paper = store.read(get_papers, [name])[name]
        assert (paper.abstract, paper.venue) == ("A", "V")
    assert store.stats().papers == 1


def test_two_papers_with_one_title_and_two_dois_stay_two(store: Store) -> None:
    one = Paper("doi:10.1/x", title="Preface", authors=LEE, year=2020, doi="10.1/x", abstract="X")
    other = replace(one, id="doi:10.1/y", doi="10.1/y", abstract="Y")
    store.put([one, other])
    store.put([other, one])
    assert store.read(get_papers, ["doi:10.1/x"])["doi:10.1/x"].abstract == "X"
    assert store.read(get_papers, ["doi:10.1/y"])["doi:10.1/y"].abstract == "Y"


def test_a_service_knows_better_whose_an_identifier_is_and_nothing_is_lost(store: Store) -> None:
    mine = said(
        "openalex", title="Mine", doi="10.1000/a", authors=LEE, year=2020, abstract="Of mine."
    )
    store.put([mine])
    store.put([said("s2", title="Theirs", doi="10.1000/a", abstract="Of theirs.")])
    store.put([mine])
    assert store.read(get_papers, ["doi:10.1000/a"])["doi:10.1000/a"].abstract == "Of theirs."
    with sqlite3.connect(store.path) as connection:
        kept = connection.execute("SELECT value FROM fields WHERE field = 'abstract'").fetchall()
    connection.close()
    assert sorted(kept) == [("Of mine.",), ("Of theirs.",)]


def test_the_licence_of_the_source_is_kept_with_each_field(store: Store) -> None:
    store.put([said("arxiv", title="One"), said("crossref", venue="V")])
    with sqlite3.connect(store.path) as connection:
        rows = connection.execute("SELECT field, licence FROM fields ORDER BY field").fetchall()
    connection.close()
    assert rows == [("title", "CC0-1.0"), ("venue", "")]


def test_clear_forgets_the_searches_too(store: Store) -> None:
    wanted = Paper("title:1", title="One")
    store.write(keep_outcome, wanted, Outcome(wanted, Status.NOT_FOUND))
    assert store.read(ended_searches, [wanted])
    store.clear()
    assert store.read(ended_searches, [wanted]) == {}


def test_a_search_that_failed_is_to_be_tried_again(store: Store) -> None:
    wanted = Paper("title:1", title="One")
    store.write(
        keep_outcome, wanted, Outcome(wanted, Status.FAILED, failures=(Failure("s2", "down"),))
    )
    assert store.read(ended_searches, [wanted]) == {}


texts = st.text(max_size=12)
papers = st.builds(
    Paper,
    id=st.sampled_from(["doi:10.1/x", "title:1"]),
    title=texts,
    authors=st.lists(st.builds(Author, texts, texts), max_size=3).map(tuple),
    year=st.none() | st.integers(1500, 2100),
    arxiv_id=texts,
    abstract=texts,
    sources=st.just({}),
)
notices = st.builds(Notice, st.sampled_from(NoticeKind), texts, texts, texts)


def of(service: str) -> st.SearchStrategy[Found]:
    from_service = papers.map(
        lambda one: replace(one, title="One", sources=dict.fromkeys(
            known_fields(replace(one, title="One")), service))
    )  # fmt: skip
    return st.builds(
        Found, from_service, st.lists(papers, max_size=2).map(tuple),
        st.lists(notices, max_size=2).map(tuple), texts, texts,
    )  # fmt: skip


@given(
    papers,
    of("crossref"),
    of("s2"),
    st.sampled_from([Status.MATCHED, Status.FROM_BIB]),
    st.lists(papers, max_size=2).map(tuple),
    st.none() | papers,
    st.lists(st.builds(Failure, texts, texts), max_size=2).map(tuple),
)
def test_any_outcome_comes_back_as_it_was(
    wanted: Paper,
    first: Found,
    second: Found,
    status: Status,
    candidates: tuple[Paper, ...],
    misdirected: Paper | None,
    failures: tuple[Failure, ...],
) -> None:
    filled = fill_gaps(wanted, merge_answers((first, second)))
    outcome = Outcome(filled, status, "DOI", (first, second), candidates, misdirected, failures)
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "s.sqlite") as store:
        store.write(keep_outcome, wanted, outcome)
        assert store.read(ended_searches, [wanted]) == {wanted.id: outcome}
        store.write(keep_outcome, wanted, outcome)
        assert store.read(ended_searches, [wanted]) == {wanted.id: outcome}
