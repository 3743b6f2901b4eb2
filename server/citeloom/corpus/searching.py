"""Finds the records of a corpus that fit a text, by its words and by its vector."""

from collections.abc import Sequence

from citeloom.corpus.fusion import best_first, fused_scores
from citeloom.corpus.port import CorpusStore, Hit
from citeloom.models.embedders.port import Vectors

POOL = 100
"""Records that each of the two searches brings at least."""


def search(store: CorpusStore, text: str, vector: Vectors | None, most: int) -> Sequence[Hit]:
    """Return the records that fit best.

    Parameters
    ----------
    vector
        The text's, where the corpus has embeddings: then the ranks of both searches are joined, and
        scores are sums of ``1 / (60 + rank)``. Else the scores are BM25's.
    """
    pool = max(most, POOL) if vector is not None else most
    words = store.by_words(text, pool)
    if vector is None:
        return words
    return fuse([words, store.by_vector(vector, pool)])[:most]


def fuse(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Join rankings by reciprocal ranks; ties by id."""
    records = {hit.record.id: hit.record for ranking in rankings for hit in ranking}
    scores = fused_scores([[hit.record.id for hit in ranking] for ranking in rankings])
    return [Hit(records[name], scores[name]) for name in best_first(scores)]
