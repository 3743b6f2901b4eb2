"""The clustering of the paper: level by level, until nothing merges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from pydantic import Field, PrivateAttr

from citeloom.methods.hireview.clustering import taxonomy_of_levels
from citeloom.methods.hireview.paper_links import (
    NEIGHBOURS,
    LinkedPapers,
    Matrix,
    Nodes,
    all_cosines,
    cosines,
    link_papers,
    paper_ties,
    scale_of,
    text_vectors,
    unit_rows,
    weighted_sum,
)
from citeloom.methods.hireview.parameters import HiReviewParameters
from citeloom.methods.hireview.taxonomy import Taxonomy
from citeloom.methods.hireview.topic_writing import TopicsWriting
from citeloom.methods.task import Surroundings
from citeloom.papers.paper import Paper
from citeloom_lab.baselines.one_step import TaxonomyVariant
from citeloom_lab.clustering.level_clusters import (
    LevelGraph,
    Linkage,
    ProbabilityModel,
    candidate_clusters,
    cluster_features,
    densities,
    edges_of_clusters,
    first_level,
    hard_clusters,
    soft_clusters,
    ties_between,
)
from citeloom_lab.training.network.reading import read_network


class ByPaperParameters(HiReviewParameters):
    """Parameters of HiReview with the clustering of its paper.

    The logistic function of how alike two papers are is their probability of a shared topic.
    """

    weights: str = Field(
        "",
        description="A file of 'citeloom train taxonomy', whose network says how probable links "
        "are.",
    )
    threshold: float = Field(
        0.2,
        gt=0,
        lt=1,
        description="Least probability of a link (its authors: 0.1, 0.2, 0.5, 0.8).",
    )
    bias: float = Field(-2.0, description="What is added to the weighted sum of the four.")
    neighbour_weight: float = Field(
        1.0,
        ge=0,
        description="How much the texts of papers linked by citations add to a paper's own.",
    )
    neighbours: int = Field(
        NEIGHBOURS,
        ge=0,
        description="Minimum links of a paper; the nearest by text make up for it.",
    )
    least_papers: int = Field(
        3, ge=0, description="Topics with fewer papers of their own are joined to the nearest."
    )

    _model: Any = PrivateAttr(None)

    def model_post_init(self, _: Any) -> None:
        """Read the file of weights, so that one that cannot be read is told of at once."""
        self._model = read_network(self.weights) if self.weights else TextAndCitations(self)

    @property
    def probabilities(self) -> ProbabilityModel:
        """The network of the weights, else the model that needs no training."""
        model: ProbabilityModel = self._model
        return model


class _WritingByPaper(TopicsWriting):
    async def found_taxonomy(self) -> Taxonomy:
        given, task = self.parameters, self.task
        assert isinstance(given, ByPaperParameters)
        taxonomy, self.clustering = taxonomy_by_paper(
            given, given.probabilities, task.references, task.surroundings
        )
        return taxonomy


class ByPaper(TaxonomyVariant):
    """The taxonomy comes of Eqs. 3-7; the rest is HiReview's."""

    name = "hireview-by-paper"
    summary = "HiReview with the clustering of its paper, Eqs. 3-7."
    parameters = ByPaperParameters
    writer = _WritingByPaper


def taxonomy_by_paper(
    parameters: ByPaperParameters,
    model: ProbabilityModel,
    papers: Sequence[Paper],
    surroundings: Surroundings,
) -> tuple[Taxonomy, Mapping[str, Any]]:
    """Return the taxonomy of papers by Eqs. 3-7, and how it came about as JSON values."""
    ids = [paper.id for paper in papers]
    ties = paper_ties(papers, surroundings)
    linked = link_papers(model.features(papers), ties, parameters.neighbours)
    levels = cluster_levels(linked, model, parameters.threshold)
    clusters = [level.clusters for level in levels]
    nearness = _nearness(linked, model)
    return taxonomy_of_levels(ids, clusters, nearness, parameters.least_papers), {
        "linked_by_citation": linked.by_citation,
        "linked_by_text": linked.by_text,
        "clustering": "paper",
        "probabilities": model.name,
        "levels": [
            {
                "nodes": level.nodes,
                "edges": level.edges,
                "clusters": len(level.clusters),
                "left_over": [ids[paper] for paper in level.left_over],
            }
            for level in levels
        ],
    }


def _nearness(linked: LinkedPapers, model: ProbabilityModel) -> Matrix:
    """Return how near each two papers are: the probability of an edge, and a little of texts."""
    level = first_level(linked)
    linkage = model.link(level)
    near: Matrix = np.clip(all_cosines(level.features), 0.0, None) * 1e-3
    u, v = level.edges.T
    near[u, v] += linkage.p
    near[v, u] += linkage.p
    np.fill_diagonal(near, 0.0)
    return near


@dataclass(frozen=True, slots=True)
class TextAndCitations:
    """A logistic function of how alike the texts are and how they are tied by citations.

    In place of a network's, the embeddings are the texts' vectors and the mean of those linked by
    citations.
    """

    parameters: ByPaperParameters

    @property
    def name(self) -> str:
        return "texts and citations"

    def features(self, papers: Sequence[Paper]) -> Matrix:
        return text_vectors(papers)

    def link(self, graph: LevelGraph) -> Linkage:
        embeddings = with_neighbours(graph, self.parameters.neighbour_weight)
        likeness = cosines(embeddings, graph.edges)
        score = self.parameters.bias + weighted_sum(likeness, scale_of(likeness), graph.ties)
        return Linkage(embeddings, np.round(1.0 / (1.0 + np.exp(-score)), 12))


def with_neighbours(graph: LevelGraph, weight: float) -> Matrix:
    """Return the features at length 1 plus the weighted mean of those linked by citations."""
    unit = unit_rows(graph.features)
    cites = np.zeros((len(unit), len(unit)))
    u, v = graph.edges.T
    cites[u, v] = cites[v, u] = graph.ties[:, 0]
    degrees = cites.sum(axis=1)
    shares = cites / np.where(degrees > 0, degrees, 1.0)[:, None]
    found: Matrix = unit + weight * (shares @ unit)
    return found


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
    graph = first_level(linked)
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
        graph = LevelGraph(features, edges, ties_between(linked.ties, papers, edges))


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
