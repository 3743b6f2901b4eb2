"""Make the taxonomy of a collection of papers, its topics without names yet."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from citeloom.methods.hireview.paper_links import (
    Matrix,
    Nodes,
    alikeness,
    link_papers,
    paper_ties,
    text_vectors,
)
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.task import Surroundings
from citeloom.papers.paper import Paper

_PAPERS_OF_TOPIC = 5
"""Papers of a narrowest topic, on average."""

_FEWEST_PAPERS = 2
_MOST_SHARES = 2.0
_FLAT = 60
"""Above so many papers, topics grow with them: a survey has fewer topics than paragraphs."""


def topic_counts(papers: int) -> tuple[int, ...]:
    """Return how many topics there are at each level, the narrowest first.

    There is a broader level only where its topics have two narrower ones on average.
    """
    flat = min(papers, _FLAT)
    narrow = max(1, round(flat / _PAPERS_OF_TOPIC * (papers / flat) ** 0.8)) if papers else 0
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


Levels = Sequence[Sequence[Nodes]]
"""Clusters of papers, which may overlap; then clusters of the clusters before, which do not."""


def taxonomy_of_levels(
    ids: Sequence[str], levels: Levels, nearness: Matrix, least_papers: int
) -> Taxonomy:
    """Return the taxonomy of clusters, its topics without names.

    A paper of several clusters stands under the one to whose other papers it is nearest. Topics
    with fewer than ``least_papers`` own papers are dissolved; their papers go to the nearest other
    topic. A topic of a single narrower one is that one.

    Parameters
    ----------
    nearness
        How near each two papers are, zeros for a paper and itself.
    """
    if not ids:
        return Taxonomy(())
    clusters = levels[0] if levels else ()
    homes = _homes(len(ids), clusters, nearness)
    homes = _without_small(homes, nearness, least_papers)
    nodes: list[Topic | None] = [None] * len(clusters)
    for number in range(len(clusters)):
        own = tuple(ids[paper] for paper, home in enumerate(homes) if home == number)
        nodes[number] = Topic("", own) if own else None
    for level in levels[1:]:
        nodes = [_joined_topics([nodes[node] for node in cluster]) for cluster in level]
    top = tuple(topic for topic in nodes if topic is not None)
    while len(top) == 1 and top[0].topics:
        top = top[0].topics
    return Taxonomy(top)


def _joined_topics(topics: Sequence[Topic | None]) -> Topic | None:
    inner = tuple(topic for topic in topics if topic is not None)
    if len(inner) <= 1:
        return inner[0] if inner else None
    return Topic("", topics=inner)


def _homes(count: int, clusters: Sequence[Nodes], nearness: Matrix) -> list[int]:
    """Return the cluster under which each paper stands."""
    near = np.full((len(clusters), count), -1.0)
    for row, cluster in zip(near, clusters, strict=True):
        nodes = np.asarray(cluster)
        row[nodes] = nearness[np.ix_(nodes, nodes)].sum(axis=1) / max(1, len(cluster) - 1)
    return [int(home) for home in np.argmax(np.round(near, 12), axis=0)]


def _without_small(homes: Sequence[int], nearness: Matrix, least: int) -> list[int]:
    """Move the papers of small topics, the smallest first, to those that they are nearest to."""
    found = np.asarray(homes)
    while True:
        topics, sizes = np.unique(found, return_counts=True)
        if len(topics) == 1 or sizes.min() >= least:
            return [int(home) for home in found]
        small = topics[np.argmin(sizes)]
        others = topics[topics != small]
        for paper in np.flatnonzero(found == small):
            near = [nearness[paper, found == other].mean() for other in others]
            found[paper] = others[np.argmax(np.round(near, 12))]


def taxonomy_of(
    papers: Sequence[Paper], surroundings: Surroundings
) -> tuple[Taxonomy, Mapping[str, Any]]:
    """Return the taxonomy of papers, and how it came about as JSON values.

    Each paper stands under one topic.
    """
    ties = paper_ties(papers, surroundings)
    linked = link_papers(text_vectors(papers), ties)
    alike = alikeness(linked)
    narrow, *broader = merge_alike(alike, topic_counts(len(papers)))
    levels = [with_nearer_papers(alike, narrow), *broader]
    ids = [paper.id for paper in papers]
    return taxonomy_of_levels(ids, levels, alike, _FEWEST_PAPERS), {
        "linked_by_citation": linked.by_citation,
        "linked_by_text": linked.by_text,
        "clustering": "agglomerative",
        "levels": [{"clusters": len(level)} for level in levels],
    }
