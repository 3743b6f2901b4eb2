"""Citations that services tell of are kept, for several processes, and found again."""

import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from citeloom.papers.links.citation_links import CitationLink, KeptNode, LinkAnswer, SaidLink
from citeloom.papers.paper import Author, Paper
from citeloom.papers.store import days as store_days
from citeloom.papers.store.links import link_answers, link_nodes, links_from, links_to
from citeloom.papers.store.store import Store


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
