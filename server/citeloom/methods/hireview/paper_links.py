"""Who of some papers is linked to whom, and how probable it is that they share a topic."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from citeloom.grounding.vectors import idf, tf_idf
from citeloom.methods.hireview.level_clusters import (
    LevelGraph,
    Linkage,
    Matrix,
    Nodes,
    Pairs,
    all_cosines,
    cosines,
    unit_rows,
)
from citeloom.methods.hireview.parameters import ClusteringParameters
from citeloom.methods.task import Surroundings
from citeloom.papers.paper import Paper
from citeloom.words import terms


@dataclass(frozen=True, slots=True, eq=False)
class PaperTies:
    """How each two papers are tied, as matrices of 0 to 1 with zeros for a paper and itself.

    ``together`` and ``coupled`` are cosines (Salton's): the number of places that cite both, or of
    papers that both cite, over the root of the product of the numbers of each.
    """

    cites: Matrix
    together: Matrix
    coupled: Matrix

    def of_pairs(self, pairs: Pairs) -> Matrix:
        """Return the three ties of pairs of papers, a row for each pair."""
        return _rows((self.cites, self.together, self.coupled), pairs)

    def between(self, clusters: Sequence[Nodes], pairs: Pairs) -> Matrix:
        """Return for pairs of clusters of papers the means of what is between their papers."""
        members = np.zeros((len(clusters), len(self.cites)))
        for row, cluster in zip(members, clusters, strict=True):
            row[list(cluster)] = 1.0 / len(cluster)
        ties = (self.cites, self.together, self.coupled)
        return _rows([members @ tie @ members.T for tie in ties], pairs)


def _rows(ties: Sequence[Matrix], pairs: Pairs) -> Matrix:
    return np.stack([tie[pairs[:, 0], pairs[:, 1]] for tie in ties], axis=1)


def paper_ties(papers: Sequence[Paper], surroundings: Surroundings) -> PaperTies:
    """Return how papers are tied by what they cite, and by who cites them.

    A place that cites is a paper of these, and each sentence of a full text.
    """
    at = {paper.id: number for number, paper in enumerate(papers)}
    cites = np.zeros((len(papers), len(papers)))
    for by, cited in surroundings.cites.items():
        for other in cited:
            if by in at and other in at and by != other:
                cites[at[by], at[other]] = 1.0
    sentences = [
        [at[cited] for cited in sentence.paper_ids if cited in at]
        for sentence in surroundings.mentions
    ]
    places = np.zeros((len(sentences), len(papers)))
    for row, cited_papers in zip(places, sentences, strict=True):
        row[cited_papers] = 1.0
    return PaperTies(
        np.maximum(cites, cites.T), _shared(np.vstack([cites, places])), _shared(cites.T)
    )


def _shared(rows: Matrix) -> Matrix:
    """Return the cosines of the columns, and zeros for each with itself."""
    lengths = np.linalg.norm(rows, axis=0)
    unit = rows / np.where(lengths > 0, lengths, 1.0)
    found: Matrix = unit.T @ unit
    np.fill_diagonal(found, 0.0)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class LinkedPapers:
    """The graph of the first level; ``by_text`` counts the edges that stand for no citation."""

    level: LevelGraph
    ties: PaperTies
    by_citation: int
    by_text: int


def link_papers(features: Matrix, ties: PaperTies, neighbours: int) -> LinkedPapers:
    """Link papers that cite each other, and those with few such to the nearest by their features.

    A paper with fewer than ``neighbours`` linked ones gets the nearest others of which the cosine
    is above 0 up to that number, the first of equally near ones.
    """
    linked = ties.cites > 0
    cited = np.argwhere(np.triu(linked))
    linked = linked | _nearest(features, linked, neighbours)
    edges = np.argwhere(np.triu(linked)).astype(np.intp)
    level = LevelGraph(features, edges, ties.of_pairs(edges))
    return LinkedPapers(level, ties, len(cited), len(edges) - len(cited))


def _nearest(features: Matrix, linked: NDArray[np.bool_], neighbours: int) -> NDArray[np.bool_]:
    """Return who is to be linked to whom beside those that are, each pair in both directions."""
    alike = all_cosines(features)
    added = np.zeros_like(linked)
    for paper, row in enumerate(alike):
        missing = neighbours - int(linked[paper].sum())
        if missing <= 0:
            continue
        row = np.where(linked[paper], 0.0, row)
        row[paper] = 0.0
        nearest = [other for other in np.argsort(-row, kind="stable")[:missing] if row[other] > 0]
        added[paper, nearest] = True
    return added | added.T


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
