"""Finds the papers of a collection that fit a text, and joins rankings by reciprocal ranks."""

from collections.abc import Mapping, Sequence

from citeloom.papers.collection import Hit, PaperSearch, Vectors

POOL = 100
"""Records that each of the two searches brings at least."""

CONSTANT = 5.0
"""What is added to a rank before its reciprocal: the smaller, the more the first ranks say."""

_BY_VECTOR = 0.4
"""The weight of the order by vectors, where the one by words has 1."""


def search(store: PaperSearch, text: str, vector: "Vectors | None", most: int) -> Sequence[Hit]:
    """Return the papers that fit best.

    Parameters
    ----------
    vector
        The text's, where the collection has embeddings: then the ranks of both searches are joined.
        Else the scores are BM25's.
    """
    if vector is None:
        return store.by_words(text, most)
    pool = max(most, POOL)
    rankings = (store.by_words(text, pool), store.by_vector(vector, pool))
    papers = {hit.paper.id: hit.paper for hits in rankings for hit in hits}
    ids = [[hit.paper.id for hit in hits] for hits in rankings]
    scores = fused_scores(ids, (1.0, _BY_VECTOR))
    return [Hit(papers[name], scores[name]) for name in best_first(scores)[:most]]


def fused_scores(
    rankings: Sequence[Sequence[str]], weights: Sequence[float]
) -> Mapping[str, float]:
    """Return the score of each id that is ranked: the sum of ``weight / (5 + rank)``.

    The sum is that of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), who took
    60 in place of 5.
    """
    scores: dict[str, float] = {}
    for ranking, weight in zip(rankings, weights, strict=True):
        for rank, name in enumerate(ranking, start=1):
            scores[name] = scores.get(name, 0.0) + weight / (CONSTANT + rank)
    return scores


def best_first(scores: Mapping[str, float]) -> list[str]:
    """Return ids by their scores, the highest first; ties by id."""
    return sorted(scores, key=lambda name: (-scores[name], name))
