"""How well titles fit a query by their words: BM25; imports NumPy."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from citeloom.words import terms

_K1 = 1.5
_B = 0.75

_GRID = 2.0**-20
"""Scores are multiples of this, so that sums of them are exact: what is equal stays equal,
in whatever order its parts are added."""


class TitleIndex:
    """The words of titles, and how much each says of its title.

    BM25 as Lucene computes it (k1 = 1.5, b = 0.75): the weight of a word that most titles have is
    small but never negative, so that nobody loses by a neighbour that has it (Okapi's is negative).
    Words are `citeloom.words.terms`. A title without words fits no query.
    """

    def __init__(self, titles: Sequence[str]) -> None:
        self._vocabulary: dict[str, int] = {}
        found = [terms(title) for title in titles]
        self._size = number = len(found)
        lengths = np.fromiter((len(words) for words in found), np.int64, number)
        words = np.fromiter(
            (
                self._vocabulary.setdefault(word, len(self._vocabulary))
                for title in found
                for word in title
            ),
            np.int64,
            int(lengths.sum()),
        )
        holders = np.repeat(np.arange(number), lengths)
        both, counts = np.unique(words * max(1, number) + holders, return_counts=True)
        words, holders = both // max(1, number), both % max(1, number)
        frequencies = np.bincount(words, minlength=len(self._vocabulary))
        rarity = np.log(1 + (number - frequencies + 0.5) / (frequencies + 0.5))
        length = lengths[holders] * number / max(1, lengths.sum())
        self._weights = rarity[words] * counts / (counts + _K1 * (1 - _B + _B * length))
        self._holders = holders.astype(np.int32)
        self._begins = np.concatenate(([0], np.cumsum(frequencies)))

    def scores(self, query: str) -> NDArray[np.float64]:
        """Return how well each title fits a query; 0 where they share no word.

        A word that the query repeats counts as often.
        """
        scores = np.zeros(self._size)
        for word in terms(query):
            place = self._vocabulary.get(word)
            if place is not None:
                part = slice(self._begins[place], self._begins[place + 1])
                # No holder comes twice in one part.
                scores[self._holders[part]] += self._weights[part]
        return np.rint(scores / _GRID) * _GRID
