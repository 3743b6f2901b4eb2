"""What the benchmark of hidden references says of ranks."""

import pytest

from bench.suggesting.hidden import interval


def test_an_interval_takes_papers_and_not_references_for_what_was_drawn() -> None:
    # One paper of two has all of the gain: whatever is drawn, it lies between none and all.
    ours, theirs, papers = [1.0] * 4, [1.0, 1.0, 2.0, 2.0], [0, 0, 1, 1]
    low, high = interval(ours, theirs, papers, lambda rank: 1 / rank)
    assert (low, high) == (0.0, 0.5)
    same = interval(ours, ours, papers, lambda rank: 1 / rank)
    assert same == pytest.approx((0.0, 0.0))
