"""Key elements that a model extracted, kept with the papers that they are of."""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from citeloom.papers.identity import title_id
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Author, Paper
from citeloom.papers.store.file import APPLICATION_ID, MIGRATIONS
from citeloom.papers.store.store import Store

PAPER = Paper("doi:10.1000/x", title="A Title", authors=(Author("Lee", "Kim"),), year=2020)
AIM = KeyElement("Aim", "They ask why.", "some-model", "2025-01-02")
FINDING = KeyElement("Finding", "It is so.", "some-model", "2025-01-02")


def test_they_come_back_in_their_order_and_new_ones_replace_them(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        assert store.elements(PAPER) == ()
        store.put_elements(PAPER, [FINDING, AIM])
        assert store.elements(PAPER) == (FINDING, AIM)
        store.put_elements(PAPER, [AIM])
    with Store.open(tmp_path / "s.sqlite") as store:
        assert store.elements(PAPER) == (AIM,)
        store.put_elements(PAPER, [])
        assert store.elements(PAPER) == ()


def test_one_without_a_day_gets_todays(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        store.put_elements(PAPER, [replace(AIM, day="")])
        (found,) = store.elements(PAPER)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found.day)


def test_they_stay_with_a_paper_that_gets_a_better_id(tmp_path: Path) -> None:
    by_title = replace(PAPER, id=title_id(PAPER))
    with Store.open(tmp_path / "s.sqlite") as store:
        store.put_elements(by_title, [AIM])
        assert store.elements(PAPER) == (AIM,)
        store.put_elements(PAPER, [FINDING])
        assert store.elements(PAPER) == (FINDING,)


def test_a_chapter_does_not_get_those_of_its_book(tmp_path: Path) -> None:
    chapter = replace(PAPER, title="A Chapter")
    with Store.open(tmp_path / "s.sqlite") as store:
        store.put([PAPER])
        store.put_elements(PAPER, [AIM])
        assert store.elements(chapter) == ()
        store.put_elements(chapter, [FINDING])
        assert (store.elements(PAPER), store.elements(chapter)) == ((AIM,), (FINDING,))


def test_the_day_of_a_field(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        store.put([PAPER])
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", store.day(PAPER, "title"))
        assert store.day(PAPER, "abstract") == ""
        assert store.day(replace(PAPER, id="doi:10.1000/other", title="B"), "title") == ""


def test_clear_takes_them_too(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        store.put_elements(PAPER, [AIM])
        store.clear()
        assert store.elements(PAPER) == ()


def test_an_earlier_store_gets_the_table_and_keeps_its_papers(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    number = 1
    with closing(sqlite3.connect(path)) as connection:
        for statement in (one for migration in MIGRATIONS[:number] for one in migration):
            connection.execute(statement)
        values = (PAPER.id, "title", PAPER.title, "bib", "2025-01-01")
        connection.execute(
            "INSERT INTO fields (paper, field, value, source, at) VALUES (?, ?, ?, ?, ?)", values
        )
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {number}")
        connection.commit()
    with Store.open(path) as store:
        assert store.get([PAPER.id])[PAPER.id].title == "A Title"
        store.put_elements(PAPER, [AIM])
        assert store.elements(PAPER) == (AIM,)
