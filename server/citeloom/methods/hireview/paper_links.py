"""Who of a collection of papers is linked to whom: by citations, and where these lack by text."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from citeloom.methods.hireview.level_clusters import Nodes, all_cosines
from citeloom.methods.hireview.probabilities import LevelGraph, Matrix, Pairs
from citeloom.methods.task import Surroundings
from citeloom.papers.paper import Paper


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
