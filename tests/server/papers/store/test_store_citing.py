"""What full texts say of other papers, kept in the store under every name of a paper."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.papers.citing_sentence import CitingSentence, ReadText
from citeloom.papers.identity import asked_id, title_id
from citeloom.papers.paper import Author, Paper
from citeloom.papers.store.store import Store

LEE = (Author("Lee", "Kim"),)
A, B, C = (
    Paper(f"doi:10.1/{one}", title=f"Paper {one}", authors=LEE, year=2020, doi=f"10.1/{one}")
    for one in "abc"
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "s.sqlite") as store:
        yield store


def says(by: Paper, at: int, *cited: Paper) -> CitingSentence:
    ids = tuple(one.id for one in cited)
    return CitingSentence(f"Sentence {at} of it.", ids, "Work", at > 5, by.id, at)


def text(by: Paper, *sentences: CitingSentence, version: str = "1") -> ReadText:
    return ReadText(by.id, version, ("", "Work"), (), sentences)


def put(store: Store, texts: Sequence[ReadText], papers: Sequence[Paper]) -> None:
    """Put texts that were searched for all of the papers."""
    ids = tuple(one.id for one in papers)
    store.put_texts([replace(one, searched=ids) for one in texts], papers)


def test_sentences_come_back_in_order_with_all_whom_they_cite(store: Store) -> None:
    late, early = says(A, 9, B, C), says(A, 3, C)
    put(store, [text(A, late, early), text(B, says(B, 1, C))], [A, B, C])
    assert store.citing_sentences([B, A], [B, C]) == (says(B, 1, C), early, late)
    assert store.citing_sentences([A], [B]) == (replace(late, paper_ids=(B.id,)),)
    assert store.citing_sentences([C], [A, B]) == ()
    assert [store.is_cited(one) for one in (A, B, C)] == [False, True, True]


def test_a_text_is_known_by_its_version_and_whom_it_was_searched_for(store: Store) -> None:
    put(store, [text(A, says(A, 1, B))], [A, B])
    put(store, [text(A, says(A, 2, C))], [A, C])
    (found,) = store.searched_texts([A, B]).values()
    assert (found.version, found.headings) == ("1", ("", "Work"))
    assert found.searched == {asked_id(one) for one in (A, B, C)}
    assert store.citing_sentences([A], [B, C]) == (says(A, 1, B), says(A, 2, C))
    put(store, [text(A, says(A, 7, C))], [A, C])
    assert store.citing_sentences([A], [B, C]) == (says(A, 1, B), says(A, 7, C)), (
        "in place of what it said"
    )
    put(store, [text(A, says(A, 4, C), version="2")], [A, C])
    assert store.citing_sentences([A], [B, C]) == (says(A, 4, C),), "an old version is forgotten"
    assert store.searched_texts([A])[A.id].searched == {asked_id(one) for one in (A, C)}
    store.forget_texts([A])
    assert (store.citing_sentences([A], [B, C]), store.searched_texts([A])) == ((), {})


def test_they_stay_with_papers_that_prove_to_be_one(store: Store) -> None:
    by_title = [replace(one, id=title_id(one), doi="") for one in (A, B)]
    store.put(by_title)
    sentence = replace(says(by_title[0], 1, by_title[1]))
    put(store, [text(by_title[0], sentence)], by_title)
    store.put([A, B])
    assert store.citing_sentences([A], [B]) == (says(A, 1, B),)
    store.put([replace(A, id="arxiv:2001.1", arxiv_id="2001.1"), replace(A, arxiv_id="2001.1")])
    arxiv = replace(A, id="arxiv:2001.1", arxiv_id="2001.1", doi="")
    assert [one.text for one in store.citing_sentences([arxiv], [B])] == ["Sentence 1 of it."]
    assert store.searched_texts([arxiv]).keys() == {arxiv.id}


def test_another_paper_under_the_same_identifier_gets_none_of_it(store: Store) -> None:
    chapter = replace(A, title="A Chapter of It")
    store.put([A])
    put(store, [text(A, says(A, 1, B))], [A, B])
    assert store.citing_sentences([chapter], [B]) == ()
    assert store.searched_texts([chapter]) == {}


def test_clear_empties_every_table(store: Store) -> None:
    store.put([A])
    put(store, [text(A, says(A, 1, B))], [A, B])
    store.clear()
    with closing(sqlite3.connect(store.path)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        assert len(names) >= 8
        left = [connection.execute(f"SELECT count(*) FROM {one}").fetchone() for (one,) in names]
    assert set(left) == {(0,)}
