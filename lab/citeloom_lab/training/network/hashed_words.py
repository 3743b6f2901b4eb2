"""Features of texts from their words alone: nothing is downloaded, and nothing was learnt."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from citeloom.grounding.vectors import idf, tf_idf
from citeloom.methods.hireview.paper_links import Matrix, unit_rows, words_and_beginnings

WIDTH = 512

_PLACES = 4
"""Columns that each term has; two terms share one by chance, and hardly ever all of them."""


@dataclass(frozen=True, slots=True)
class HashedWords:
    """The tf-idf vectors of texts, projected to so many columns by hashes of their words.

    The idf is that of the collection: a word that all its papers have says nothing there.
    """

    width: int = WIDTH

    @property
    def name(self) -> str:
        return "hashed-words-1"

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return a row for each text; rows are nearly as alike as the tf-idf vectors."""
        words = [words_and_beginnings(text) for text in texts]
        weights = idf(words)
        rows = np.zeros((len(texts), self.width))
        for row, text in zip(rows, words, strict=True):
            for term, value in tf_idf(text, weights).items():
                for column, sign in _places(term, self.width):
                    row[column] += sign * value
        return unit_rows(rows)


@lru_cache(maxsize=1 << 16)
def _places(term: str, width: int) -> tuple[tuple[int, float], ...]:
    """Return a term's columns, with the sign that it has there."""
    size = 4
    digest = blake2b(term.encode("utf-8", "surrogatepass"), digest_size=_PLACES * size).digest()
    numbers = [
        int.from_bytes(digest[at : at + size], "little") for at in range(0, len(digest), size)
    ]
    return tuple((number // 2 % width, 1.0 if number % 2 else -1.0) for number in numbers)
