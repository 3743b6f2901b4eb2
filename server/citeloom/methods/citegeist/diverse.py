"""The choice of texts that are similar to another one, and different from each other: Eq. 1."""

import numpy as np
from numpy.typing import NDArray

_DIGITS = 12
"""Sums in another order differ behind these, and would decide between equal scores."""


def choose_diverse(
    similarity: NDArray[np.float64],
    between: NDArray[np.float64],
    count: int,
    diversity: float,
) -> list[int]:
    """Return the places of chosen texts in the order in which they are chosen; ties by place.

    The most similar one is the first; then each time the one of the largest
    ``(1 - w) s_i + w (1 - min_j sim(i, j))``, where j runs over those chosen before
    (Citegeist, Eq. 1).

    Parameters
    ----------
    similarity
        s: how similar each text is to the given one.
    between
        How similar each two texts are, a square matrix.
    count
        How many to choose at most.
    diversity
        w, from 0 to 1.
    """
    chosen: list[int] = []
    left = np.ones(len(similarity), bool)
    score = np.asarray(similarity, np.float64)
    nearness = np.full(len(similarity), np.inf)
    while len(chosen) < count and left.any():
        best = int(np.argmax(np.where(left, np.round(score, _DIGITS), -np.inf)))
        chosen.append(best)
        left[best] = False
        nearness = np.minimum(nearness, between[best])
        score = (1.0 - diversity) * similarity + diversity * (1.0 - nearness)
    return chosen
