"""The scores by which taxonomies are measured, by hand."""

import math

import numpy as np
import pytest

from bench.partitions import k_means, normalised_mutual_information, pair_f1


@pytest.mark.parametrize(
    ("found", "true", "f1", "information"),
    [
        ("aabb", "ccdd", 1.0, 1.0),
        ("aaaa", "ccdd", 2 * 2 / (6 + 2), 0.0),
        ("abcd", "ccdd", 0.0, 2 * math.log(2) / (math.log(4) + math.log(2))),
        ("abab", "ccdd", 0.0, 0.0),
        ("aaab", "ccdd", 2 * 1 / (3 + 2), None),
        ("aaaa", "cccc", 1.0, 1.0),
        ("abcd", "abcd", 1.0, 1.0),
    ],
)
def test_scores_by_hand(found: str, true: str, f1: float, information: float | None) -> None:
    assert pair_f1(found, true) == pytest.approx(f1)
    if information is None:
        # Both entropies and the mutual information of 3 + 1 against 2 + 2, in logarithms of 2.
        one, other = 2 - 0.75 * math.log2(3), 1.0
        shared = one + other - 1.5
        information = 2 * shared / (one + other)
    assert normalised_mutual_information(found, true) == pytest.approx(information)


def test_k_means_finds_clusters_that_lie_apart() -> None:
    rows = np.array([[0.0, 0.1], [0.1, 0.0], [5.0, 5.1], [5.1, 5.0], [0.0, 9.0]])
    labels = k_means(rows, 3, seed=1)
    assert labels[0] == labels[1] != labels[2] == labels[3] != labels[4] != labels[0]
    assert labels == k_means(rows, 3, seed=1)


def test_k_means_of_equal_rows_ends() -> None:
    assert set(k_means(np.zeros((3, 2)), 2, seed=0)) <= {0, 1}
