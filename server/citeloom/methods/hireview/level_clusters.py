"""Clusters of the nodes of a level, each equation as it stands in the paper (Eqs. 3-7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from citeloom.papers.paper import Paper

Matrix = NDArray[np.float64]
Pairs = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class LevelGraph:
    """The graph of a level: at the first its nodes are papers, above these clusters of papers.

    Parameters
    ----------
    features
        A row for each node (x in Eq. 7; at the first level what the model gave).
    edges
        A row ``u, v`` for each edge, ``u < v``, in ascending order, none twice.
    ties
        A row for each edge: how far one cites the other, both are cited together, and both cite
        the same, each from 0 to 1; between clusters the means of what is between their papers.
    """

    features: Matrix
    edges: Pairs
    ties: Matrix

    def __len__(self) -> int:
        return len(self.features)


@dataclass(frozen=True, slots=True, eq=False)
class Linkage:
    """What a model says of a level: a row of ``embeddings`` for each node (h), and ``p`` by edge.

    Embeddings are as wide as the features: they become features of the next level (Eq. 7).
    """

    embeddings: Matrix
    p: Matrix


class ProbabilityModel(Protocol):
    """Gives the probability that two nodes share a cluster; the same for the same graph."""

    @property
    def name(self) -> str:
        """The name that traces and measurements show."""
        ...

    def features(self, papers: Sequence[Paper]) -> Matrix:
        """Return a row of features for each paper; zeros for one of which nothing is known."""
        ...

    def link(self, graph: LevelGraph) -> Linkage:
        """Return the embeddings of the nodes and the probability of each edge."""
        ...


Nodes = tuple[int, ...]
"""Nodes of a level, in ascending order."""

_DIGITS = 12
"""Sums in another order differ behind these, and would decide between equal densities."""


def unit_rows(rows: Matrix) -> Matrix:
    """Return rows of length 1, zeros as they are."""
    lengths = np.linalg.norm(rows, axis=1)
    found: Matrix = rows / np.where(lengths > 0, lengths, 1.0)[:, None]
    return found


def cosines(embeddings: Matrix, pairs: Pairs) -> Matrix:
    """Return the cosine of each pair of rows; 0 where one of them is zero."""
    found: Matrix = all_cosines(embeddings)[pairs[:, 0], pairs[:, 1]]
    return found


def all_cosines(embeddings: Matrix) -> Matrix:
    """Return the cosines of all rows with all; 0 where one of them is zero."""
    unit = unit_rows(embeddings)
    found: Matrix = np.round(unit @ unit.T, _DIGITS)
    return found


def densities(edges: Pairs, linkage: Linkage) -> Matrix:
    """Return the density of each node (Eq. 3); 0 for one without neighbours."""
    count = len(linkage.embeddings)
    weights = linkage.p * cosines(linkage.embeddings, edges)
    sums, degrees = np.zeros(count), np.zeros(count)
    for end in (0, 1):
        np.add.at(sums, edges[:, end], weights)
        np.add.at(degrees, edges[:, end], 1.0)
    found: Matrix = np.round(sums / np.maximum(degrees, 1.0), _DIGITS)
    return found


def candidate_clusters(
    edges: Pairs, linkage: Linkage, density: Matrix, threshold: float
) -> list[Nodes]:
    """Return the candidate cluster of each node: itself and its denser neighbours (Eq. 4)."""
    clusters = [{node} for node in range(len(density))]
    for (u, v), p in zip(edges.tolist(), linkage.p.tolist(), strict=True):
        if p > threshold:
            if density[u] < density[v]:
                clusters[u].add(v)
            if density[v] < density[u]:
                clusters[v].add(u)
    return [tuple(sorted(cluster)) for cluster in clusters]


def soft_clusters(candidates: Sequence[Nodes]) -> list[Nodes]:
    """Return the candidates of several nodes that no other one contains (Eq. 5).

    Identical candidates count once, as Eq. 5 read strictly keeps none or all of them. The clusters
    may overlap, and nodes may be in none.
    """
    distinct = dict.fromkeys(cluster for cluster in candidates if len(cluster) > 1)
    holding: dict[int, list[frozenset[int]]] = {}
    for cluster in distinct:
        whole = frozenset(cluster)
        for node in cluster:
            holding.setdefault(node, []).append(whole)
    return [
        cluster
        for cluster in distinct
        if not any(frozenset(cluster) < other for other in holding[cluster[0]])
    ]


def hard_clusters(edges: Pairs, linkage: Linkage, candidates: Sequence[Nodes]) -> list[Nodes]:
    """Return the components where each node is joined to the likeliest of its candidates (Eq. 6).

    Every node is in one cluster, which may have no other. Of equally likely nodes the first counts.
    """
    p = {(u, v): p for (u, v), p in zip(edges.tolist(), linkage.p.tolist(), strict=True)}
    parents = list(range(len(candidates)))

    def root(node: int) -> int:
        while parents[node] != node:
            parents[node] = parents[parents[node]]
            node = parents[node]
        return node

    for u, cluster in enumerate(candidates):
        if others := [v for v in cluster if v != u]:
            likeliest = max(others, key=lambda v: (p[min(u, v), max(u, v)], -v))
            a, b = sorted((root(u), root(likeliest)))
            parents[b] = a
    components: dict[int, list[int]] = {}
    for node in range(len(candidates)):
        components.setdefault(root(node), []).append(node)
    return [tuple(component) for component in components.values()]


def cluster_features(embeddings: Matrix, density: Matrix, clusters: Sequence[Nodes]) -> Matrix:
    """Return the features of the nodes of the next level (Eq. 7).

    The mean of a cluster's embeddings and the one of its densest node, the first of several.
    """
    rows = np.zeros((len(clusters), embeddings.shape[1]))
    for at, cluster in enumerate(clusters):
        nodes = np.asarray(cluster)
        rows[at] = embeddings[nodes].mean(axis=0) + embeddings[nodes[np.argmax(density[nodes])]]
    return rows


def edges_of_clusters(graph: LevelGraph, clusters: Sequence[Nodes]) -> Pairs:
    """Return the edges of the next level: pairs of clusters of which any nodes are linked."""
    holding: list[list[int]] = [[] for _ in range(len(graph))]
    for at, cluster in enumerate(clusters):
        for node in cluster:
            holding[node].append(at)
    found = {
        (min(a, b), max(a, b))
        for u, v in graph.edges.tolist()
        for a in holding[u]
        for b in holding[v]
        if a != b
    }
    return np.array(sorted(found), dtype=np.intp).reshape(-1, 2)
