"""Several real processes that keep the outcomes of searches, some of them killed."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.searches import ended_searches
from citeloom.papers.store.store import Store

SEARCHER = """
import sys
from pathlib import Path
from citeloom.papers.found import Found
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Author, Paper, known_fields
from citeloom.papers.store.searches import keep_outcome
from citeloom.papers.store.store import Store
from dataclasses import replace

path, name, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])

def said(service, **values):
    one = Paper(f"doi:{values['doi']}", **values)
    return Found(replace(one, sources=dict.fromkeys(known_fields(one), service)))

print("ready", flush=True)
sys.stdin.readline()
with Store.open(path) as store:
    for number in range(rounds):
        title = f"T {name} {number}"
        wanted = Paper(f"arxiv:{name}-{number}", title=title, arxiv_id=f"{name}-{number}")
        store.put([wanted])
        found = tuple(
            said(one, title=title, doi=f"10.1000/{name}.{number}", arxiv_id=wanted.arxiv_id,
                 abstract="x" * 3000)
            for one in ("crossref", "s2"))
        matched = Outcome(wanted, Status.MATCHED, "arXiv id", found)
        store.write(keep_outcome, wanted, matched)
        both = Paper("title:both", title="Both", authors=(Author("Lee"),), year=2020)
        answer = said("s2", title="Both", doi="10.1000/both", abstract=name * 3000)
        store.write(keep_outcome, both, Outcome(both, Status.MATCHED, "DOI", (answer,)))
        print(number, flush=True)
"""


def start(path: Path, name: str, rounds: int) -> subprocess.Popen[str]:
    searcher = subprocess.Popen(
        [sys.executable, "-c", SEARCHER, str(path), name, str(rounds)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert searcher.stdout is not None
    assert searcher.stdout.readline() == "ready\n"
    assert searcher.stdin is not None
    searcher.stdin.write("\n")
    searcher.stdin.flush()
    return searcher


def wanted(name: str, number: int) -> Paper:
    return Paper(f"arxiv:{name}-{number}", title=f"T {name} {number}", arxiv_id=f"{name}-{number}")


def is_whole(outcome: Outcome, paper: Paper) -> bool:
    return (
        outcome.status is Status.MATCHED
        and [one.paper.title for one in outcome.found] == [paper.title] * 2
        and len(outcome.paper.abstract) == 3000
    )


def assert_whole(path: Path) -> None:
    """Nothing points to a paper that is not there, and SQLite finds no fault."""
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for table in ("aliases", "found", "searches"):
            lost = connection.execute(
                f"SELECT paper FROM {table} WHERE paper NOT IN (SELECT paper FROM fields)"
            ).fetchall()
            assert lost == []
        halves = connection.execute(
            "SELECT paper FROM fields WHERE field = 'abstract'"
            " AND paper NOT IN (SELECT paper FROM searches)"
        ).fetchall()
        assert halves == []
    connection.close()


def test_processes_that_search_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "papers.sqlite"
    searchers = {name: start(path, name, 12) for name in ("a", "b")}
    for searcher in searchers.values():
        searcher.communicate(timeout=300)
        assert searcher.returncode == 0
    with Store.open(path) as store:
        asked = [wanted(name, number) for name in searchers for number in range(12)]
        kept = store.read(ended_searches, asked)
        assert all(is_whole(kept[one.id], one) for one in asked)
        both = store.read(get_papers, ["doi:10.1000/both"])["doi:10.1000/both"]
        assert both.abstract in ("a" * 3000, "b" * 3000)
        assert store.notes == ()
    assert_whole(path)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.integers(0, 15), st.integers(0, 15), st.randoms(use_true_random=False))
def test_a_store_stays_whole_when_searchers_are_killed_at_any_moment(
    tmp_path_factory: pytest.TempPathFactory, first: int, second: int, chance: random.Random
) -> None:
    path = tmp_path_factory.mktemp("store") / "papers.sqlite"
    lives = {"a": first, "b": second}
    searchers = {name: start(path, name, 100_000) for name in lives}
    done = {}
    for name in sorted(lives, key=lambda _: chance.random()):
        out = searchers[name].stdout
        assert out is not None
        done[name] = max([int(out.readline()) for _ in range(lives[name])], default=-1)
        searchers[name].send_signal(signal.SIGKILL)
    for searcher in searchers.values():
        searcher.communicate()
    with Store.open(path) as store:
        assert store.notes == ()
        for name, last in done.items():
            asked = [wanted(name, number) for number in range(last + 1)]
            kept = store.read(ended_searches, asked)
            assert all(is_whole(kept[one.id], one) for one in asked)
            more = [wanted(name, number) for number in range(last + 1, last + 200)]
            assert all(
                is_whole(one, one.paper) for one in store.read(ended_searches, more).values()
            )
    assert_whole(path)
