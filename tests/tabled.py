"""Cases of tests as data: `cases` has a file for each file of tests, with a table for each test."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from projects import TESTS


def tabled(least: int) -> Callable[[Callable[..., None]], Any]:
    """Run a test with each row of its table, of which there are so many at least."""

    def parametrised(test: Callable[..., None]) -> Any:
        file = Path(test.__code__.co_filename).stem.removeprefix("test_")
        text = (TESTS / "cases" / f"{file}.toml").read_text(encoding="utf-8")
        table = tomllib.loads(text)[test.__name__.removeprefix("test_")]
        if isinstance(table, dict):  # The test takes one argument: a list of its values.
            ((names, rows),) = table.items()
        else:
            names, rows = list(table[0]), [[row[name] for name in table[0]] for row in table]
        assert len(rows) >= least, f"{len(rows)} cases, not {least}"
        return pytest.mark.parametrize(names, rows)(test)

    return parametrised
