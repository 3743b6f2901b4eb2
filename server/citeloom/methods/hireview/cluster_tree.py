"""From clusters of papers, and clusters of these, to a taxonomy in which each paper stands once."""

from collections.abc import Sequence

import numpy as np

from citeloom.methods.hireview.level_clusters import Nodes
from citeloom.methods.hireview.probabilities import Matrix
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic

Levels = Sequence[Sequence[Nodes]]
"""Clusters of papers, which may overlap; then clusters of the clusters before, which do not."""


def taxonomy_of_levels(
    ids: Sequence[str], levels: Levels, nearness: Matrix, least_papers: int
) -> Taxonomy:
    """Return the taxonomy of clusters, its topics without names.

    A paper of several clusters stands under the one to whose other papers it is nearest, and
    belongs to the others as well. Topics with fewer than ``least_papers`` own papers are dissolved;
    their papers go to the nearest other topic. A topic of a single narrower one is that one.

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
    for number, cluster in enumerate(clusters):
        own = tuple(ids[paper] for paper, home in enumerate(homes) if home == number)
        also = tuple(ids[paper] for paper in cluster if homes[paper] != number)
        nodes[number] = Topic("", own, also=also) if own else None
    for level in levels[1:]:
        nodes = [_joined([nodes[node] for node in cluster]) for cluster in level]
    top = tuple(topic for topic in nodes if topic is not None)
    while len(top) == 1 and top[0].topics:
        top = top[0].topics
    return Taxonomy(top)


def _joined(topics: Sequence[Topic | None]) -> Topic | None:
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
