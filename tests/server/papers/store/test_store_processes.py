"""Several real processes at one store, some of them killed."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from citeloom.papers.paper import Paper
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.store import Store

WRITER = """
import sys
from pathlib import Path
from citeloom.papers.paper import FIELDS, Author, Paper
from citeloom.papers.store.store import Store

path, name, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
with Store.open(path) as store:
    for number in range(rounds):
        store.put(
            Paper(f"title:{name}-{number}-{one}", title=f"T {name} {number} {one}", year=2000 + one,
                  abstract="x" * 3000, sources=dict.fromkeys(FIELDS, "openalex"))
            for one in range(10)
        )
        store.put([Paper("doi:shared", title="One", venue=f"{name} {number}")])
        print(number, flush=True)
"""


def start(path: Path, name: str, rounds: int) -> subprocess.Popen[str]:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(rounds)],
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


def ids(name: str, number: int) -> list[str]:
    return [f"title:{name}-{number}-{one}" for one in range(10)]


def whole(paper: Paper) -> bool:
    return bool(paper.title and paper.year and len(paper.abstract) == 3000)


def test_processes_that_begin_a_store_and_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "new" / "papers.sqlite"
    writers = {name: start(path, name, 15) for name in ("a", "b", "c")}
    for writer in writers.values():
        go(writer)
    for writer in writers.values():
        writer.communicate(timeout=300)
        assert writer.returncode == 0
    with Store.open(path) as store:
        wanted = [one for name in writers for number in range(15) for one in ids(name, number)]
        found = store.read(get_papers, wanted)
        assert set(found) == set(wanted)
        assert all(whole(paper) for paper in found.values())
        assert store.stats().papers == len(wanted) + 1
        assert store.notes == ()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_store_stays_whole_when_its_writer_is_killed_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "papers.sqlite"
    chance = random.Random(2)
    for attempt in range(6):
        name = f"k{attempt}"
        writer = start(path, name, 100_000)
        go(writer)
        assert writer.stdout is not None
        done = -1
        for _ in range(chance.randrange(0, 25)):
            done = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        with Store.open(path) as store:
            assert store.notes == ()
            kept = store.read(
                get_papers, (one for number in range(done + 1) for one in ids(name, number))
            )
            assert len(kept) == 10 * (done + 1)
            number = 0
            while there := store.read(get_papers, ids(name, number)):
                assert len(there) == 10
                assert all(whole(paper) for paper in there.values())
                number += 1
        with sqlite3.connect(path) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
