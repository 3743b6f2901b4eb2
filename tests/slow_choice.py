"""Eq. 1 of Citegeist as it stands in the paper, without a thought of time."""

import numpy as np
from numpy.typing import NDArray


def choose_slowly(
    similarity: NDArray[np.float64],
    between: NDArray[np.float64],
    count: int,
    w: float,
) -> list[int]:
    """Choose as Eq. 1 stands in the paper."""
    left = list(range(len(similarity)))
    chosen: list[int] = []

    def score(i: int) -> float:
        if not chosen:
            return round(float(similarity[i]), 12)
        nearest = min(float(between[i, j]) for j in chosen)
        return round((1.0 - w) * float(similarity[i]) + w * (1.0 - nearest), 12)

    while left and len(chosen) < count:
        best = max(left, key=lambda i: (score(i), -i))
        chosen.append(best)
        left.remove(best)
    return chosen
