"""Which of many parameters of a test `make test` tries, and which only `make test-slow`."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def covering(*given: Iterable[Any]) -> list[Any]:
    """Return all combinations; not slow are only so many that each value is in one of them."""
    lists = [list(values) for values in given]
    longest = max(map(len, lists))
    few = [tuple(values[at % len(values)] for values in lists) for at in range(longest)]
    return [
        pytest.param(*values, marks=() if values in few else pytest.mark.slow)
        for values in product(*lists)
    ]


def slow_after(count: int, values: Iterable[object]) -> list[ParameterSet]:
    """Return values as parameters of a test, all but the first so many marked as slow."""
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if number < count else pytest.mark.slow,
        )
        for number, value in enumerate(values)
    ]
