"""Finds the records of a corpus that fit a text, by its words and by its vector."""

from collections.abc import Sequence

from citeloom.corpus.fusion import CONSTANT, best_first, fused_scores
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
    return joined_hits([store.by_words(text, pool), store.by_vector(vector, pool)], most)


def joined_hits(
    rankings: Sequence[Sequence[Hit]],
    most: int,
    weights: Sequence[float] = (),
    constant: float = CONSTANT,
) -> list[Hit]:
    """Join rankings by their reciprocal ranks; see `citeloom.corpus.fusion.fused_scores`."""
    papers = {hit.paper.id: hit.paper for hits in rankings for hit in hits}
    ids = [[hit.paper.id for hit in hits] for hits in rankings]
    scores = fused_scores(ids, weights, constant)
    return [Hit(papers[name], scores[name]) for name in best_first(scores)[:most]]
