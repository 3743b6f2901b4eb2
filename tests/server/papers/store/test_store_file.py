import os
import random
import sqlite3
import stat
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.papers.paper import Paper
from citeloom.papers.store import file as store_file
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.schema import VERSION
from citeloom.papers.store.store import Store, StoreError, StoreTooNew

PAPER = Paper(
    id="doi:10.1000/x", title="One", abstract="A", sources={"title": "b", "abstract": "b"}
)
MANY = [replace(PAPER, id=f"title:{number}", abstract="x" * 999) for number in range(200)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "papers.sqlite"


def filled(path: Path) -> Path:
    with Store.open(path) as store:
        store.put(MANY)
    return path


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_file_and_folder_are_the_users_alone(path: Path) -> None:
    before = os.umask(0)
    try:
        with Store.open(path) as store:
            store.put([PAPER])
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert "papers.sqlite-wal" in modes
    assert set(modes.values()) == {0o600}


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with Store.open(path) as store:
        store.put([PAPER])
        assert store.notes == ()


def random_bytes(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(random.Random(0).randbytes(5000))


def truncated(path: Path) -> None:
    filled(path)
    os.truncate(path, path.stat().st_size // 2)


def holed(path: Path) -> None:
    filled(path)
    content = bytearray(path.read_bytes())
    content[100:8192] = random.Random(0).randbytes(8092)
    path.write_bytes(content)


@pytest.mark.parametrize("harm", [random_bytes, truncated, holed])
def test_a_broken_file_is_moved_aside_and_a_new_one_begun(path: Path, harm: object) -> None:
    assert callable(harm)
    harm(path)
    broken = path.read_bytes()
    with Store.open(path) as store:
        store.put([PAPER])
        assert store.read(get_papers, [PAPER.id]) == {PAPER.id: PAPER}
        (note,) = store.notes
    assert str(path) in note
    assert "papers.sqlite.broken-1" in note
    assert path.with_name("papers.sqlite.broken-1").read_bytes() == broken


def test_a_second_broken_file_does_not_replace_the_first(path: Path) -> None:
    for _ in range(2):
        random_bytes(path)
        Store.open(path).close()
    assert path.with_name("papers.sqlite.broken-1").exists()
    assert path.with_name("papers.sqlite.broken-2").exists()


def test_a_page_that_breaks_later_is_noticed_when_it_is_read(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name IN ('fields', 'aliases')"
        pages = [page for (page,) in connection.execute(query)]
    content = bytearray(path.read_bytes())
    for page in pages:
        content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    path.write_bytes(content)
    with Store.open(path) as store:
        assert store.notes == ()
        assert store.read(get_papers, [paper.id for paper in MANY]) == {}
        assert len(store.notes) == 1
        store.put([PAPER])
        assert store.stats().papers == 1


def test_the_log_of_a_broken_file_is_not_played_into_the_new_one(path: Path) -> None:
    filled(path)
    with sqlite3.connect(path) as still_open:
        still_open.execute("UPDATE fields SET value = 'new' WHERE paper = 'title:1'")
        still_open.commit()
        log = path.with_name("papers.sqlite-wal").read_bytes()
    still_open.close()
    random_bytes(path)
    path.with_name("papers.sqlite-wal").write_bytes(log)
    with Store.open(path) as store:
        assert store.stats().papers == 0
        assert len(store.notes) == 1
    assert path.with_name("papers.sqlite.broken-1-wal").read_bytes() == log


def test_a_file_that_another_process_replaced_stays(path: Path) -> None:
    random_bytes(path)
    seen = store_file.make_file(path)
    assert store_file.move_aside(path, seen) is not None
    Store.open(path).close()
    assert store_file.move_aside(path, seen) is None
    assert path.exists()


def test_a_newer_store_is_refused_and_left_as_it_is(path: Path) -> None:
    filled(path)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreTooNew) as refused:
        Store.open(path)
    for part in (
        str(path),
        "version 99",
        f"version {VERSION}",
        "update Citeloom",
    ):
        assert part in str(refused.value)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_the_database_of_another_program_is_refused_and_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store.open(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_folder_that_cannot_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    below = tmp_path / "file" / "papers.sqlite"
    with pytest.raises(StoreError) as refused:
        Store.open(below)
    assert str(below) in str(refused.value)
    assert "choose another data folder" in str(refused.value)


def test_a_folder_in_place_of_the_file_is_said(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(StoreError, match="choose another data folder"):
        Store.open(path)


def test_a_full_disk_keeps_all_of_a_put_or_nothing(path: Path) -> None:
    with Store.open(path) as store:
        store.put([PAPER])
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(StoreError, match="the disk is full; free some space"):
            store.put(MANY)
        assert store.stats().papers == 1
        assert store.read(get_papers, [PAPER.id]) == {PAPER.id: PAPER}
        store._connection.execute("PRAGMA max_page_count = 100000")
        store.put(MANY)
        assert store.stats().papers == 1 + len(MANY)


def test_a_store_that_cannot_be_written_is_said_and_can_be_read(path: Path) -> None:
    with Store.open(path) as store:
        store.put([PAPER])
        store._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(StoreError, match="cannot be written"):
            store.put(MANY)
        assert store.read(get_papers, [PAPER.id]) == {PAPER.id: PAPER}


def test_a_locked_store_is_said_and_can_be_used_afterwards(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path)
    monkeypatch.setattr(store_file, "BUSY_SECONDS", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    with Store.open(path) as store:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="used by another program; try again") as refused:
            store.put([PAPER])
        assert str(path) in str(refused.value)
        assert store.read(get_papers, [MANY[0].id])
        other.execute("ROLLBACK")
        store.put([PAPER])
        assert store.read(get_papers, [PAPER.id])
    other.close()


@pytest.mark.skipif(os.name == "nt", reason="needs a way of locking that Unix has")
def test_without_shared_memory_another_journal_mode_does(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def connect_without_shared_memory(file: Path, **options: object) -> sqlite3.Connection:
        return connect(f"{file.as_uri()}?vfs=unix-dotfile", uri=True, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(sqlite3, "connect", connect_without_shared_memory)
    with Store.open(path) as store:
        assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        store.put([PAPER])
        with Store.open(path) as other:
            other.put(MANY)
        assert store.stats().papers == 1 + len(MANY)
        store.clear()
        assert store.stats().papers == 0
