"""Eq. 1 of Citegeist: likeness to the draft against difference from what is chosen."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from slow_choice import choose_slowly

from citeloom.methods.citegeist.ranking import choose_diverse

THREE = np.array([[1.0, 0.9, 0.1], [0.9, 1.0, 0.2], [0.1, 0.2, 1.0]])


@st.composite
def texts(draw: st.DrawFn) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    count = draw(st.integers(0, 8))
    values = st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.5, 0.75, 1.0])
    similarity = np.array(draw(st.lists(values, min_size=count, max_size=count)), float)
    between = np.eye(count)
    for row in range(count):
        for column in range(row):
            between[row, column] = between[column, row] = draw(values)
    return similarity, between


@given(
    texts(),
    st.integers(0, 9),
    st.sampled_from([0.0, 0.1, 0.3, 0.5, 1.0]),
)
def test_it_is_what_a_slow_direct_computation_gives(
    made: tuple[NDArray[np.float64], NDArray[np.float64]], count: int, w: float
) -> None:
    similarity, between = made
    assert choose_diverse(similarity, between, count, w) == choose_slowly(
        similarity, between, count, w
    )


@pytest.mark.parametrize(
    ("w", "expected"),
    # After 0: 1 scores .5 * .8 + .5 * .1 = .45, 2 scores .5 * .3 + .5 * .9 = .6.
    [(0.0, [0, 1, 2]), (0.5, [0, 2, 1])],
)
def test_values_by_hand(w: float, expected: list[int]) -> None:
    assert choose_diverse(np.array([0.9, 0.8, 0.3]), THREE, 3, w) == expected


def test_the_least_similar_of_those_chosen_counts() -> None:
    # 2 is like 0 and unlike 1; 3 is somewhat like both, and would come by the most similar.
    between = np.array([[1, 0, 0.9, 0.4], [0, 1, 0, 0.4], [0.9, 0, 1, 0], [0.4, 0.4, 0, 1]])
    similarity = np.array([1.0, 0.9, 0.5, 0.5])
    assert choose_diverse(similarity, between, 3, 0.5) == [0, 1, 2]
