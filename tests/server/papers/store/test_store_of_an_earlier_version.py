"""A store of an earlier version is kept aside and begun anew, with the abstracts of its user."""

import errno
import os
import signal
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread

import pytest

from citeloom.papers.libraries.own_abstract import OwnAbstract, pasted_in
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import PASTED
from citeloom.papers.store import file as store_file
from citeloom.papers.store.own_abstracts import own_abstracts_of, put_own_abstract
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.store import Store, StoreError

PAPER = Paper(
    "doi:10.1000/x",
    title="One",
    doi="10.1000/x",
    abstract="A",
    sources=dict.fromkeys(("title", "doi", "abstract"), "s2"),
)
PASTE = OwnAbstract("Pasted words.", PASTED, day="2026-11-01")
EARLIER = ("DROP TABLE texts", "CREATE TABLE of_the_past (x)", "PRAGMA user_version = 7")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store that an earlier version wrote, with a paper and an abstract that was pasted."""
    path = tmp_path / "papers.sqlite"
    with Store.open(path) as store:
        store.put([PAPER])
        store.write(put_own_abstract, None, PAPER, PASTE)
    with closing(sqlite3.connect(path)) as connection:
        for statement in EARLIER:
            connection.execute(statement)
    return path


def pasted(store: Store) -> OwnAbstract | None:
    own = store.read(own_abstracts_of, store.path.parent / "main.tex", [PAPER])
    return pasted_in(own.get(PAPER.id, ()))


def dump(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


def test_it_is_kept_aside_and_a_new_one_begun_with_what_was_pasted(path: Path) -> None:
    before = dump(path)
    with Store.open(path) as store:
        assert pasted(store) == PASTE
        assert store.read(get_papers, [PAPER.id]) == {}
        store.put([PAPER])
        assert store.read(get_papers, [PAPER.id]) == {PAPER.id: PAPER}
        (note,) = store.notes
    (aside,) = store_file.files_aside(path)
    assert str(path) in note and aside.name in note and "pasted" in note
    assert "of_the_past" in before and dump(aside) == before
    assert os.name == "nt" or stat.S_IMODE(aside.stat().st_mode) == 0o600
    with Store.open(path) as store:
        assert (store.notes, pasted(store)) == ((), PASTE)
    assert store_file.files_aside(path) == [aside]
    assert b"of_the_past" not in path.read_bytes()


def test_one_from_before_abstracts_could_be_pasted(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE own_abstracts")
    with Store.open(path) as store:
        assert pasted(store) is None
        store.write(put_own_abstract, None, PAPER, PASTE)
        assert pasted(store) == PASTE


def test_two_stores_of_earlier_versions_are_both_kept(path: Path) -> None:
    with Store.open(path) as store:
        store.put([PAPER])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 6")
    Store.open(path).close()
    assert len(store_file.files_aside(path)) == 2


def test_a_broken_one_is_moved_aside_as_any(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'fields'"
        (page,) = connection.execute(query).fetchone()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    path.write_bytes(content)
    with Store.open(path) as store:
        store.put([PAPER])
        assert store.read(get_papers, [PAPER.id]) == {PAPER.id: PAPER}
        (note,) = store.notes
    assert "papers.sqlite.broken-1" in note
    assert path.with_name("papers.sqlite.broken-1").read_bytes() == content


def test_two_that_open_it_at_once_lose_nothing(path: Path) -> None:
    begin, notes = Barrier(2), []

    def open_and_write(name: str) -> None:
        begin.wait()
        with Store.open(path) as store:
            store.put([Paper(f"title:{name}", title=name)])
            notes.extend(store.notes)

    threads = [Thread(target=open_and_write, args=(name,)) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Store.open(path) as store:
        assert set(store.read(get_papers, ["title:one", "title:two"])) == {"title:one", "title:two"}
        assert pasted(store) == PASTE
    assert len(notes) == len(store_file.files_aside(path)) == 1


def test_what_an_earlier_program_writes_meanwhile_is_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_file, "BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as earlier:
        earlier.execute("BEGIN IMMEDIATE")
        earlier.execute("UPDATE own_abstracts SET text = 'Better words.'")
        earlier.execute("INSERT INTO of_the_past VALUES ('written last')")
        with pytest.raises(StoreError, match="used by another program"):
            Store.open(path)
        assert store_file.files_aside(path) == []
        earlier.execute("COMMIT")
        with Store.open(path) as store:
            kept = pasted(store)
            assert kept is not None and kept.text == "Better words."
        (aside,) = store_file.files_aside(path)
        assert "written last" in dump(aside)
        # It sees the new tables, and spoils nothing.
        with pytest.raises(sqlite3.OperationalError):
            earlier.execute("INSERT INTO of_the_past VALUES ('too late')")
    with Store.open(path) as store:
        assert store.notes == () and pasted(store) == kept


def test_where_the_disk_is_full_it_stays_and_that_is_said(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dump(path)

    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fail)
        with pytest.raises(StoreError, match="the disk is full; free some space"):
            Store.open(path)
    assert dump(path) == before
    assert [it.name for it in path.parent.iterdir()] == [path.name]
    with Store.open(path) as store:
        assert pasted(store) == PASTE


def test_when_the_rest_fails_it_stays_and_is_not_copied_each_time(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dump(path)
    with monkeypatch.context() as patched:
        patched.setattr(store_file, "SCHEMA", (*store_file.SCHEMA, "not SQL"))
        for _ in range(2):
            with pytest.raises(StoreError):
                Store.open(path)
    assert dump(path) == before
    with Store.open(path) as store:
        assert pasted(store) == PASTE
    (aside,) = store_file.files_aside(path)
    assert dump(aside) == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_in_a_folder_that_cannot_be_written_it_stays(path: Path) -> None:
    before = path.read_bytes()
    path.parent.chmod(0o500)
    try:
        with pytest.raises(StoreError, match="make the file and its folder readable and writable"):
            Store.open(path)
        assert path.read_bytes() == before
    finally:
        path.parent.chmod(0o700)
    with Store.open(path) as store:
        assert pasted(store) == PASTE


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_program_that_is_killed_at_any_moment_loses_nothing(path: Path) -> None:
    before, moments = dump(path), 0
    content = path.read_bytes()
    while opened_until(path, moments):
        for it in store_file.files_aside(path):
            assert dump(it) == before
        with Store.open(path) as store:
            assert pasted(store) == PASTE
            store.put([PAPER])
        (aside,) = store_file.files_aside(path)
        assert dump(aside) == before
        for it in path.parent.iterdir():
            it.unlink()
        path.write_bytes(content)
        moments += 1
    assert moments > len(store_file.SCHEMA)


def opened_until(path: Path, number: int) -> bool:
    """Open the store in another process; tell whether that was killed at a statement's number."""
    if child := os.fork():
        _, status = os.waitpid(child, 0)
        return os.WIFSIGNALED(status)
    left = [number]

    def count(_: str) -> None:
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        left[0] -= 1

    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def traced(*args: object, **named: object) -> sqlite3.Connection:
        connection = connect(*args, **named)
        connection.set_trace_callback(count)
        return connection

    try:
        sqlite3.connect = traced  # type: ignore[assignment]
        Store.open(path)
    finally:
        os._exit(0)
