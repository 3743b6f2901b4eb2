"""Who of some papers is linked to whom, and how probable it is that they share a topic."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from citeloom.grounding.vectors import idf, tf_idf
from citeloom.methods.task import Surroundings
from citeloom.papers.paper import Paper
from citeloom.words import terms

Matrix = NDArray[np.float64]
Pairs = NDArray[np.intp]
Nodes = tuple[int, ...]
"""Papers or clusters by their numbers, in ascending order."""

NEIGHBOURS = 3
"""A paper with fewer links gets the nearest by text up to that number.

This and the weight of a tie were chosen on fields of Cora (docs/measurements.md).
"""

_TIE = 2.0
"""How much each tie of two papers counts, relative to how alike the texts of linked ones are."""

DIGITS = 12
"""Sums in another order differ behind these, and would decide between equal values."""


def unit_rows(rows: Matrix) -> Matrix:
    """Return rows of length 1, zeros as they are."""
    lengths = np.linalg.norm(rows, axis=1)
    found: Matrix = rows / np.where(lengths > 0, lengths, 1.0)[:, None]
    return found


def cosines(embeddings: Matrix, pairs: Pairs) -> Matrix:
    """Return the cosine of each pair of rows; 0 where one of them is zero."""
    found: Matrix = all_cosines(embeddings)[pairs[:, 0], pairs[:, 1]]
    return found


def all_cosines(embeddings: Matrix) -> Matrix:
    """Return the cosines of all rows with all; 0 where one of them is zero."""
    unit = unit_rows(embeddings)
    found: Matrix = np.round(unit @ unit.T, DIGITS)
    return found


class PaperTies(NamedTuple):
    """How each two papers are tied, as matrices of 0 to 1 with zeros for a paper and itself.

    ``together`` and ``coupled`` are cosines (Salton's): the number of places that cite both, or of
    papers that both cite, over the root of the product of the numbers of each.
    """

    cites: Matrix
    together: Matrix
    coupled: Matrix


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
    """Papers with a row of features each; ``by_text`` counts the edges that stand for no citation.

    ``edges`` has a row ``u, v`` for each, ``u < v``, in ascending order, none twice.
    """

    features: Matrix
    ties: PaperTies
    edges: Pairs
    by_citation: int
    by_text: int


def link_papers(features: Matrix, ties: PaperTies, neighbours: int = NEIGHBOURS) -> LinkedPapers:
    """Link papers that cite each other; one with few links gets its nearest papers, too.

    A paper with fewer than ``neighbours`` links gets links up to that number, to the papers whose
    features are nearest (cosine above 0). Of equally near papers, the first ones count.
    """
    linked = ties.cites > 0
    cited = np.argwhere(np.triu(linked))
    linked = linked | _nearest(features, linked, neighbours)
    edges = np.argwhere(np.triu(linked)).astype(np.intp)
    return LinkedPapers(features, ties, edges, len(cited), len(edges) - len(cited))


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


def alikeness(linked: LinkedPapers) -> Matrix:
    """Return how alike each two papers are by texts and ties; zeros for a paper and itself."""
    scale = scale_of(cosines(linked.features, linked.edges))
    every = np.stack(linked.ties, axis=-1)
    found = weighted_sum(all_cosines(linked.features), scale, every)
    np.fill_diagonal(found, 0.0)
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


def scale_of(likeness: Matrix) -> float:
    """Return the mean likeness of linked nodes: titles alone are far less alike than abstracts."""
    mean = float(likeness.mean()) if len(likeness) else 0.0
    return mean if mean > 0 else 1.0


def weighted_sum(likeness: Matrix, scale: float, ties: Matrix) -> Matrix:
    """Return the weighted sum of how alike texts are and of their three ties."""
    found: Matrix = likeness / scale + _TIE * ties.sum(axis=-1)
    return found
