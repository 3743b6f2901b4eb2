"""Citation networks from papers and citations as they come."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from citeloom.corpus.citation_network import CitationNetwork

PAPERS = st.lists(st.sampled_from("abcdefgh"), unique=True)
CITATIONS = st.lists(st.tuples(st.sampled_from("abcdefghxy"), st.sampled_from("abcdefghxy")))


def test_of_double_citations_self_citations_and_unknown_papers_the_true_ones_stay() -> None:
    network = CitationNetwork.of(
        {"b": "B", "a": "A", "c": "C"},
        [("b", "a"), ("b", "a"), ("a", "b"), ("c", "c"), ("c", "x"), ("x", "a")],
    )
    assert network.ids == ("a", "b", "c")
    assert network.titles == ("A", "B", "C")
    assert network.citations == (("a", "b"), ("b", "a"))


def test_two_papers_that_cite_each_other_are_neighbours_once() -> None:
    network = CitationNetwork.of({"a": "", "b": "", "c": ""}, [("a", "b"), ("b", "a")])
    assert network.sums_of_neighbours(np.array([1.0, 2.0, 4.0])).tolist() == [2.0, 1.0, 0.0]


def test_there_may_be_no_papers_and_no_citations() -> None:
    empty = CitationNetwork.of({}, [("a", "b")])
    assert empty.ids == empty.citations == ()
    assert empty.sums_of_neighbours(np.empty(0)).tolist() == []
    assert empty.citations_among(["a"]) == ()
    alone = CitationNetwork.of({"a": "A"}, [("a", "a")])
    assert alone.sums_of_neighbours(np.array([3.0])).tolist() == [0.0]


@given(PAPERS, CITATIONS, st.sets(st.sampled_from("abcdefghxy")))
def test_sums_and_citations_among_papers_are_what_counting_citations_gives(
    papers: list[str], citations: list[tuple[str, str]], chosen: set[str]
) -> None:
    network = CitationNetwork.of({paper: paper.upper() for paper in papers}, citations)
    true = {
        (citing, cited)
        for citing, cited in citations
        if citing != cited and {citing, cited} <= set(papers)
    }
    assert network.citations == tuple(sorted(true))

    values = {paper: float(2**place) for place, paper in enumerate(network.ids)}
    sums = network.sums_of_neighbours(np.array([values[paper] for paper in network.ids]))
    near = {
        paper: {other for pair in true if paper in pair for other in pair} - {paper}
        for paper in network.ids
    }
    assert sums.tolist() == [sum(values[other] for other in near[paper]) for paper in network.ids]

    among = tuple(sorted(pair for pair in true if set(pair) <= chosen))
    assert network.citations_among(chosen) == among
