"""From clusters to a taxonomy: where a paper of several stands, what becomes of small topics."""

import numpy as np

from citeloom.methods.hireview.clustering import taxonomy_of_levels
from citeloom.methods.hireview.paper_links import Matrix
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic


def near(count: int, **pairs: float) -> Matrix:
    """Return how near papers are: ``ab=0.5`` for the first and the second."""
    rows = np.zeros((count, count))
    for pair, value in pairs.items():
        u, v = (ord(letter) - ord("a") for letter in pair)
        rows[u, v] = rows[v, u] = value
    return rows


def test_a_paper_of_two_clusters_stands_under_the_nearer() -> None:
    nearness = near(5, ab=0.9, ac=0.2, bc=0.2, cd=0.3, ce=0.3, de=0.9)
    assert taxonomy_of_levels("abcde", [[(0, 1, 2), (2, 3, 4)]], nearness, 2) == Taxonomy(
        (Topic("", ("a", "b")), Topic("", ("c", "d", "e")))
    )


def test_of_equally_near_clusters_the_first_has_the_paper() -> None:
    nearness = near(3, ab=0.5, bc=0.5)
    assert taxonomy_of_levels("abc", [[(0, 1), (1, 2)]], nearness, 1) == Taxonomy(
        (Topic("", ("a", "b")), Topic("", ("c",)))
    )


def test_the_papers_of_a_small_topic_go_to_those_that_they_are_nearest_to() -> None:
    nearness = near(5, ab=0.5, cd=0.5, ae=0.1, be=0.1, ce=0.2)
    assert taxonomy_of_levels("abcde", [[(0, 1), (2, 3), (4,)]], nearness, 2) == Taxonomy(
        (Topic("", ("a", "b", "e")), Topic("", ("c", "d")))
    )


def test_a_cluster_that_keeps_no_paper_is_no_topic() -> None:
    nearness = near(4, ab=0.9, bc=0.1, cd=0.9)
    assert taxonomy_of_levels("abcd", [[(0, 1), (1, 2), (2, 3)]], nearness, 1) == Taxonomy(
        (Topic("", ("a", "b")), Topic("", ("c", "d")))
    )


def test_topics_of_one_narrower_topic_are_that_one() -> None:
    levels = [[(0,), (1,), (2,)], [(0,), (1, 2)], [(0, 1)]]
    assert taxonomy_of_levels("abc", levels, near(3), 1) == Taxonomy(
        (Topic("", ("a",)), Topic("", topics=(Topic("", ("b",)), Topic("", ("c",)))))
    )
