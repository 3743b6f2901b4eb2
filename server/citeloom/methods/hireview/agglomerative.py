"""Agglomerative clustering by average link: groups of papers, and groups of these."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from citeloom.methods.hireview.level_clusters import Nodes
from citeloom.methods.hireview.probabilities import Matrix

_MOST_SHARES = 2.0
_FLAT = 60
"""Above so many papers, topics grow with them: a survey has fewer topics than paragraphs."""


def topic_counts(papers: int, papers_per_topic: float) -> tuple[int, ...]:
    """Return how many topics there are at each level, the narrowest first.

    There is a broader level only where its topics have two narrower ones on average.
    """
    flat = min(papers, _FLAT)
    narrow = max(1, round(flat / papers_per_topic * (papers / flat) ** 0.8)) if papers else 0
    broad = round(1.5 * math.sqrt(narrow))
    return (narrow, broad) if narrow >= 2 * broad > 0 else (narrow,)


def merge_alike(alike: Matrix, counts: Sequence[int]) -> list[list[Nodes]]:
    """Return the clusters when so many are left, then clusters of these; counts must descend.

    The two clusters merge whose members are most alike on average, divided by the root of how many
    these are; of equally alike ones the first. That, and that two with more than double an even
    share of the papers merge only where no others can, keeps one cluster from taking in all others.
    """
    everybody = len(alike)
    size = np.ones(everybody)
    sums = np.round(alike, 12)
    values = sums / math.sqrt(2.0)
    np.fill_diagonal(values, -np.inf)
    members = {node: [node] for node in range(everybody)}
    levels: list[list[Nodes]] = []
    below: list[Nodes] = []
    for count in counts:
        most = _MOST_SHARES * everybody / max(1, count)
        while len(members) > max(1, count):
            a, b = _likeliest(values, np.add.outer(size, size) <= most)
            sums[a] += sums[b]
            sums[:, a] += sums[:, b]
            size[a] += size[b]
            members[a] += members.pop(b)
            values[b] = values[:, b] = -np.inf
            others = [other for other in members if other != a]
            both = size[a] + size[others]
            means = sums[a, others] / (size[a] * size[others] * np.sqrt(both))
            values[a, others] = values[others, a] = np.round(means, 12)
        clusters = [tuple(sorted(nodes)) for _, nodes in sorted(members.items())]
        levels.append(_of_clusters(clusters, below) if levels else clusters)
        below = clusters
    return levels


def with_nearer_papers(alike: Matrix, clusters: Sequence[Nodes]) -> list[Nodes]:
    """Return clusters, each with the papers of others to which it is the nearest of all.

    Merging takes back nothing, so that a paper may end in a cluster while another has come nearer;
    now it is in both. What counts is the mean to the other papers of a cluster.
    """
    means = np.zeros((len(clusters), len(alike)))
    joined = [set(cluster) for cluster in clusters]
    own = np.zeros(len(alike), dtype=int)
    for number, cluster in enumerate(clusters):
        others = np.full(len(alike), float(len(cluster)))
        others[list(cluster)] -= 1.0
        own[list(cluster)] = number
        means[number] = alike[:, list(cluster)].sum(axis=1) / np.maximum(others, 1.0)
    means = np.round(means, 12)
    for paper in range(len(alike)):
        nearest = int(np.argmax(means[:, paper]))
        if means[nearest, paper] > means[own[paper], paper] and len(clusters[own[paper]]) > 1:
            joined[nearest].add(paper)
    return [tuple(sorted(cluster)) for cluster in joined]


def _likeliest(values: Matrix, small: NDArray[np.bool_]) -> tuple[int, int]:
    wanted = np.where(small, values, -np.inf)
    if not np.isfinite(wanted).any():
        wanted = values
    a, b = sorted(divmod(int(np.argmax(wanted)), len(values)))
    return a, b


def _of_clusters(clusters: Sequence[Nodes], below: Sequence[Nodes]) -> list[Nodes]:
    """Return clusters of papers as clusters of the narrower ones that they are made of."""
    return [
        tuple(number for number, narrow in enumerate(below) if narrow[0] in cluster)
        for cluster in map(frozenset, clusters)
    ]
