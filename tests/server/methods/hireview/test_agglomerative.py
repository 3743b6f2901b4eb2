"""Agglomerative clustering against a slow direct one, and how many topics there are."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.hireview.clustering import merge_alike, topic_counts, with_nearer_papers
from citeloom.methods.hireview.paper_links import Matrix


@st.composite
def alike_papers(draw: st.DrawFn) -> Matrix:
    count = draw(st.integers(0, 9))
    values = st.sampled_from([0.0, 0.25, 0.5]) | st.floats(0, 4)
    rows = np.zeros((count, count))
    for u in range(count):
        for v in range(u):
            rows[u, v] = rows[v, u] = draw(values)
    return rows


def slow_clusters(alike: Matrix, count: int) -> list[tuple[int, ...]]:
    clusters = [(node,) for node in range(len(alike))]

    def likeness(a: Sequence[int], b: Sequence[int]) -> float:
        pairs = [alike[u, v] for u in a for v in b]
        return round(math.fsum(pairs) / len(pairs) / math.sqrt(len(a) + len(b)), 9)

    while len(clusters) > max(1, count):
        pairs = [(a, b) for a in clusters for b in clusters if a < b]
        small = [(a, b) for a, b in pairs if len(a) + len(b) <= 2 * len(alike) / count]
        a, b = max(
            small or pairs,
            key=lambda pair: (likeness(*pair), -pair[0][0], -pair[1][0]),
        )
        clusters = sorted([*(c for c in clusters if c not in (a, b)), tuple(sorted(a + b))])
    return clusters


@given(alike_papers(), st.integers(1, 9))
def test_clusters_are_the_slow_ones(alike: Matrix, count: int) -> None:
    # Sums in another order may decide between pairs that are equally alike.
    alike = np.round(alike * 4) / 4
    assert merge_alike(alike, [count]) == [slow_clusters(alike, count)]


@given(alike_papers(), st.integers(1, 9), st.integers(1, 9))
def test_broader_clusters_are_made_of_narrower_ones(alike: Matrix, some: int, more: int) -> None:
    counts = sorted((some, more), reverse=True)
    narrow, broad = merge_alike(alike, counts)
    assert sorted(node for cluster in broad for node in cluster) == list(range(len(narrow)))
    assert sorted(paper for cluster in narrow for paper in cluster) == list(range(len(alike)))
    assert [len(narrow), len(broad)] == [min(len(alike), count) for count in counts]


@pytest.mark.parametrize(
    ("papers", "expected"),
    [
        (0, (0,)),
        (1, (1,)),
        (3, (1,)),
        (20, (4,)),
        (35, (7,)),
        (40, (8, 4)),
        (60, (12, 5)),
        (200, (31, 8)),
        (1000, (114, 16)),
    ],
    ids=str,
)
def test_topics_grow_with_the_papers(papers: int, expected: tuple[int, ...]) -> None:
    assert topic_counts(papers) == expected


def test_a_paper_that_another_cluster_has_come_nearer_to_is_in_both() -> None:
    alike = np.array(
        [
            [0.0, 0.4, 0.5, 0.6, 0.1],
            [0.4, 0.0, 0.1, 0.0, 0.0],
            [0.5, 0.1, 0.0, 0.9, 0.0],
            [0.6, 0.0, 0.9, 0.0, 0.0],
            [0.1, 0.0, 0.0, 0.0, 0.0],
        ]
    )
    # To 1 the first paper is 0.4 alike, to 2 and 3 on average 0.55; 4 is alone and stays so.
    assert with_nearer_papers(alike, [(0, 1), (2, 3), (4,)]) == [(0, 1), (0, 2, 3), (4,)]


@given(alike_papers(), st.integers(1, 9))
def test_each_paper_is_in_its_own_cluster_and_in_one_more_at_most(
    alike: Matrix, count: int
) -> None:
    clusters = merge_alike(alike, [count])[0]
    joined = with_nearer_papers(alike, clusters)
    for cluster, more in zip(clusters, joined, strict=True):
        assert set(cluster) <= set(more)
    for paper in range(len(alike)):
        means = {
            number: math.fsum(alike[paper, other] for other in cluster)
            / max(1, len(set(cluster) - {paper}))
            for number, cluster in enumerate(clusters)
        }
        holding = [number for number, cluster in enumerate(joined) if paper in cluster]
        own = next(number for number, cluster in enumerate(clusters) if paper in cluster)
        assert len(holding) <= 2
        nearest = max(means.values())
        assert all(number == own or means[number] == pytest.approx(nearest) for number in holding)
        if len(holding) == 1 and len(clusters[own]) > 1:
            assert means[own] == pytest.approx(nearest)
