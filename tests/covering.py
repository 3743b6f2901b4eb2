"""Combinations of parameters: a few for every run of the tests, all for the slow ones."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest


def covering(*given: Iterable[Any]) -> list[Any]:
    """Return all combinations; not slow are only so many that each value is in one of them."""
    lists = [list(values) for values in given]
    longest = max(map(len, lists))
    few = [tuple(values[at % len(values)] for values in lists) for at in range(longest)]
    return [
        pytest.param(*values, marks=() if values in few else pytest.mark.slow)
        for values in product(*lists)
    ]
