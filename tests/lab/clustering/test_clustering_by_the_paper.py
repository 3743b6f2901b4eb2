"""The clustering from papers to a taxonomy: nobody lost at any level, always the same."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.hireview.paper_links import link_papers, paper_ties, text_vectors
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.task import Surroundings
from citeloom.papers.citing_sentence import CitingSentence
from citeloom.papers.paper import Paper
from citeloom_lab.clustering.by_paper import (
    ByPaperParameters,
    TextAndCitations,
    cluster_levels,
    taxonomy_by_paper,
    with_left_over,
)
from citeloom_lab.clustering.level_clusters import ties_between

WORDS = ("parser", "tree", "grammar", "speech", "acoustic", "phoneme", "image", "pixel")
PARAMETERS = ByPaperParameters()


def taxonomy_of(
    papers: Sequence[Paper], surroundings: Surroundings, parameters: ByPaperParameters
) -> tuple[Taxonomy, Mapping[str, Any]]:
    return taxonomy_by_paper(parameters, parameters.probabilities, papers, surroundings)


def paper(name: str, title: str) -> Paper:
    return Paper(name, title=title)


@st.composite
def collections(draw: st.DrawFn) -> tuple[tuple[Paper, ...], Surroundings]:
    titles = draw(st.lists(st.lists(st.sampled_from(WORDS), max_size=4), max_size=14))
    papers = tuple(paper(f"p{at}", " ".join(title)) for at, title in enumerate(titles))
    names = [paper.id for paper in papers]
    some = st.lists(st.sampled_from(names), max_size=3, unique=True) if names else st.just([])
    cites = {name: tuple(draw(some)) for name in names if draw(st.booleans())}
    mentions = [
        CitingSentence("They differ.", tuple(draw(some)), "Related Work", True, by=name)
        for name in names
        if draw(st.booleans())
    ]
    return papers, Surroundings(mentions=tuple(mentions), cites=cites)


@st.composite
def settings_of_clustering(draw: st.DrawFn) -> ByPaperParameters:
    return ByPaperParameters(
        threshold=draw(st.sampled_from([0.1, 0.2, 0.5, 0.8])),
        neighbours=draw(st.integers(0, 4)),
        least_papers=draw(st.integers(0, 3)),
    )


@given(collections(), settings_of_clustering())
def test_no_paper_is_lost_at_any_level(
    drawn: tuple[tuple[Paper, ...], Surroundings], parameters: ByPaperParameters
) -> None:
    papers, surroundings = drawn
    model = TextAndCitations(parameters)
    linked = link_papers(
        model.features(papers), paper_ties(papers, surroundings), parameters.neighbours
    )
    below = len(papers)
    for number, level in enumerate(cluster_levels(linked, model, parameters.threshold)):
        members = list(chain.from_iterable(level.clusters))
        assert level.nodes == below
        assert set(members) == set(range(below))
        assert number == 0 or len(members) == below > len(level.clusters)
        below = len(level.clusters)
    taxonomy, _ = taxonomy_of(papers, surroundings, parameters)
    assert sorted(taxonomy.all_papers()) == sorted(paper.id for paper in papers)


@given(collections(), settings_of_clustering())
def test_topics_have_inner_topics_or_enough_papers(
    drawn: tuple[tuple[Paper, ...], Surroundings], parameters: ByPaperParameters
) -> None:
    taxonomy, _ = taxonomy_of(*drawn, parameters)
    for topic in taxonomy.walk():
        assert bool(topic.papers) != bool(topic.topics)
        assert len(topic.topics) != 1
    leaves = [topic for topic in taxonomy.walk() if topic.papers]
    assert len(leaves) <= 1 or all(len(leaf.papers) >= parameters.least_papers for leaf in leaves)


def test_papers_that_share_words_share_a_topic() -> None:
    papers = [
        paper("a", "Parser grammar tree"),
        paper("b", "Grammar of a parser"),
        paper("c", "Tree grammar"),
        paper("d", "Acoustic speech"),
        paper("e", "Phoneme speech acoustic"),
        paper("f", "Speech phoneme"),
    ]
    taxonomy, trace = taxonomy_of(papers, Surroundings(), PARAMETERS)
    assert {frozenset(topic.all_papers()) for topic in taxonomy.topics} == {
        frozenset("abc"),
        frozenset("def"),
    }
    assert trace["linked_by_citation"] == 0
    assert trace["linked_by_text"] == 6


def test_papers_of_no_words_are_in_one_topic() -> None:
    taxonomy, trace = taxonomy_of([paper("a", ""), paper("b", "")], Surroundings(), PARAMETERS)
    assert taxonomy == Taxonomy((Topic("", ("a", "b")),))
    assert trace["levels"] == [{"nodes": 2, "edges": 0, "clusters": 1, "left_over": []}]


@pytest.mark.parametrize("count", [0, 1])
def test_few_papers(count: int) -> None:
    papers = [paper("a", "Parser")][:count]
    taxonomy, _ = taxonomy_of(papers, Surroundings(), PARAMETERS)
    assert taxonomy == Taxonomy((Topic("", ("a",)),) * count)


def test_papers_that_cite_each_other_are_linked_before_alike_ones() -> None:
    papers = [paper("a", "Parser"), paper("b", "Parser"), paper("c", "Speech")]
    ties = paper_ties(papers, Surroundings(cites={"a": ("c", "c", "unknown", "a")}))
    alone = link_papers(text_vectors(papers), ties, 1)
    assert alone.edges.tolist() == [[0, 1], [0, 2]]
    assert (alone.by_citation, alone.by_text) == (1, 1)
    assert link_papers(text_vectors(papers), ties, 0).edges.tolist() == [[0, 2]]


def test_ties_count_who_cites_whom_who_is_cited_together_and_who_cites_the_same() -> None:
    papers = [paper(name, "") for name in "abcd"]
    sentence = CitingSentence("Both.", ("c", "d"), "", True, by="x")
    ties = paper_ties(
        papers, Surroundings(mentions=(sentence,), cites={"a": ("c",), "b": ("c", "d")})
    )
    assert ties.cites[0].tolist() == [0, 0, 1, 0]
    assert ties.cites[2].tolist() == [1, 1, 0, 0]
    # c is cited by a, b and the sentence, d by b and the sentence.
    assert ties.together[2, 3] == pytest.approx(2 / (3 * 2) ** 0.5)
    # a cites c, b cites c and d.
    assert ties.coupled[0, 1] == pytest.approx(1 / 2**0.5)
    assert np.diagonal(ties.together).tolist() == np.diagonal(ties.coupled).tolist() == [0] * 4
    between = ties_between(ties, [(0, 1), (2, 3), (2,)], np.array([[0, 1], [0, 2]]))
    assert between[:, 0].tolist() == [3 / 4, 1.0]


def test_who_is_left_over_joins_the_nearest_cluster() -> None:
    embeddings = np.array([[1.0, 0.0], [1.0, 0.1], [0.0, 1.0], [0.1, 1.0], [0.2, 0.9], [0.0, 0.0]])
    joined, left_over = with_left_over([(0, 1), (2, 3)], embeddings, np.zeros(6))
    assert joined == [(0, 1, 5), (2, 3, 4)]
    assert left_over == (4, 5)
