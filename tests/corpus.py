"""Real LaTeX projects: licensed excerpts in this repository, and a larger corpus beside it."""

import pytest

from projects import SHARED, TESTS

EXCERPTS = TESTS / "data"
CORPUS = SHARED / "latex-corpus"

ABSENT = pytest.mark.skipif(not CORPUS.is_dir(), reason="needs ../shared/data/latex-corpus")
BOTH = [
    pytest.param(EXCERPTS, id="excerpts"),
    pytest.param(CORPUS, id="corpus", marks=[ABSENT, pytest.mark.slow]),
]
