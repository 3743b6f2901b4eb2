"""Eqs. 3-7 against computations by hand, and against slow direct ones on random graphs."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom_lab.clustering.level_clusters import (
    LevelGraph,
    Linkage,
    candidate_clusters,
    cluster_features,
    densities,
    edges_of_clusters,
    hard_clusters,
    soft_clusters,
)
from level_graphs import linked_levels

# A path 0 - 1 - 2 and a node 3 with no neighbour.
EDGES = np.array([[0, 1], [1, 2]], dtype=np.intp)
LINKAGE = Linkage(np.array([[1.0, 0.0], [3.0, 4.0], [0.0, 2.0], [1.0, 1.0]]), np.array([0.5, 0.75]))
PATH = LevelGraph(LINKAGE.embeddings, EDGES, np.zeros((2, 3)))
DENSITY = [0.5 * 0.6, (0.5 * 0.6 + 0.75 * 0.8) / 2, 0.75 * 0.8, 0.0]

THRESHOLDS = st.sampled_from([0.1, 0.2, 0.5, 0.8])


def test_density_by_hand() -> None:
    assert densities(EDGES, LINKAGE) == pytest.approx(DENSITY)


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [
        (0.1, [(0, 1), (1, 2), (2,), (3,)]),
        (0.5, [(0,), (1, 2), (2,), (3,)]),
        (0.8, [(0,), (1,), (2,), (3,)]),
    ],
)
def test_candidates_by_hand(threshold: float, expected: list[tuple[int, ...]]) -> None:
    assert candidate_clusters(EDGES, LINKAGE, np.array(DENSITY), threshold) == expected


def test_clusters_that_another_contains_and_single_nodes_are_none_of_the_first_level() -> None:
    candidates = [(0, 1, 2), (1, 2), (2,), (2, 3), (3,), (2, 3), (4,)]
    assert soft_clusters(candidates) == [(0, 1, 2), (2, 3)]


def test_hard_clusters_follow_the_likeliest_candidate() -> None:
    edges = np.array([[0, 1], [0, 2], [2, 3]], dtype=np.intp)
    linkage = Linkage(np.ones((5, 1)), np.array([0.3, 0.9, 0.4]))
    assert hard_clusters(edges, linkage, [(0, 1, 2), (1,), (2,), (3,), (4,)]) == [
        (0, 2),
        (1,),
        (3,),
        (4,),
    ]


def test_of_equally_likely_candidates_the_first_is_joined() -> None:
    edges = np.array([[0, 1], [0, 2]], dtype=np.intp)
    linkage = Linkage(np.ones((3, 1)), np.array([0.5, 0.5]))
    assert hard_clusters(edges, linkage, [(0, 1, 2), (1,), (2,)]) == [(0, 1), (2,)]


def test_features_of_a_cluster_by_hand() -> None:
    rows = cluster_features(LINKAGE.embeddings, np.array(DENSITY), [(0, 1), (1, 2), (3,)])
    assert rows.tolist() == [[2.0 + 3.0, 2.0 + 4.0], [1.5 + 0.0, 3.0 + 2.0], [2.0, 2.0]]


def test_clusters_are_linked_where_any_of_their_nodes_are() -> None:
    assert edges_of_clusters(PATH, [(0,), (1,), (2, 3)]).tolist() == [[0, 1], [1, 2]]
    assert edges_of_clusters(PATH, [(0, 1), (1, 2), (3,)]).tolist() == [[0, 1]]
    assert edges_of_clusters(PATH, [(0, 1, 2), (3,)]).tolist() == []


def slow_density(edges: list[list[int]], linkage: Linkage, u: int) -> float:
    found = []
    for edge, p in zip(edges, linkage.p, strict=True):
        if u in edge:
            h_u, h_k = linkage.embeddings[u], linkage.embeddings[sum(edge) - u]
            lengths = math.hypot(*h_u) * math.hypot(*h_k)
            found.append(p * math.fsum(h_u * h_k) / lengths if lengths else 0.0)
    return math.fsum(found) / len(found) if found else 0.0


@given(linked_levels())
def test_density_is_the_slow_one(drawn: tuple[LevelGraph, Linkage]) -> None:
    graph, linkage = drawn
    edges = graph.edges.tolist()
    slow = [slow_density(edges, linkage, u) for u in range(len(graph))]
    assert densities(graph.edges, linkage) == pytest.approx(slow, abs=1e-9)


@given(linked_levels(), THRESHOLDS)
def test_clusters_are_the_slow_ones(drawn: tuple[LevelGraph, Linkage], threshold: float) -> None:
    graph, linkage = drawn
    count = len(graph)
    density = densities(graph.edges, linkage)
    p = {frozenset(edge): p for edge, p in zip(graph.edges.tolist(), linkage.p, strict=True)}
    slow = [
        {u}
        | {
            v
            for v in range(count)
            if density[u] < density[v] and p.get(frozenset((u, v)), -1.0) > threshold
        }
        for u in range(count)
    ]
    candidates = candidate_clusters(graph.edges, linkage, density, threshold)
    assert [set(cluster) for cluster in candidates] == slow

    soft = soft_clusters(candidates)
    assert len(soft) == len(set(soft))
    assert {frozenset(cluster) for cluster in soft} == {
        frozenset(cluster)
        for cluster in slow
        if len(cluster) != 1 and not any(cluster < other for other in slow)
    }

    joined = [{u} for u in range(count)]
    for u, cluster in enumerate(slow):
        likeliest = [
            v
            for v in sorted(cluster - {u})
            if all(p[frozenset((u, v))] >= p[frozenset((u, w))] for w in cluster - {u})
        ]
        if likeliest:
            both = next(c for c in joined if u in c) | next(c for c in joined if likeliest[0] in c)
            joined = [component for component in joined if not component & both] + [both]
    hard = hard_clusters(graph.edges, linkage, candidates)
    assert sorted(map(sorted, hard)) == sorted(map(sorted, joined))


@given(linked_levels(least=1), st.data())
def test_features_and_edges_of_clusters_are_the_slow_ones(
    drawn: tuple[LevelGraph, Linkage], data: st.DataObject
) -> None:
    graph, linkage = drawn
    nodes = st.sets(st.integers(0, len(graph) - 1), min_size=1)
    clusters = [tuple(sorted(cluster)) for cluster in data.draw(st.lists(nodes, max_size=5))]
    density = densities(graph.edges, linkage)
    rows = cluster_features(linkage.embeddings, density, clusters)
    for row, cluster in zip(rows, clusters, strict=True):
        mean = [
            math.fsum(linkage.embeddings[z][at] for z in cluster) / len(cluster) for at in range(3)
        ]
        densest = next(z for z in cluster if density[z] == max(density[k] for k in cluster))
        assert row == pytest.approx(np.add(mean, linkage.embeddings[densest]), abs=1e-9)

    edges = {frozenset(edge) for edge in graph.edges.tolist()}
    assert edges_of_clusters(graph, clusters).tolist() == [
        [a, b]
        for a in range(len(clusters))
        for b in range(a + 1, len(clusters))
        if any(frozenset((u, v)) in edges for u in clusters[a] for v in clusters[b])
    ]
