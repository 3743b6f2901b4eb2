"""The router: the summary that agrees most with the others (CKMA, Eq. 4)."""

import re
from collections import Counter
from collections.abc import Sequence

_WORD = re.compile(r"[a-z0-9]+")


def agreements(summaries: Sequence[str]) -> list[float]:
    """Return for each summary the sum of its ROUGE-1 recalls against the others.

    The summary is the prediction and the other one the target, as ``rouge-score`` computes it
    without stemming; citations are taken out before.
    """
    counts = [Counter(_WORD.findall(summary.lower())) for summary in summaries]
    return [
        sum(_recall(other, own) for at, other in enumerate(counts) if at != place)
        for place, own in enumerate(counts)
    ]


def _recall(target: Counter[str], prediction: Counter[str]) -> float:
    return (target & prediction).total() / max(target.total(), 1)


def rank_by_score(scores: Sequence[float]) -> list[int]:
    """Return the places of the scores, the largest first; of equal ones the lower place first."""
    return sorted(range(len(scores)), key=lambda place: (-scores[place], place))
