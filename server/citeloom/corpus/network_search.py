"""Finds the papers of a citation network that fit a query (HiReview, Eq. 2); imports NumPy."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from citeloom.corpus.citation_network import CitationNetwork
from citeloom.corpus.title_index import TitleIndex

MOST = 200
"""How many papers are found at most (the paper's k)."""


@dataclass(frozen=True, slots=True)
class FoundPaper:
    id: str
    score: float


class NetworkSearch:
    """Searches a citation network by the words of titles and by citations.

    The index is made once; a search then takes time in proportion to papers and citations.
    """

    def __init__(self, network: CitationNetwork) -> None:
        self._network = network
        self._titles = TitleIndex(network.titles)

    def find_papers(
        self, query: str, most: int = MOST, alpha: float = 1.0
    ) -> tuple[FoundPaper, ...]:
        """Return the papers with the highest scores, and of equal ones those with the lowest ids.

        A score is the title's BM25 score plus ``alpha`` times the sum of those of all neighbours,
        the papers that it cites or that cite it. As the paper has it, the sum is no mean: a paper
        that is cited by many is found for whatever many of these are about, and ``alpha`` 0 leaves
        the titles alone. A paper with the score 0 is not found; neither its title nor a neighbour's
        has a word of the query.

        Raises
        ------
        ValueError
            If ``alpha`` is negative or ``most`` less than 1.
        """
        if alpha < 0 or most < 1:
            raise ValueError("alpha must be at least 0, and most at least 1")
        by_title = self._titles.scores(query)
        scores = by_title
        if alpha:
            scores = by_title + alpha * self._network.sums_of_neighbours(by_title)
        ids = self._network.ids
        return tuple(
            FoundPaper(ids[place], float(scores[place]))
            for place in _best_places(scores, most).tolist()
        )


def _best_places(scores: NDArray[np.float64], most: int) -> NDArray[np.int64]:
    """Return the places of the highest scores above 0: the highest first, equal ones in order."""
    number = min(most, int(np.count_nonzero(scores)))
    if not number:
        return np.empty(0, np.int64)
    # The number-th of the highest scores of blocks is not above the number-th of all scores. It
    # costs a fifteenth of what sorting all scores around that place does.
    width = max(1, len(scores) // (8 * number))
    rows = len(scores) // width
    highest = scores[: rows * width].reshape(rows, width).max(axis=1)
    bound = np.partition(highest, rows - number)[rows - number]
    found = np.flatnonzero(scores >= bound)
    return found[np.argsort(-scores[found], kind="stable")][:number]
