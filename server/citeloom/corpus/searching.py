"""Finds the records of a corpus that fit a text, by its words and by its vector."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

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
    if vector is None:
        return store.by_words(text, most)
    pool = max(most, POOL)
    with ThreadPoolExecutor(1) as other:
        words = other.submit(store.ids_by_words, text, pool)
        near = store.ids_by_vector(vector, pool)
    return best_hits(store, fused_scores([words.result(), near]), most)


def best_hits(store: CorpusStore, scores: Mapping[str, float], most: int) -> list[Hit]:
    """Return the records of the ids with the highest scores; ties by id."""
    best = best_first(scores)[:most]
    records = store.records(best)
    # One may have been deleted meanwhile.
    return [Hit(records[name], scores[name]) for name in best if name in records]
