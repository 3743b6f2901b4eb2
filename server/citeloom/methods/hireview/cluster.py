"""Make the taxonomy of a collection of papers, its topics without names yet."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from citeloom.methods.hireview.agglomerative import merge_alike, topic_counts, with_nearer_papers
from citeloom.methods.hireview.cluster_tree import taxonomy_of_levels
from citeloom.methods.hireview.clustering_parameters import Clustering, ClusteringParameters
from citeloom.methods.hireview.level_clusters import all_cosines
from citeloom.methods.hireview.paper_clustering import cluster_levels
from citeloom.methods.hireview.paper_links import LinkedPapers, link_papers, paper_ties
from citeloom.methods.hireview.probabilities import Matrix, ProbabilityModel
from citeloom.methods.hireview.taxonomy import Taxonomy
from citeloom.methods.hireview.text_and_citations import TextAndCitations, alikeness
from citeloom.methods.task import Surroundings
from citeloom.papers.paper import Paper


def taxonomy_of(
    papers: Sequence[Paper],
    surroundings: Surroundings,
    parameters: ClusteringParameters,
    model: ProbabilityModel | None = None,
) -> tuple[Taxonomy, Mapping[str, Any]]:
    """Return the taxonomy of papers, and how it came about as JSON values.

    Each paper stands under one topic. Without a ``model`` it is the network of the
    parameters, else the one that needs no training.
    """
    model = model or parameters.network or TextAndCitations(parameters)
    ties = paper_ties(papers, surroundings)
    linked = link_papers(model.features(papers), ties, parameters.neighbours)
    make = _by_paper if parameters.follows_paper else _by_agglomeration
    taxonomy, trace = make([paper.id for paper in papers], linked, parameters, model)
    return taxonomy, {
        "linked_by_citation": linked.by_citation,
        "linked_by_text": linked.by_text,
        **trace,
    }


def _by_paper(
    ids: Sequence[str],
    linked: LinkedPapers,
    parameters: ClusteringParameters,
    model: ProbabilityModel,
) -> tuple[Taxonomy, Mapping[str, Any]]:
    levels = cluster_levels(linked, model, parameters.threshold)
    clusters = [level.clusters for level in levels]
    nearness = _nearness(linked, model)
    return taxonomy_of_levels(ids, clusters, nearness, parameters.least), {
        "clustering": Clustering.PAPER.value,
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


def _by_agglomeration(
    ids: Sequence[str],
    linked: LinkedPapers,
    parameters: ClusteringParameters,
    model: ProbabilityModel,
) -> tuple[Taxonomy, Mapping[str, Any]]:
    alike = alikeness(linked, parameters)
    counts = topic_counts(len(ids), parameters.papers_per_topic)
    narrow, *broader = merge_alike(alike, counts)
    levels = [with_nearer_papers(alike, narrow), *broader]
    return taxonomy_of_levels(ids, levels, alike, parameters.least), {
        "clustering": Clustering.AGGLOMERATIVE.value,
        "levels": [{"clusters": len(level)} for level in levels],
    }


def _nearness(linked: LinkedPapers, model: ProbabilityModel) -> Matrix:
    """Return how near each two papers are: the probability of an edge, and a little of texts."""
    level = linked.level
    linkage = model.link(level)
    near: Matrix = np.clip(all_cosines(level.features), 0.0, None) * 1e-3
    u, v = level.edges.T
    near[u, v] += linkage.p
    near[v, u] += linkage.p
    np.fill_diagonal(near, 0.0)
    return near
