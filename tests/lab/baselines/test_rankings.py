"""LexRank and TextRank on examples small enough to work out by hand."""

import math

import pytest

from citeloom.grounding.vectors import cosine, idf, similarities, tf_idf
from citeloom_lab.baselines.centrality import centrality
from citeloom_lab.baselines.lexrank import lexrank
from citeloom_lab.baselines.textrank import overlaps, textrank


def test_idf_of_terms_in_one_and_in_all_of_two_documents() -> None:
    assert idf([["a", "b"], ["a"]]) == {"a": 1.0, "b": 1.0 + math.log(2)}


def test_vectors_have_length_one_and_know_their_angle() -> None:
    weights = {"a": 1.0, "b": 1.0}
    one, two = tf_idf(["a", "b"], weights), tf_idf(["a"], weights)
    assert math.hypot(*one.values()) == pytest.approx(1.0)
    assert cosine(one, two) == pytest.approx(1 / math.sqrt(2))


def test_centrality_of_a_star() -> None:
    # Middle m, two leaves l: m = 0.05 + 0.85 * 2l and l = 0.05 + 0.85 * m / 2, so
    # m = 0.135 / 0.2775.
    star = centrality([{1: 1.0, 2: 1.0}, {0: 1.0}, {0: 1.0}], tolerance=1e-12, most_rounds=1000)
    assert star[0] == pytest.approx(0.135 / 0.2775)
    assert star[1] == star[2] == pytest.approx((1 - 0.135 / 0.2775) / 2)


def test_nodes_without_edges_share_what_is_left() -> None:
    assert centrality([{}, {}]) == pytest.approx([0.5, 0.5])
    assert centrality([]) == []


def test_lexrank_prefers_the_sentence_that_the_others_resemble() -> None:
    ranks = lexrank([["a", "b"], ["a", "c"], ["b", "d"], ["e"]])
    assert max(ranks) == ranks[0]
    assert min(ranks) == ranks[3]
    assert sum(ranks) == pytest.approx(1.0)


def test_a_threshold_cuts_weak_edges() -> None:
    sentences = [["a", "b", "c", "d"], ["a", "x", "y", "z"], ["b", "c", "d"]]
    assert lexrank(sentences, threshold=0.5)[1] == min(lexrank(sentences, threshold=0.5))
    assert lexrank(sentences, threshold=0.99) == pytest.approx([1 / 3] * 3)


def test_textrank_similarity_is_overlap_over_the_logarithms_of_the_lengths() -> None:
    rows = overlaps([["a", "b", "c"], ["a", "b"], ["d"]])
    expected = 2 / (math.log(3) + math.log(2))
    assert rows == [{1: pytest.approx(expected)}, {0: pytest.approx(expected)}, {}]


def test_one_word_sentences_are_not_joined() -> None:
    assert overlaps([["a"], ["a"]]) == [{}, {}]


def test_textrank_prefers_the_sentence_that_shares_most() -> None:
    ranks = textrank([["a", "b"], ["a", "c"], ["b", "d"]])
    assert ranks[0] == max(ranks)


def test_continuous_lexrank_is_the_centrality_of_the_graph_of_similarities() -> None:
    sentences = [["a", "b"], ["b", "c", "d"], ["d", "e"], ["z"], [], ["a", "e", "e"]]
    weights = idf(sentences)
    alike = similarities([tf_idf(terms, weights) for terms in sentences]).tolist()
    graph = [{other: it for other, it in enumerate(row) if it} for row in alike]
    assert lexrank(sentences) == pytest.approx(centrality(graph))
