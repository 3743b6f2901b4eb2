"""Sentences beside the papers of another work: how well they are told from those that cite them.

    python -m bench off_topic

Right are people's sentences that cite one paper with an abstract, all of the held-out part of
``../shared/data/rwg``, whatever was judged of them; wrong are, with the same papers, sentences of
other works. ``tools/train-support`` learns from the tuning part, drawn in the same way.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bench.claims.cases import checker_of
from bench.claims.gold import candidates
from bench.shared.rwg_split import Part
from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.topic.off_topic import Common, off_topic_score
from citeloom_lab.evaluation.resampling import SAMPLES, SEED

DRAWN = 5
FOREIGN = 5
"""So many sentences of other works are set beside the papers of each claim."""

SCORES: dict[str, Callable[[Common], float]] = {
    "words known": lambda it: -it.known,
    "share of words known": lambda it: -it.known / it.words,
    "share of weighted words": lambda it: -it.said,
    "the same beside others": lambda it: max(it.others, default=0.0) - it.said,
    "learnt": off_topic_score,
}


@dataclass(frozen=True)
class CitingClaim:
    """A claim of a work, and the checker of that work."""

    work: str
    claim: Claim
    checker: SupportChecker

    def saying(self, text: str) -> "CitingClaim":
        """Return the papers of this claim cited for another text."""
        return replace(self, claim=Claim(text, self.claim.papers))

    @property
    def common(self) -> Common | None:
        """What it has in common with its papers; None where it says too little."""
        return self.checker.common(self.claim, self.claim.papers)


def of_related_work(part: Part) -> list[CitingClaim]:
    """Return people's sentences that cite one paper with an abstract, of a part of the data."""
    return [
        CitingClaim(it.example.paper, Claim(it.words, (it.cited.id,)), checker_of(it.example.id))
        for it in candidates()
        if it.part is part
    ]


def foreign(
    claims: Sequence[CitingClaim], texts: Sequence[CitingClaim], times: int
) -> Iterator[CitingClaim]:
    """Yield the papers of claims cited for what other works say, drawn by a seed."""
    draw = random.Random(DRAWN)
    for claim in claims:
        others = [it.claim.text for it in texts if it.work != claim.work]
        yield from map(claim.saying, draw.sample(others, times))


def main() -> None:
    """Print the area under the curve of each score, and how many are told of."""
    right = of_related_work(Part.HELD_OUT)
    wrong = list(foreign(right, right, FOREIGN))
    every = [(it, it.common) for it in (*right, *wrong)]
    is_wrong = np.repeat([False, True], [len(right), len(wrong)])
    compared = np.array([common is not None for _, common in every])
    works = np.array([it.work for it, _ in every])
    print(f"{len(right)} right, {len(wrong)} wrong; compared {compared[: len(right)].sum()} and "
          f"{compared[len(right) :].sum()}")  # fmt: skip
    for name, score in SCORES.items():
        found = np.array([score(common) for _, common in every if common is not None])
        print(f"{name}: {_with_interval(found, is_wrong[compared], works[compared])}")
    told = np.array([
        common is not None and (common.is_nothing or off_topic_score(common) > 0)
        for _, common in every
    ])  # fmt: skip
    none = np.array([common is not None and common.is_nothing for _, common in every])
    for name, said in (("no word", none), ("no word, or learnt", told)):
        print(
            f"{name}: {said[~is_wrong].mean():.2f} of right, {said[is_wrong].mean():.2f} of wrong"
        )


def auc(scores: np.ndarray, is_wrong: np.ndarray) -> float:
    """Return the area under the curve: how often a wrong pair has the higher score."""
    yes, no = scores[is_wrong], scores[~is_wrong]
    above = (yes[:, None] > no[None, :]).sum() + 0.5 * (yes[:, None] == no[None, :]).sum()
    return float(above / (len(yes) * len(no))) if len(yes) and len(no) else float("nan")


def _with_interval(found: np.ndarray, is_wrong: np.ndarray, works: np.ndarray) -> str:
    every = sorted(set(works))
    where = {work: np.flatnonzero(works == work) for work in every}
    draws = np.random.default_rng(SEED).integers(0, len(every), (SAMPLES, len(every)))
    sampled = []
    for drawn in draws:
        at = np.concatenate([where[every[number]] for number in drawn])
        sampled.append(auc(found[at], is_wrong[at]))
    low, high = np.nanpercentile(sampled, (2.5, 97.5))
    return f"{auc(found, is_wrong):.2f} [{low:.2f}, {high:.2f}]"
