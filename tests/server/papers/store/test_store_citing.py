"""What full texts of a project's papers say of each other, kept in the store for that project."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.papers.citing_sentence import CitingSentence, ReadText
from citeloom.papers.file_state import file_state
from citeloom.papers.identity import asked_id
from citeloom.papers.paper import Author, Paper
from citeloom.papers.store.citing import (
    citing_of,
    forget_texts,
    is_cited,
    put_texts,
    searched_texts,
)
from citeloom.papers.store.store import Store

LEE = (Author("Lee", "Kim"),)
A, B, C = (
    Paper(
        f"doi:10.1/{one}", (one,), title=f"Paper {one}", authors=LEE, year=2020, doi=f"10.1/{one}"
    )
    for one in "abc"
)
ROOT = Path("/somewhere/main.tex")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "s.sqlite") as store:
        yield store


def says(by: Paper, at: int, *cited: Paper) -> CitingSentence:
    ids = tuple(one.id for one in cited)
    return CitingSentence(f"Sentence {at} of it.", ids, "Work", at > 5, by.id, at)


def text(by: Paper, *sentences: CitingSentence, version: str = "1") -> ReadText:
    return ReadText(by.id, version, ("", "Work"), {}, sentences)


def put(store: Store, texts: Sequence[ReadText], papers: Sequence[Paper]) -> None:
    """Put texts that were searched for all of the papers."""
    asked = {one.id: asked_id(one) for one in papers}
    store.write(put_texts, ROOT, [replace(one, searched=asked) for one in texts], papers)


def test_sentences_come_back_in_order_with_all_whom_they_cite(store: Store) -> None:
    late, early = says(A, 9, B, C), says(A, 3, C)
    put(store, [text(A, late, early), text(B, says(B, 1, C))], [A, B, C])
    assert store.read(citing_of, ROOT, [B, A], [B, C]) == (says(B, 1, C), early, late)
    assert store.read(citing_of, ROOT, [A], [B]) == (replace(late, paper_ids=(B.id,)),)
    assert store.read(citing_of, ROOT, [C], [A, B]) == ()
    assert [store.read(is_cited, ROOT, one) for one in (A, B, C)] == [False, True, True]


def test_a_text_is_known_by_its_version_and_whom_it_was_searched_for(store: Store) -> None:
    put(store, [text(A, says(A, 1, B))], [A, B])
    put(store, [text(A, says(A, 2, C))], [A, C])
    (found,) = store.read(searched_texts, ROOT, [A, B]).values()
    assert (found.version, found.headings) == ("1", ("", "Work"))
    assert found.searched == {asked_id(one) for one in (A, B, C)}
    assert store.read(citing_of, ROOT, [A], [B, C]) == (says(A, 1, B), says(A, 2, C))
    put(store, [text(A, says(A, 7, C))], [A, C])
    assert store.read(citing_of, ROOT, [A], [B, C]) == (says(A, 1, B), says(A, 7, C)), (
        "in place of what it said"
    )
    put(store, [text(A, says(A, 4, C), version="2")], [A, C])
    assert store.read(citing_of, ROOT, [A], [B, C]) == (says(A, 4, C),), (
        "an old version is forgotten"
    )
    assert store.read(searched_texts, ROOT, [A])[A.id].searched == {asked_id(one) for one in (A, C)}
    store.write(forget_texts, ROOT, [A])
    assert (store.read(citing_of, ROOT, [A], [B, C]), store.read(searched_texts, ROOT, [A])) == (
        (),
        {},
    )


def test_an_entry_that_changes_or_goes_takes_what_its_text_said_with_it(store: Store) -> None:
    put(store, [text(A, says(A, 1, B))], [A, B])
    chapter = replace(A, title="A Chapter of It")
    assert store.read(citing_of, ROOT, [chapter], [B]) == ()
    assert store.read(searched_texts, ROOT, [chapter]) == {}
    put(store, [text(chapter)], [chapter, B])
    assert store.read(searched_texts, ROOT, [A]) == {}, "its key means another paper now"
    put(store, [text(A, says(A, 1, B))], [A, B])
    store.forget_gone(ROOT, {"a", "b"})
    assert store.read(citing_of, ROOT, [A], [B]) == (says(A, 1, B),)
    store.forget_gone(ROOT, {"b"})
    assert all_rows(store) == []


def test_a_project_gets_nothing_of_another_ones(store: Store, tmp_path: Path) -> None:
    put(store, [text(A, says(A, 1, B))], [A, B])
    other = tmp_path / "main.tex"
    assert store.read(citing_of, other, [A], [B]) == ()
    assert store.read(searched_texts, other, [A]) == {}
    assert not store.read(is_cited, other, B)
    store.write(forget_texts, other, [A])
    assert store.read(is_cited, ROOT, B)


def test_what_was_read_of_a_file_goes_with_it_and_with_its_project(
    store: Store, tmp_path: Path
) -> None:
    pdf, root = tmp_path / "a.pdf", tmp_path / "main.tex"
    pdf.touch()
    root.touch()
    asked = {one.id: asked_id(one) for one in (A, B)}
    of_file = replace(text(A, says(A, 1, B)), file=file_state(pdf), searched=asked)
    shared = replace(text(B, says(B, 1, A)), searched=asked)
    store.write(put_texts, root, [of_file, shared], [A, B])
    assert store.read(citing_of, root, [A, B], [A, B]) == (says(A, 1, B), says(B, 1, A))
    pdf.unlink()
    assert store.read(citing_of, root, [A, B], [A, B]) == (says(B, 1, A),)
    store.forget_gone(root, {"a", "b"})
    assert [row[1] for row in all_rows(store)] == [asked_id(B)] * 4
    root.unlink()
    store.forget_gone(ROOT, set())
    assert all_rows(store) == []


def all_rows(store: Store) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(store.path)) as connection:
        return [
            row
            for table in ("texts", "texts_searched", "citing")
            for row in connection.execute(f"SELECT project, paper FROM {table}").fetchall()
        ]


def test_clear_empties_every_table(store: Store) -> None:
    store.put([A])
    put(store, [text(A, says(A, 1, B))], [A, B])
    store.clear()
    with closing(sqlite3.connect(store.path)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        assert len(names) >= 8
        left = [connection.execute(f"SELECT count(*) FROM {one}").fetchone() for (one,) in names]
    assert set(left) == {(0,)}
