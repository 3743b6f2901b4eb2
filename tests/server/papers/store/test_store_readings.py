"""What a model read and noted for a project, kept for that project."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from citeloom.papers.file_state import file_state
from citeloom.papers.kept_reading import KeptReading, Note, ReadingStep
from citeloom.papers.store.readings import MOST_READINGS, add_step, end_reading, reading_of
from citeloom.papers.store.store import Store

ROOT = Path("/somewhere/main.tex")
OF_DRAFT = ReadingStep("draft", "", 1, "Introduction", "hash 0", noted=(Note(("draft",), "We."),))
OF_LEE = ReadingStep(
    "doi:10.1000/x",
    "Lee",
    2,
    "Methods – ñ",
    "hash 1",
    run=2,
    reason="it tells more",
    back=True,
    wrong=("P9/1: there is no such section",),
    stayed=(0,),
    noted=(Note(("doi:10.1000/x", "draft"), "Both \ue000draft\ue001."),),
    left_out=(),
    dropped=(Note(("draft",), "Old."),),
    condensed=True,
    share=0.5,
)
OF_KIM = ReadingStep("title:a", "kim", 1, "", "hash 2", fault="the model refuses it")
STEPS = (OF_DRAFT, OF_LEE, OF_KIM)


def keep(store: Store, root: Path = ROOT, name: str = "a", **files: Path) -> None:
    for number, step in enumerate(STEPS):
        file = files.get(step.key)
        store.write(add_step, root, name, number, step, file_state(file) if file else None)
    store.write(end_reading, root, name, "everything was read", "hash")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "s.sqlite"


def test_steps_come_back_as_they_were_and_with_them_why_it_ended(path: Path) -> None:
    with Store.open(path) as store:
        assert store.read(reading_of, ROOT, "a") == KeptReading()
        keep(store)
    with Store.open(path) as store:
        assert store.read(reading_of, ROOT, "a") == KeptReading(
            STEPS, "everything was read", "hash"
        )
        assert store.read(reading_of, ROOT, "b") == KeptReading()
        assert store.stats().projects == 1


def test_a_step_takes_the_place_of_all_that_came_after_the_one_before(path: Path) -> None:
    with Store.open(path) as store:
        keep(store)
        store.write(add_step, ROOT, "a", 1, OF_KIM)
        assert store.read(reading_of, ROOT, "a") == KeptReading((OF_DRAFT, OF_KIM))


def test_another_project_gets_nothing_of_it(path: Path, tmp_path: Path) -> None:
    with Store.open(path) as store:
        keep(store)
        other = tmp_path / "main.tex"
        assert store.read(reading_of, other, "a") == KeptReading()
        store.write(add_step, other, "a", 0, OF_KIM)
        assert store.read(reading_of, ROOT, "a").steps == STEPS


def test_an_entry_that_goes_takes_what_was_noted_of_it_and_after_it_along(path: Path) -> None:
    with Store.open(path) as store:
        keep(store)
        store.forget_gone(ROOT, {"lee", "kim"})
        assert len(store.read(reading_of, ROOT, "a").steps) == 3, "the draft has no key"
        store.forget_gone(ROOT, {"kim"})
        assert store.read(reading_of, ROOT, "a") == KeptReading((OF_DRAFT,))


def test_a_file_that_changes_ends_what_counts(path: Path, tmp_path: Path) -> None:
    pdf = tmp_path / "lee.pdf"
    pdf.write_bytes(b"one")
    root = tmp_path / "main.tex"
    root.write_text("")
    with Store.open(path) as store:
        keep(store, root, Lee=pdf)
        assert len(store.read(reading_of, root, "a").steps) == 3
        pdf.write_bytes(b"another")
        assert store.read(reading_of, root, "a") == KeptReading((OF_DRAFT,))
        store.forget_gone(root, {"lee", "kim"})
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT count(*) FROM reading_steps").fetchone() == (1,)


def test_a_project_that_goes_takes_its_readings_along(path: Path, tmp_path: Path) -> None:
    with Store.open(path) as store:
        keep(store)
        store.forget_gone(tmp_path / "main.tex", ())
        assert (store.read(reading_of, ROOT, "a"), store.stats().projects) == (KeptReading(), 0)


def test_of_many_readings_of_a_project_the_last_ones_are_kept(path: Path) -> None:
    with Store.open(path) as store:
        for number in range(MOST_READINGS + 2):
            store.write(add_step, ROOT, f"name {number}", 0, OF_DRAFT)
            store.write(add_step, ROOT, "name 0", 0, OF_DRAFT)
        there = [
            n for n in range(MOST_READINGS + 2) if store.read(reading_of, ROOT, f"name {n}").steps
        ]
        assert there == [0, *range(3, MOST_READINGS + 2)]


@pytest.mark.parametrize("clear", [Store.clear, Store.clear_texts], ids=["all", "full texts"])
def test_they_go_with_all_that_is_cleared(path: Path, clear: object) -> None:
    with Store.open(path) as store:
        keep(store)
        clear(store)  # type: ignore[operator]
        assert store.read(reading_of, ROOT, "a") == KeptReading()
    assert b"it tells more" not in path.read_bytes()


def test_a_step_that_cannot_be_read_ends_what_counts(path: Path) -> None:
    with Store.open(path) as store:
        keep(store)
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE reading_steps SET step = '{}' WHERE number = 2")
        assert store.read(reading_of, ROOT, "a") == KeptReading(STEPS[:2])
