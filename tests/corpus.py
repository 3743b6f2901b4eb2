"""Real LaTeX projects: licensed excerpts in this repository, and a larger corpus beside it."""

from pathlib import Path

import pytest

from projects import SHARED, TESTS

EXCERPTS = TESTS / "data"
CORPUS = SHARED / "latex-corpus"

needs_corpus = pytest.mark.shared(CORPUS.name)
BOTH = [
    pytest.param(EXCERPTS, id="excerpts"),
    pytest.param(CORPUS, id="corpus", marks=[needs_corpus, pytest.mark.slow]),
]


def found_files(folder: Path, pattern: str, least: int) -> list[Path]:
    """Return the files below a folder in order, and fail where these are not all."""
    found = sorted(folder.rglob(pattern))
    assert len(found) >= least, f"{len(found)} files {pattern} in {folder}, not {least}"
    return found
