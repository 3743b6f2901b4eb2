"""Finds the records of a corpus that fit several texts together: a draft and its references."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from citeloom.corpus.port import CorpusStore, Hit
from citeloom.corpus.searching import joined_hits
from citeloom.corpus.words import common_words, distinct_words
from citeloom.models.embedders.port import Vectors, unit_rows

MOST_SEARCHES = 40
"""Texts that are searched by at most, so that a long list of references takes no longer."""

_POOL = 100
_WORDS_OF_GROUP = 100


@dataclass(frozen=True, slots=True)
class JointWeights:
    """What counts how much; chosen on hidden references (docs/measurements.md).

    Parameters
    ----------
    draft
        The weight of the draft's own text, where each reference has 1.
    vectors
        The weight of a ranking by vectors, where the one by words has 1.
    constant
        What is added to each rank before its reciprocal: the smaller, the more the first ranks say.
    """

    draft: float = 1.0
    vectors: float = 0.4
    constant: float = 5.0


@dataclass(frozen=True, slots=True)
class SearchText:
    """One or several texts that are searched by together, and how much they count."""

    texts: tuple[str, ...]
    weight: float = 1.0

    @property
    def words(self) -> str:
        """The words that are searched by."""
        if len(self.texts) == 1:
            return distinct_words(self.texts[0])
        return common_words(self.texts, _WORDS_OF_GROUP)


def search_texts(texts: Sequence[str], weight: float, most: int) -> tuple[SearchText, ...]:
    """Return what is searched by for texts that have the same weight each.

    If they are more than ``most``, neighbours are put together, and count as much as they did.
    """
    number = min(most, len(texts))
    bounds = [place * len(texts) // number for place in range(number + 1)] if number else []
    groups = [tuple(texts[begin:end]) for begin, end in pairwise(bounds)]
    return tuple(SearchText(group, weight * len(group)) for group in groups)


def search_jointly(
    store: CorpusStore,
    wanted: Sequence[SearchText],
    vectors: Vectors | None,
    most: int,
    weights: JointWeights = JointWeights(),
) -> list[Hit]:
    """Return the records that fit the texts best: the ranks of one search by each are joined.

    Parameters
    ----------
    vectors
        A row for each text of each of ``wanted``, in order, where the corpus has embeddings: then
        each is searched by the mean of its rows too.
    """
    rankings: list[Sequence[Hit]] = []
    counts: list[float] = []
    begin = 0
    for text in wanted:
        rankings.append(store.by_words(text.words, _POOL))
        counts.append(text.weight)
        end = begin + len(text.texts)
        if vectors is not None and vectors[begin:end].any():
            (vector,) = unit_rows(np.sum(vectors[begin:end], axis=0, keepdims=True))
            rankings.append(store.by_vector(vector, _POOL))
            counts.append(text.weight * weights.vectors)
        begin = end
    return joined_hits(rankings, most, counts, weights.constant)
