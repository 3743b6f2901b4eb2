"""Probabilities of a shared topic from texts and citations, without any training."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from citeloom.grounding.vectors import idf, tf_idf
from citeloom.methods.hireview.clustering_parameters import ClusteringParameters
from citeloom.methods.hireview.level_clusters import all_cosines, cosines, unit_rows
from citeloom.methods.hireview.paper_links import LinkedPapers
from citeloom.methods.hireview.probabilities import LevelGraph, Linkage, Matrix
from citeloom.papers.paper import Paper
from citeloom.words import terms

_BEGINNING = 5
"""How many letters of a term are its beginning."""


@dataclass(frozen=True, slots=True)
class TextAndCitations:
    """A logistic function of how alike the texts are and how they are tied by citations.

    In place of a network's, the embeddings are the texts' vectors and the mean of those linked by
    citations.
    """

    parameters: ClusteringParameters

    @property
    def name(self) -> str:
        return "texts and citations"

    def features(self, papers: Sequence[Paper]) -> Matrix:
        return text_vectors(papers)

    def link(self, graph: LevelGraph) -> Linkage:
        embeddings = with_neighbours(graph, self.parameters.neighbour_weight)
        likeness = cosines(embeddings, graph.edges)
        score = self.parameters.bias + _score(
            likeness, _scale(likeness), graph.ties, self.parameters
        )
        return Linkage(embeddings, np.round(1.0 / (1.0 + np.exp(-score)), 12))


def alikeness(linked: LinkedPapers, parameters: ClusteringParameters) -> Matrix:
    """Return how alike each two papers are, by the same weights; zeros for a paper and itself."""
    features, ties = linked.level.features, linked.ties
    scale = _scale(cosines(features, linked.level.edges))
    every = np.stack([ties.cites, ties.together, ties.coupled], axis=-1)
    found = _score(all_cosines(features), scale, every, parameters)
    np.fill_diagonal(found, 0.0)
    return found


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


def text_vectors(papers: Sequence[Paper]) -> Matrix:
    """Return the tf-idf vectors of titles and abstracts, a row for each paper.

    There is a column for each term and one for each beginning: "compressing" and "compression"
    have that in common.
    """
    texts = [words_and_beginnings(f"{paper.title} {paper.abstract}") for paper in papers]
    weights = idf(texts)
    columns = {term: at for at, term in enumerate(weights)}
    rows = np.zeros((len(papers), len(columns)))
    for row, text in zip(rows, texts, strict=True):
        for term, value in tf_idf(text, weights).items():
            row[columns[term]] = value
    return rows


def words_and_beginnings(text: str) -> list[str]:
    found = terms(text)
    return [*found, *(f"{term[:_BEGINNING]}-" for term in found)]


def _scale(likeness: Matrix) -> float:
    """Return the mean likeness of linked nodes: titles alone are far less alike than abstracts."""
    mean = float(likeness.mean()) if len(likeness) else 0.0
    return mean if mean > 0 else 1.0


def _score(
    likeness: Matrix, scale: float, ties: Matrix, parameters: ClusteringParameters
) -> Matrix:
    weights = (
        parameters.citation_weight,
        parameters.co_citation_weight,
        parameters.coupling_weight,
    )
    found: Matrix = parameters.likeness_weight * likeness / scale + ties @ np.array(weights)
    return found
