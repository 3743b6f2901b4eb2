"""What a network is to learn of drawn papers: who shares a topic, level by level."""

import numpy as np
import pytest

from citeloom.papers.paper import Paper
from citeloom.problem import InputError
from citeloom_lab.training.labelled_papers import LabelledPapers
from citeloom_lab.training.network.hashed_words import HashedWords
from citeloom_lab.training.training_graphs import (
    draw_graphs,
    split_topics,
    training_graph,
)
from made_taxonomies import made_taxonomy

# Two topics of Language and one of Sound; a cites b, b cites c, c cites d, e cites d.
PATHS = {
    "a": ("Language", "Syntax"),
    "b": ("Language", "Syntax"),
    "c": ("Language", "Meaning"),
    "d": ("Sound",),
    "e": ("Sound",),
}
CITES = {"a": ("b",), "b": ("c",), "c": ("d",), "e": ("d",)}


def test_the_truth_of_each_level_by_hand() -> None:
    papers = LabelledPapers(tuple(Paper(name) for name in PATHS), PATHS, CITES)
    graph = training_graph(papers, HashedWords(8))
    narrow, broad = graph.levels
    assert narrow.graph.edges.tolist() == [[0, 1], [1, 2], [2, 3], [3, 4]]
    assert narrow.shared.tolist() == [True, False, False, True]
    assert narrow.counts.tolist() == [1, 1, 1, 1]
    assert broad.clusters == ((0, 1), (2,), (3, 4))
    assert broad.graph.edges.tolist() == [[0, 1], [1, 2]]
    assert broad.shared.tolist() == [True, False]
    assert broad.counts.tolist() == [1, 1]
    assert broad.graph.ties[:, 0].tolist() == [0.5, 0.5]
    assert np.argwhere(np.triu(graph.alike[0])).tolist() == [[0, 1], [3, 4]]
    assert np.argwhere(np.triu(graph.alike[1])).tolist() == [[0, 1], [0, 2], [1, 2], [3, 4]]


def test_every_edge_of_papers_counts_once_at_every_level() -> None:
    for graph in draw_graphs(made_taxonomy(), 6, 0, HashedWords(64)):
        first = graph.levels[0]
        assert first.counts.tolist() == [1.0] * len(first.graph.edges)
        apart = int((~first.shared).sum())
        assert [level.counts.sum() for level in graph.levels[1:]] == [apart]


def test_held_out_topics_are_seen_by_nobody() -> None:
    papers = made_taxonomy()
    learnt, held_out = split_topics(papers, 0)
    assert not set(learnt.paths.values()) & set(held_out.paths.values())
    assert len(learnt.papers) + len(held_out.papers) == len(papers.papers)
    assert len(set(held_out.paths.values())) == round(0.2 * 12)
    assert split_topics(papers, 1)[1].paths != held_out.paths


def test_too_few_topics_are_refused() -> None:
    with pytest.raises(InputError, match="has 3 topics with two papers or more; at least 4"):
        split_topics(made_taxonomy(fields=1, topics=3), 0)


def test_the_same_seed_draws_the_same_graphs() -> None:
    def drawn(seed: int) -> list[list[list[int]]]:
        graphs = draw_graphs(made_taxonomy(), 4, seed, HashedWords(64))
        return [graph.levels[0].graph.edges.tolist() for graph in graphs]

    assert drawn(0) == drawn(0)
    assert drawn(0) != drawn(1)


def test_papers_that_nothing_links_make_no_graph() -> None:
    papers = LabelledPapers(tuple(Paper(name) for name in PATHS), PATHS)
    assert not list(draw_graphs(papers, 3, 0, HashedWords(8)))
