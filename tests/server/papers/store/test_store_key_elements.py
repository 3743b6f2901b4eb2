"""Key elements that a model extracted, kept for the project whose paper they are of."""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from citeloom.papers.file_state import file_state
from citeloom.papers.identity import title_id
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Author, Paper
from citeloom.papers.store.elements import elements_of, put_elements
from citeloom.papers.store.papers import day_of
from citeloom.papers.store.store import Store

ROOT = Path("/somewhere/main.tex")
PAPER = Paper(
    "doi:10.1000/x", ("lee",), title="A Title", authors=(Author("Lee", "Kim"),), year=2020
)
AIM = KeyElement("Aim", "They ask why.", "some-model", "2025-01-02")
FINDING = KeyElement("Finding", "It is so.", "some-model", "2025-01-02")


def test_they_come_back_in_their_order_and_new_ones_replace_them(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        assert store.read(elements_of, ROOT, PAPER) == ()
        store.write(put_elements, ROOT, PAPER, [FINDING, AIM])
        assert store.read(elements_of, ROOT, PAPER) == (FINDING, AIM)
        store.write(put_elements, ROOT, PAPER, [AIM])
    with Store.open(tmp_path / "s.sqlite") as store:
        assert store.read(elements_of, ROOT, PAPER) == (AIM,)
        store.write(put_elements, ROOT, PAPER, [])
        assert store.read(elements_of, ROOT, PAPER) == ()


def test_one_without_a_day_gets_todays(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        store.write(put_elements, ROOT, PAPER, [replace(AIM, day="")])
        (found,) = store.read(elements_of, ROOT, PAPER)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found.day)


def test_they_count_for_the_text_that_they_were_read_from(tmp_path: Path) -> None:
    by_title = replace(PAPER, id=title_id(PAPER))
    with Store.open(tmp_path / "s.sqlite") as store:
        store.write(put_elements, ROOT, by_title, [AIM])
        assert store.read(elements_of, ROOT, PAPER) == (AIM,)
        assert store.read(elements_of, ROOT, replace(PAPER, abstract="Another abstract.")) == ()
        assert store.read(elements_of, ROOT, replace(PAPER, title="A Chapter")) == ()
        store.write(put_elements, ROOT, replace(PAPER, title="A Chapter"), [FINDING])
        assert store.read(elements_of, ROOT, PAPER) == ()


def test_another_project_gets_none_of_them(tmp_path: Path) -> None:
    other = tmp_path / "main.tex"
    with Store.open(tmp_path / "s.sqlite") as store:
        store.write(put_elements, ROOT, PAPER, [AIM])
        assert store.read(elements_of, other, PAPER) == ()
        store.write(put_elements, other, PAPER, [FINDING])
        assert (store.read(elements_of, ROOT, PAPER), store.read(elements_of, other, PAPER)) == (
            (AIM,),
            (FINDING,),
        )


def test_they_go_with_entry_file_and_project(tmp_path: Path) -> None:
    pdf, root = tmp_path / "a.pdf", tmp_path / "main.tex"
    pdf.touch()
    root.touch()
    with Store.open(tmp_path / "s.sqlite") as store:
        store.write(put_elements, root, PAPER, [AIM], file_state(pdf))
        store.forget_gone(root, {"lee"})
        assert store.read(elements_of, root, PAPER) == (AIM,)
        pdf.unlink()
        assert store.read(elements_of, root, PAPER) == ()
        for gone in (lambda: None, root.unlink):
            store.write(put_elements, root, PAPER, [AIM])
            gone()
            store.forget_gone(root, ()) if root.exists() else store.forget_gone(ROOT, ())
            with closing(sqlite3.connect(store.path)) as connection:
                assert connection.execute("SELECT * FROM key_elements").fetchall() == []


def test_the_day_of_a_field(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        store.put([PAPER])
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", store.read(day_of, PAPER, "title"))
        assert store.read(day_of, PAPER, "abstract") == ""
        assert store.read(day_of, replace(PAPER, id="doi:10.1000/other", title="B"), "title") == ""


def test_clear_takes_them_too(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.sqlite") as store:
        store.write(put_elements, ROOT, PAPER, [AIM])
        store.clear()
        assert store.read(elements_of, ROOT, PAPER) == ()
