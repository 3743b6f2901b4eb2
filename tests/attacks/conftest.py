"""Attacks are run where processes can be limited and measured: not on Windows."""

import sys
from collections.abc import Iterator

import pytest

collect_ignore_glob = ["test_*.py"] if sys.platform == "win32" else []


@pytest.fixture(autouse=True, scope="module")
def _end_forks() -> Iterator[None]:
    yield
    from attacks import runner  # It imports what Windows lacks.

    runner.end_forks()
