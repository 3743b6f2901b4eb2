"""Intervals of means by a bootstrap over citing papers: examples of one paper are not independent.

Source: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13 (percentiles);
paired as in Koehn, "Statistical significance tests for machine translation", EMNLP 2004.
"""

from collections.abc import Sequence
from dataclasses import dataclass

SAMPLES = 2_000
SEED = 0
LEAST_PAPERS = 5


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the 95 % interval of it, over so many examples of so many papers."""

    mean: float
    low: float
    high: float
    examples: int
    papers: int

    @property
    def is_known(self) -> bool:
        """Whether there are enough papers for the interval to say anything."""
        return self.papers >= LEAST_PAPERS


def interval(values: Sequence[float | None], papers: Sequence[str]) -> Interval | None:
    """Return the mean of examples' values, resampled by paper; None where there are none.

    Parameters
    ----------
    papers
        The citing paper of each value.
    """
    import numpy as np

    known = [
        (paper, value) for paper, value in zip(papers, values, strict=True) if value is not None
    ]
    if not known:
        return None
    groups: dict[str, list[float]] = {}
    for paper, value in known:
        groups.setdefault(paper, []).append(value)
    sums = np.array([sum(own) for own in groups.values()])
    counts = np.array([len(own) for own in groups.values()])
    drawn = np.random.default_rng(SEED).integers(0, len(groups), (SAMPLES, len(groups)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.percentile(means, (2.5, 97.5))
    mean = float(sums.sum() / counts.sum())
    return Interval(mean, float(low), float(high), len(known), len(groups))


def difference(
    values: Sequence[float | None], others: Sequence[float | None], papers: Sequence[str]
) -> Interval | None:
    """Return the mean of values less those of others on the same examples, resampled by paper."""
    pairs = zip(values, others, strict=True)
    return interval([None if a is None or b is None else a - b for a, b in pairs], papers)
