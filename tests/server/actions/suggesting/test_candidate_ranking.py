"""The order of candidates: what sources say, joined with HiReview's Eq. 2 on the network."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.suggesting.known_papers import KnownPapers
from citeloom.actions.suggesting.merging import MergedCandidates, merge_candidates
from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.ranking import candidate_scores, network_order
from citeloom.actions.suggesting.sources import Candidates
from citeloom.corpus.searching import best_first
from citeloom.methods.task import DraftText
from citeloom.papers.paper import Author, Paper

OLD = Paper("old", ("old",), "Transition systems")
NEW = Paper("new", ("new",), "Graph parsing with forests")
GRAPHS = Paper("graphs", title="Parsing by graphs")
FOREST = Paper("forest", title="Forests")
BIRDS = Paper("birds", title="Birds")


def query(*references: Paper) -> SuggestionQuery:
    known = tuple(PaperKnowledge(paper, paper) for paper in references)
    return SuggestionQuery(DraftText("Graph parsing", "", "abstract"), known=known)


def merged(
    *answers: Candidates, references: Sequence[Paper] = (OLD, NEW), left_out: Sequence[Paper] = ()
) -> MergedCandidates:
    named = [(f"source {number}", answer) for number, answer in enumerate(answers)]
    return merge_candidates(named, references, KnownPapers(left_out))


def test_the_network_is_ranked_by_titles_and_those_of_neighbours() -> None:
    # "graph" and "parsing" are in the titles of graphs and new. forest has neither, but new cites
    # it; birds is cited by old alone, which has neither.
    citations = (("new", "forest"), ("new", "graphs"), ("old", "birds"))
    answer = Candidates((BIRDS, FOREST, GRAPHS), citations, is_ranked=False)
    assert network_order(merged(answer), query(OLD, NEW)) == ["graphs", "forest"]


def test_a_source_that_does_not_rank_counts_by_the_network_alone() -> None:
    citations = (("new", "forest"), ("old", "birds"))
    answer = Candidates((BIRDS, FOREST), citations, is_ranked=False)
    assert [*candidate_scores(merged(answer), query(OLD, NEW), {"forest", "birds"})] == ["forest"]


def test_the_orders_of_sources_are_joined_by_reciprocal_ranks_the_first_counting_twice() -> None:
    first, second = Candidates((GRAPHS, FOREST)), Candidates((FOREST, BIRDS))
    scores = candidate_scores(merged(first, second), query(OLD), {"graphs", "forest", "birds"})
    assert scores == {
        "graphs": pytest.approx(1 / 6),
        "forest": pytest.approx(1 / 7 + 1 / 2 / 6),
        "birds": pytest.approx(1 / 2 / 7),
    }


def test_papers_that_are_not_wanted_take_no_rank() -> None:
    scores = candidate_scores(merged(Candidates((GRAPHS, FOREST))), query(OLD), {"forest"})
    assert scores == {"forest": pytest.approx(1 / 6)}


def test_a_preprint_and_its_publication_are_one_paper() -> None:
    ann = (Author("Ek", "Ann"),)
    preprint = Paper("arxiv:1", title="Parsing by forests of graphs", authors=ann, year=2019,
        arxiv_id="1901.00001")  # fmt: skip
    published = Paper("doi:2", title="Parsing by Forests of Graphs.", authors=ann, year=2020,
        doi="10.1000/2", venue="Journal of Trees")  # fmt: skip
    respelt = Paper("s2:3", title="Parsing by the forests of graph", authors=ann, year=2020)
    found = merged(Candidates((preprint,)), Candidates((published, respelt, BIRDS)))
    assert [paper.id for paper in found.papers] == ["arxiv:1", "birds"]
    assert found.papers[0].doi == "10.1000/2"
    assert not merged(Candidates((preprint,)), left_out=(published,)).papers


def test_two_papers_with_one_short_title_are_two() -> None:
    ann = Paper("a", title="Forests", authors=(Author("Ek"),))
    bob = Paper("b", title="Forests", authors=(Author("Yew"),))
    assert len(merged(Candidates((ann, bob))).papers) == 2


PAPERS = st.lists(
    st.sampled_from([GRAPHS, FOREST, BIRDS, OLD, NEW]), unique_by=lambda paper: paper.id
)
LINKS = st.lists(
    st.tuples(*[st.sampled_from(["graphs", "forest", "birds", "old", "new"])] * 2), max_size=8
)


@given(st.lists(st.tuples(PAPERS, LINKS, st.booleans()), max_size=3))
def test_nothing_cited_comes_back_and_the_same_is_found_again(
    given_answers: list[tuple[list[Paper], list[tuple[str, str]], bool]],
) -> None:
    answers = [
        Candidates(tuple(papers), tuple(links), is_ranked=ranked)
        for papers, links, ranked in given_answers
    ]
    found = merged(*answers)
    wanted = {paper.id for paper in found.papers}
    assert wanted.isdisjoint({"old", "new"})
    scores = candidate_scores(found, query(OLD, NEW), wanted)
    assert set(scores) <= wanted
    again = merged(*answers)
    assert again == found
    assert best_first(candidate_scores(again, query(OLD, NEW), wanted)) == best_first(scores)
