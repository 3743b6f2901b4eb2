"""Probabilities of a shared topic from texts and citations, without any training."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from citeloom.grounding.vectors import idf, tf_idf
from citeloom.grounding.words import terms
from citeloom.methods.hireview.clustering_parameters import ClusteringParameters
from citeloom.methods.hireview.level_clusters import cosines
from citeloom.methods.hireview.probabilities import LevelGraph, Linkage, Matrix
from citeloom.papers.paper import Paper


@dataclass(frozen=True, slots=True)
class TextAndCitations:
    """A logistic function of how alike the texts are and how they are tied by citations.

    The likeness is relative to the mean of all edges: titles alone are far less alike than titles
    with abstracts, and papers than whole topics.
    """

    parameters: ClusteringParameters

    @property
    def name(self) -> str:
        return "texts and citations"

    def features(self, papers: Sequence[Paper]) -> Matrix:
        """Return the tf-idf vectors of titles and abstracts, a column for each term."""
        return text_vectors(papers)

    def link(self, graph: LevelGraph) -> Linkage:
        likeness = cosines(graph.features, graph.edges)
        mean = likeness.mean() if len(likeness) else 0.0
        relative = likeness / mean if mean > 0 else likeness
        given = self.parameters
        weights = (given.citation_weight, given.co_citation_weight, given.coupling_weight)
        score = given.bias + given.likeness_weight * relative + graph.ties @ np.array(weights)
        return Linkage(graph.features, np.round(1.0 / (1.0 + np.exp(-score)), 12))


def text_vectors(papers: Sequence[Paper]) -> Matrix:
    """Return the tf-idf vectors of titles and abstracts as rows, a column for each term."""
    texts = [terms(f"{paper.title} {paper.abstract}") for paper in papers]
    weights = idf(texts)
    columns = {term: at for at, term in enumerate(weights)}
    rows = np.zeros((len(papers), len(columns)))
    for row, text in zip(rows, texts, strict=True):
        for term, value in tf_idf(text, weights).items():
            row[columns[term]] = value
    return rows
