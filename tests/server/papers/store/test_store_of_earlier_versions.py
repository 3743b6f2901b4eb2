"""A store and full texts that version 4 wrote are taken over without what projects had said."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from citeloom.papers.found import Found
from citeloom.papers.from_bib import papers_of
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Author, Paper
from citeloom.papers.paper_json import found_to_json
from citeloom.papers.store.store import Store
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from services.sample import SAMPLE

GARDEN, GRAPHS, PREPRINT, TEACUP = SAMPLE
EARLIER = Path(__file__).parent / "earlier"
"""The data of a user as version 4 wrote it, from the papers of `tests/services/sample.py` and a
project that has an abstract and a PDF of its own."""
ALONE = Paper(
    "doi:10.1000/alone.9",
    title="A Paper of One Project Alone",
    authors=(Author("Only", "Olga"),),
    year=2018,
    doi="10.1000/alone.9",
)
"""A paper that one project alone had described, with an abstract and a PDF."""


def earlier_store(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((EARLIER / "papers-4.sql").read_text("utf-8"))
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return path


GRAPHS_BIB = r"""@article{graphs, title={Graphs \& Trees for {C++} Programmers}, year=2021,
  author={O'Neil, R.}, doi={10.1000/graphs.2}, abstract={Words of one project on graphs, which
  nobody else has said of them.}}"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(earlier_store(tmp_path / "papers.sqlite")) as store:
        yield store


def test_what_services_said_is_taken_over_with_its_day(store: Store) -> None:
    names = [one.id for one in SAMPLE]
    found = store.get(names)
    assert {name: one.abstract for name, one in found.items()} == {
        one.id: one.abstract for one in SAMPLE
    }
    assert store.get([f"arxiv:{GARDEN.arxiv_id}"])
    assert store.notes == ()
    assert store.day(GARDEN, "abstract") == "2026-11-22"


def test_nothing_that_a_project_said_is_left_in_the_file(store: Store) -> None:
    assert store.get([ALONE.id]) == {}
    with closing(sqlite3.connect(store.path)) as connection:
        rows = "\n".join(connection.iterdump())
        sources = connection.execute("SELECT DISTINCT source FROM fields").fetchall()
    assert "Words of one project" not in rows
    assert "praised by one project" not in rows
    assert ("bib",) not in sources
    store.close()
    assert b"Words of one project" not in store.path.read_bytes()


def test_searches_are_taken_over_each_for_entries_like_its_own(store: Store) -> None:
    (own,) = papers_of(resolve([(GRAPHS_BIB, scan_bib(GRAPHS_BIB))]))
    bare = replace(own, abstract="")
    assert store.recall([bare], outdated=True) == {}, "it was not searched for by title"
    found = store.recall([own], outdated=True)[own.id]
    assert (found.status, found.how) == (Status.FROM_BIB, "DOI")
    assert {one.paper.title for one in found.found} == {GRAPHS.title}


def test_papers_that_an_entry_alone_had_joined_are_parted(tmp_path: Path) -> None:
    """An entry with the DOI of one paper and the arXiv id of another had made them one."""
    twin = Paper(
        "arxiv:2601.00001",
        title=TEACUP.title,
        authors=(Author("Mallory", "M."),),
        year=2026,
        arxiv_id="2601.00001",
        abstract="Words that an impostor has put on arXiv, under the title of another paper.",
        sources=dict.fromkeys(("title", "authors", "year", "arxiv_id", "abstract"), "arxiv"),
    )
    said = found_to_json(Found(twin)).replace("'", "''")
    path = earlier_store(
        tmp_path / "papers.sqlite",
        f"INSERT INTO found VALUES ('{TEACUP.id}', 'arxiv', '2026-01-01', '{said}')",
        f"INSERT INTO aliases VALUES ('{twin.id}', '{TEACUP.id}')",
    )
    with Store.open(path) as store:
        both = store.get([TEACUP.id, twin.id])
        assert both[TEACUP.id].abstract == TEACUP.abstract
        assert both[TEACUP.id].arxiv_id == ""
        assert both[twin.id].abstract == twin.abstract


def test_what_cannot_be_read_is_left_behind(tmp_path: Path) -> None:
    path = earlier_store(
        tmp_path / "papers.sqlite",
        f"UPDATE found SET said = 'no JSON' WHERE paper = '{TEACUP.id}'",
        "UPDATE searches SET ended = 'no JSON'",
    )
    with Store.open(path) as store:
        assert store.get([TEACUP.id]) == {}
        assert store.get([GARDEN.id])
        store.keep(ALONE, Outcome(ALONE, Status.NOT_FOUND))


def test_full_texts_of_attached_files_are_removed_and_the_others_stay(tmp_path: Path) -> None:
    folder = tmp_path / "full-texts"
    shutil.copytree(EARLIER / "full-texts", folder)
    cache = FullTextCache(folder)
    assert cache.version(ALONE.id) == ""
    assert cache.get(PREPRINT.id) is not None
    kept = cache.get(GARDEN.id)
    assert kept is not None and (kept.at, kept.search.text) == (date(2026, 11, 22), None)
    assert not [path for path in folder.iterdir() if b"praised" in path.read_bytes()]
    assert cache.clear() == 4
