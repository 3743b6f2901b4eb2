"""Several real processes at one store, some of them killed."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from store_rounds import KINDS

from citeloom.papers.store.store import Store


def start(path: Path, kind: str, name: str, rounds: int) -> subprocess.Popen[str]:
    writer = subprocess.Popen(
        [sys.executable, "-m", "store_rounds", str(path), kind, name, str(rounds)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    return writer


def go(writer: subprocess.Popen[str]) -> None:
    assert writer.stdin is not None
    writer.stdin.write("\n")
    writer.stdin.flush()


def assert_sound(path: Path) -> None:
    """Nothing points to a paper that is not there, and SQLite finds no fault."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for table in ("aliases", "found", "searches"):
            lost = f"SELECT paper FROM {table} WHERE paper NOT IN (SELECT paper FROM fields)"
            assert connection.execute(lost).fetchall() == []


@pytest.mark.parametrize("kind", KINDS)
def test_processes_that_begin_a_store_and_write_at_once_lose_nothing(
    kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "new" / "papers.sqlite"
    writers = {name: start(path, kind, name, 12) for name in ("a", "b")}
    for writer in writers.values():
        go(writer)
    for writer in writers.values():
        writer.communicate(timeout=300)
        assert writer.returncode == 0
    with Store.open(path) as store:
        for name in writers:
            assert all(KINDS[kind].is_whole(store, name, number) for number in range(12))
        assert store.notes == ()
    assert_sound(path)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("kind", KINDS)
def test_a_store_stays_whole_when_its_writers_are_killed_at_any_moment(
    kind: str, tmp_path: Path
) -> None:
    path, chance = tmp_path / "papers.sqlite", random.Random(kind)
    for attempt in range(6):
        writers = {
            name: start(path, kind, name, 100_000) for name in (f"a{attempt}", f"b{attempt}")
        }
        done = {}
        for writer in writers.values():
            go(writer)
        for name, writer in writers.items():
            assert writer.stdout is not None
            lines = [writer.stdout.readline() for _ in range(chance.randrange(15))]
            done[name] = int(lines[-1]) if lines else -1
            writer.send_signal(signal.SIGKILL)
        for writer in writers.values():
            writer.communicate()
        with Store.open(path) as store:
            assert store.notes == ()
            rounds = KINDS[kind]
            for name, last in done.items():
                assert all(rounds.is_whole(store, name, number) for number in range(last + 1))
                for number in range(last + 1, last + 200):
                    whole = rounds.is_whole(store, name, number)
                    assert whole or rounds.is_absent(store, name, number)
        assert_sound(path)
