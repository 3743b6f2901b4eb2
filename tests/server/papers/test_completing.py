from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.papers.completing import fill_from_store
from citeloom.papers.from_bib import papers_of
from citeloom.papers.paper import Author, Paper
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.store import Store
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib

ABSTRACT = "We show that a thing can be done which nobody has done before us."


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "papers.sqlite") as store:
        yield store


def read(bib: str) -> tuple[Paper, ...]:
    return papers_of(resolve([(bib, scan_bib(bib))]))


def said(bib: str) -> tuple[Paper, ...]:
    """Return papers as a service would describe them."""
    return tuple(
        replace(one, keys=(), sources=dict.fromkeys(one.sources, "crossref")) for one in read(bib)
    )


def test_what_one_project_says_fills_no_other(store: Store) -> None:
    entry = f"@article{{x, title={{One}}, doi={{10.1000/x}}, abstract={{{ABSTRACT}}}}}"
    store.put(read(entry))
    bare = read("@misc{mine, title = {{One}}, doi = {10.1000/X}, year = 2001}")
    assert fill_from_store(bare, store) == bare
    assert store.read(get_papers, ["doi:10.1000/x"]) == {}


def test_a_service_gives_what_the_bib_lacks(store: Store) -> None:
    store.put(said(f"@article{{x, title={{One}}, doi={{10.1000/x}}, abstract={{{ABSTRACT}}}}}"))
    (paper,) = fill_from_store(
        read("@misc{mine, title = {{One}}, doi = {10.1000/X}, year = 2001}"), store
    )
    assert paper.abstract == ABSTRACT
    assert paper.keys == ("mine",)
    assert paper.year == 2001
    assert paper.sources["abstract"] == "crossref"


def test_the_bib_wins_and_the_source_is_told(store: Store) -> None:
    store.put([
        Paper(id="doi:10.1000/x", title="One", year=1999, authors=(Author("Lee"),),
              sources={"title": "s2", "year": "s2", "authors": "s2"})
    ])  # fmt: skip
    (paper,) = fill_from_store(
        read("@misc{mine, title = {One}, doi = {10.1000/x}, year = 2001}"), store
    )
    assert (paper.year, paper.sources["year"]) == (2001, "bib")
    assert (paper.authors, paper.sources["authors"]) == ((Author("Lee"),), "s2")


def test_a_chapter_does_not_get_the_abstract_of_another_chapter(store: Store) -> None:
    chapter = "@incollection{%s, title = {%s}, doi = {10.1000/book}, abstract = {%s}}"
    store.put(said(chapter % ("a", "One", ABSTRACT)))
    store.put(said(chapter % ("b", "Two", "Two: " + ABSTRACT)))
    store.put(said(chapter % ("c", "Three", "")))
    for title, abstract in (("One", ABSTRACT), ("Two", "Two: " + ABSTRACT), ("Three", "")):
        (paper,) = fill_from_store(read(chapter % ("z", title, "")), store)
        assert (paper.id, paper.abstract) == ("doi:10.1000/book", abstract)


def test_both_chapters_of_one_project_get_their_own(store: Store) -> None:
    chapter = "@incollection{%s, title = {%s}, doi = {10.1000/book}, abstract = {%s}}"
    both = chapter % ("a", "One", "") + chapter % ("b", "Two", "")
    store.put(
        said(chapter % ("a", "One", "1: " + ABSTRACT) + chapter % ("b", "Two", "2: " + ABSTRACT))
    )
    assert [paper.abstract[:2] for paper in fill_from_store(read(both), store)] == ["1:", "2:"]


def test_nothing_stored_changes_nothing(store: Store) -> None:
    papers = read("@misc{a, title = {One}} @misc{b, note = {no title}}")
    assert fill_from_store(papers, store) == papers
