"""Citations that services tell of are kept, for several processes, and found again."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from citeloom.papers.links.citation_links import CitationLink, KeptNode, LinkAnswer, SaidLink
from citeloom.papers.paper import Author, Paper
from citeloom.papers.store import days as store_days
from citeloom.papers.store.links import link_answers, link_nodes, links_from, links_to
from citeloom.papers.store.store import Store
from services.sample import SAMPLE

GARDEN = SAMPLE[0]


def said(title: str, name: str, source: str = "s2", **more: object) -> Paper:
    fields = {"title": title, "authors": (Author("Name", "Ann"),), "year": 2020, **more}
    return Paper(name, sources=dict.fromkeys(fields, source), **fields)  # type: ignore[arg-type]


def test_links_are_found_from_both_sides_and_by_all_services(tmp_path: Path) -> None:
    with Store.open(tmp_path / "papers.sqlite") as store:
        links = (CitationLink("s2:a", "s2:b"), CitationLink("s2:c", "s2:a"))
        store.keep_links(LinkAnswer("s2", (said("A", "s2:a"),), links, {"references a": ("s2:a",)}))
        store.keep_links(
            LinkAnswer("openalex", links=(CitationLink("openalex:W1", "openalex:W2"),))
        )
        assert store.read(links_from, ["s2:a", "openalex:W1"]) == (
            SaidLink("openalex:W1", "openalex:W2", "openalex"),
            SaidLink("s2:a", "s2:b", "s2"),
        )
        assert store.read(links_to, ["s2:a"]) == (SaidLink("s2:c", "s2:a", "s2"),)
        assert store.read(links_from, [f"s2:{n}" for n in range(2000)]) == ()
        assert store.read(link_answers, "s2", ["references a", "references b"]) == {
            "references a": ("s2:a",)
        }
        assert store.read(link_answers, "openalex", ["references a"]) == {}


def test_two_services_ids_of_one_paper_lead_to_one_name(tmp_path: Path) -> None:
    with Store.open(tmp_path / "papers.sqlite") as store:
        first = said("One Title of a Paper", "s2:a", doi="10.1000/x", s2_id="a")
        second = said("One Title of a Paper", "openalex:W1", "openalex", doi="10.1000/x")
        store.keep_links(LinkAnswer("s2", (first,)))
        store.keep_links(LinkAnswer("openalex", (second,)))
        nodes = store.read(link_nodes, ["s2:a", "openalex:W1", "s2:none"])
        assert nodes["s2:a"] == nodes["openalex:W1"]
        assert nodes["s2:a"] == KeptNode(nodes["s2:a"].name, first.title, is_described=True)
        assert "s2:none" not in nodes


def test_another_paper_under_the_same_doi_stays_another(tmp_path: Path) -> None:
    with Store.open(tmp_path / "papers.sqlite") as store:
        store.keep_links(LinkAnswer("s2", (said("A Chapter on Gardens", "s2:a", doi="10.1/book"),)))
        store.keep_links(LinkAnswer("s2", (said("Another on Ponds", "s2:b", doi="10.1/book"),)))
        nodes = store.read(link_nodes, ["s2:a", "s2:b"])
        assert nodes["s2:a"].name != nodes["s2:b"].name
        assert nodes["s2:b"].title == "Another on Ponds"


def test_an_answer_counts_for_thirty_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    today = date(2026, 11, 22)
    with Store.open(tmp_path / "papers.sqlite") as store:
        monkeypatch.setattr(store_days, "today", lambda: today)
        store.keep_links(LinkAnswer("s2", answers={"citations a": ()}))
        for days, counts in ((0, True), (29, True), (30, False)):
            monkeypatch.setattr(store_days, "today", lambda d=days: today + timedelta(days=d))
            assert bool(store.read(link_answers, "s2", ["citations a"])) == counts
        assert store.read(link_answers, "s2", ["citations a"], outdated=True) == {"citations a": ()}


def test_all_of_it_is_cleared_with_the_papers(tmp_path: Path) -> None:
    with Store.open(tmp_path / "papers.sqlite") as store:
        link = CitationLink("s2:a", "s2:b")
        store.keep_links(LinkAnswer("s2", (said("A", "s2:a"),), (link,), {"citations a": ()}))
        store.clear()
        assert store.read(links_from, ["s2:a"]) == ()
        assert store.read(link_answers, "s2", ["citations a"]) == {}
    with closing(sqlite3.connect(tmp_path / "papers.sqlite")) as connection:
        assert "INSERT INTO" not in "".join(connection.iterdump())


WRITER = """
import sys
from pathlib import Path
from citeloom.papers.links.citation_links import CitationLink, LinkAnswer
from citeloom.papers.paper import FIELDS, Author, Paper
from citeloom.papers.store.store import Store

path, name, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
with Store.open(path) as store:
    for number in range(rounds):
        ids = [f"s2:{name}-{number}-{n}" for n in range(20)]
        papers = tuple(Paper(each, title=each, authors=(Author("N"),), year=2020,
                             sources=dict.fromkeys(FIELDS, "s2")) for each in ids)
        links = tuple(CitationLink(ids[0], each) for each in ids[1:])
        question = {f"references {name}-{number}": (ids[0],)}
        store.keep_links(LinkAnswer("s2", papers, links, question))
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
    assert writer.stdout is not None and writer.stdin is not None
    assert writer.stdout.readline() == "ready\n"
    writer.stdin.write("\n")
    writer.stdin.flush()
    return writer


def is_whole(store: Store, name: str, number: int) -> bool:
    ids = [f"s2:{name}-{number}-{n}" for n in range(20)]
    return len(store.read(links_from, ids[:1])) == 19 and len(store.read(link_nodes, ids)) == 20


def test_two_processes_that_keep_links_at_once_lose_none(tmp_path: Path) -> None:
    path = tmp_path / "papers.sqlite"
    writers = {name: start(path, name, 10) for name in ("a", "b")}
    for writer in writers.values():
        writer.communicate(timeout=300)
        assert writer.returncode == 0
    with Store.open(path) as store:
        assert all(is_whole(store, name, number) for name in writers for number in range(10))
        assert store.notes == ()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_process_that_is_killed_loses_the_last_answer_alone(tmp_path: Path) -> None:
    path = tmp_path / "papers.sqlite"
    chance = random.Random(3)
    for attempt in range(5):
        name = f"k{attempt}"
        writer = start(path, name, 100_000)
        assert writer.stdout is not None
        done = -1
        for _ in range(chance.randrange(0, 15)):
            done = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        with Store.open(path) as store:
            number = 0
            while store.read(link_answers, "s2", [f"references {name}-{number}"]):
                assert is_whole(store, name, number)
                number += 1
            assert number > done
            # What was under way has papers at most, and is asked again.
            assert store.read(links_from, [f"s2:{name}-{number}-0"]) == ()
            assert store.notes == ()
