"""Joins rankings by reciprocal ranks."""

from collections.abc import Mapping, Sequence

CONSTANT = 60
"""Of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): they took 60."""


def fused_scores(
    rankings: Sequence[Sequence[str]],
    weights: Sequence[float] = (),
    constant: float = CONSTANT,
) -> Mapping[str, float]:
    """Return the score of each id that is ranked: the sum of ``weight / (constant + rank)``.

    Without weights each ranking has 1.
    """
    scores: dict[str, float] = {}
    for ranking, weight in zip(rankings, weights or (1.0,) * len(rankings), strict=True):
        for rank, name in enumerate(ranking, start=1):
            scores[name] = scores.get(name, 0.0) + weight / (constant + rank)
    return scores


def best_first(scores: Mapping[str, float]) -> list[str]:
    """Return ids by their scores, the highest first; ties by id."""
    return sorted(scores, key=lambda name: (-scores[name], name))
