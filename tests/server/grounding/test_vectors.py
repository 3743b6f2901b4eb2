"""Term vectors, by hand."""

import math

import pytest

from citeloom.grounding.vectors import Idf, cosine, tf_idf

WEIGHTS = Idf({"parser": 1.0, "tweet": 2.0})


def test_terms_count_as_often_as_they_stand() -> None:
    vector = tf_idf(["parser", "parser", "parser", "tweet"], WEIGHTS)

    # (3 · 1, 1 · 2), divided by the root of 9 + 4.
    assert vector == pytest.approx({"parser": 3 / math.sqrt(13), "tweet": 2 / math.sqrt(13)})


def test_sublinear_counts_grow_by_the_logarithm() -> None:
    vector = tf_idf(["parser", "parser", "parser", "tweet"], WEIGHTS, sublinear=True)

    # (1 + log 3, 2) = (2.0986, 2), of length 2.8990.
    assert vector == pytest.approx({"parser": 0.72391, "tweet": 0.68989}, abs=1e-4)
    assert cosine(vector, vector) == pytest.approx(1.0)


def test_sublinear_counts_of_single_terms_are_plain_ones() -> None:
    single = ["parser", "tweet"]

    assert tf_idf(single, WEIGHTS, sublinear=True) == pytest.approx(tf_idf(single, WEIGHTS))
    assert tf_idf([], WEIGHTS, sublinear=True) == {}
