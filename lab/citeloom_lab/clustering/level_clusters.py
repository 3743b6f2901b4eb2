"""Clusters of the nodes of a level, each equation as it stands in the paper (Eqs. 3-7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from citeloom.methods.hireview.paper_links import (
    DIGITS,
    LinkedPapers,
    Matrix,
    Nodes,
    Pairs,
    PaperTies,
    cosines,
)
from citeloom.papers.paper import Paper


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


def first_level(linked: LinkedPapers) -> LevelGraph:
    """Return the graph whose nodes are papers."""
    u, v = linked.edges.T
    ties = np.stack([tie[u, v] for tie in linked.ties], axis=1)
    return LevelGraph(linked.features, linked.edges, ties)


def ties_between(ties: PaperTies, clusters: Sequence[Nodes], pairs: Pairs) -> Matrix:
    """Return for pairs of clusters of papers the means of what is between their papers."""
    members = np.zeros((len(clusters), len(ties.cites)))
    for row, cluster in zip(members, clusters, strict=True):
        row[list(cluster)] = 1.0 / len(cluster)
    u, v = pairs.T
    return np.stack([(members @ tie @ members.T)[u, v] for tie in ties], axis=1)


def densities(edges: Pairs, linkage: Linkage) -> Matrix:
    """Return the density of each node (Eq. 3); 0 for one without neighbours."""
    count = len(linkage.embeddings)
    weights = linkage.p * cosines(linkage.embeddings, edges)
    sums, degrees = np.zeros(count), np.zeros(count)
    for end in (0, 1):
        np.add.at(sums, edges[:, end], weights)
        np.add.at(degrees, edges[:, end], 1.0)
    found: Matrix = np.round(sums / np.maximum(degrees, 1.0), DIGITS)
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
