"""Which of many parameters of a test `make test` tries, and which only `make test-slow`."""

from collections.abc import Collection, Iterable

import pytest
from _pytest.mark import ParameterSet


def pairs(many: Collection[object], few: Collection[object]) -> list[ParameterSet]:
    """Return all pairs as parameters of a test, most of them marked as slow.

    What is not slow is a diagonal: each of the many comes once, and the few take turns.
    """
    assert len(many) >= len(few), "each of the few is to come, too"
    return [
        pytest.param(one, other, marks=() if row % len(few) == column else pytest.mark.slow)
        for row, one in enumerate(many)
        for column, other in enumerate(few)
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
