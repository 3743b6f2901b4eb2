"""The clustering of the paper: level by level, until nothing merges."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from citeloom.methods.hireview.level_clusters import (
    LevelGraph,
    Matrix,
    Nodes,
    ProbabilityModel,
    candidate_clusters,
    cluster_features,
    densities,
    edges_of_clusters,
    hard_clusters,
    soft_clusters,
    unit_rows,
)
from citeloom.methods.hireview.paper_links import LinkedPapers


@dataclass(frozen=True, slots=True)
class ClusteredLevel:
    """What became of a level: of so many nodes and edges these clusters.

    ``left_over`` are papers that Eq. 5 left in no cluster, before they joined the nearest.
    """

    nodes: int
    edges: int
    clusters: tuple[Nodes, ...]
    left_over: Nodes = ()


def cluster_levels(
    linked: LinkedPapers, model: ProbabilityModel, threshold: float
) -> tuple[ClusteredLevel, ...]:
    """Return the clusters of papers, then the clusters of these, as long as any merge.

    The first may overlap; each paper is in one at least. Where no two papers are linked, all are in
    one.
    """
    graph = linked.level
    if not len(graph):
        return ()
    levels: list[ClusteredLevel] = []
    papers: list[Nodes] = [(paper,) for paper in range(len(graph))]
    while True:
        linkage = model.link(graph)
        density = densities(graph.edges, linkage)
        candidates = candidate_clusters(graph.edges, linkage, density, threshold)
        left_over: Nodes = ()
        if levels:
            clusters = hard_clusters(graph.edges, linkage, candidates)
            if len(clusters) == len(graph):
                return tuple(levels)
        else:
            soft = soft_clusters(candidates) or [tuple(range(len(graph)))]
            clusters, left_over = with_left_over(soft, linkage.embeddings, density)
        levels.append(ClusteredLevel(len(graph), len(graph.edges), tuple(clusters), left_over))
        if len(clusters) == 1:
            return tuple(levels)
        papers = [_papers_of(cluster, papers) for cluster in clusters]
        edges = edges_of_clusters(graph, clusters)
        features = cluster_features(linkage.embeddings, density, clusters)
        graph = LevelGraph(features, edges, linked.ties.between(papers, edges))


def with_left_over(
    clusters: Sequence[Nodes], embeddings: Matrix, density: Matrix
) -> tuple[list[Nodes], Nodes]:
    """Put each node that is in no cluster into the one that it is nearest to; return these too.

    The nearest has the largest cosine with its features of Eq. 7, the first of several.
    """
    left_over = tuple(sorted(set(range(len(embeddings))) - set(chain.from_iterable(clusters))))
    rows = cluster_features(embeddings, density, clusters)
    alike = embeddings @ unit_rows(rows).T
    joined = [set(cluster) for cluster in clusters]
    for node in left_over:
        joined[int(np.argmax(np.round(alike[node], 12)))].add(node)
    return [tuple(sorted(cluster)) for cluster in joined], left_over


def _papers_of(cluster: Nodes, papers: Sequence[Nodes]) -> Nodes:
    return tuple(sorted({paper for node in cluster for paper in papers[node]}))
