"""What the benchmark of hidden references says of ranks."""

import pytest

from bench.hidden import cross_validated, interval
from citeloom.corpus.joint_search import JointWeights

GOOD, BAD = JointWeights(draft=1), JointWeights(draft=2)


def test_weights_of_a_fold_are_chosen_without_it() -> None:
    papers = [0, 1, 2, 3, 4]
    # By the first paper alone BAD would be chosen, and by all other ones GOOD.
    ranks = {BAD: [1.0, 99.0, 99.0, 99.0, 99.0], GOOD: [1000.0, 1.0, 1.0, 1.0, 1.0]}
    held, chosen = cross_validated(ranks, papers)
    assert held == ranks[GOOD]
    assert chosen == [GOOD] * 5


def test_an_interval_takes_papers_and_not_references_for_what_was_drawn() -> None:
    # One paper of two has all of the gain: whatever is drawn, it lies between none and all.
    ours, theirs, papers = [1.0] * 4, [1.0, 1.0, 2.0, 2.0], [0, 0, 1, 1]
    low, high = interval(ours, theirs, papers, lambda rank: 1 / rank)
    assert (low, high) == (0.0, 0.5)
    same = interval(ours, ours, papers, lambda rank: 1 / rank)
    assert same == pytest.approx((0.0, 0.0))
