"""How well one partition of papers agrees with another, and the simplest ways to get one."""

from collections.abc import Hashable, Sequence

import numpy as np

from citeloom.methods.hireview.probabilities import Matrix

Labels = Sequence[Hashable]
"""The part that each paper is in."""


def pair_f1(found: Labels, true: Labels) -> float:
    """Return F1 over pairs of papers: those that share a part against those that should."""
    both, first, second = (
        _pairs(labels) for labels in (list(zip(found, true, strict=True)), found, true)
    )
    return 2 * both / (first + second) if first + second else 1.0


def normalised_mutual_information(found: Labels, true: Labels) -> float:
    """Return the mutual information over the mean of both entropies; 1 if both have one part."""
    both, first, second = (
        _entropy(labels) for labels in (list(zip(found, true, strict=True)), found, true)
    )
    return 2 * (first + second - both) / (first + second) if first + second else 1.0


def _sizes(labels: Labels) -> Matrix:
    counts: dict[Hashable, int] = {}
    for label in labels:
        counts[label] = counts.get(label, 0) + 1
    return np.array(list(counts.values()), dtype=float)


def _pairs(labels: Labels) -> float:
    sizes = _sizes(labels)
    return float((sizes * (sizes - 1) / 2).sum())


def _entropy(labels: Labels) -> float:
    shares = _sizes(labels) / len(labels)
    return float(-(shares * np.log(shares)).sum())


def k_means(vectors: Matrix, count: int, seed: int, starts: int = 5) -> list[int]:
    """Return the cluster of each row, by Lloyd's iterations from k-means++, the best of starts."""
    rng = np.random.default_rng(seed)
    runs = [_one_run(vectors, count, rng) for _ in range(starts)]
    return min(runs, key=lambda run: run[0])[1]


def _one_run(vectors: Matrix, count: int, rng: np.random.Generator) -> tuple[float, list[int]]:
    centres = vectors[[int(rng.integers(len(vectors)))]]
    while len(centres) < count:
        near = _distances(vectors, centres).min(axis=1)
        total = near.sum()
        shares = near / total if total > 0 else np.full(len(near), 1 / len(near))
        centres = np.vstack([centres, vectors[int(rng.choice(len(vectors), p=shares))]])
    nearest = np.zeros(len(vectors), dtype=int)
    for turn in range(50):
        far = _distances(vectors, centres)
        before, nearest = nearest, far.argmin(axis=1)
        if turn and (before == nearest).all():
            break
        for number in range(count):
            if (nearest == number).any():
                centres[number] = vectors[nearest == number].mean(axis=0)
    return round(float(far.min(axis=1).sum()), 9), nearest.tolist()


def _distances(vectors: Matrix, centres: Matrix) -> Matrix:
    found: Matrix = (
        (vectors**2).sum(axis=1)[:, None] + (centres**2).sum(axis=1) - 2 * vectors @ centres.T
    )
    return np.clip(found, 0.0, None)
