"""Captions and footnotes are found where readers find them, each whole."""

import pytest
from families import families

from citeloom_latex.prose.captions_and_footnotes import texts_beside
from citeloom_latex.spans import Span
from citeloom_latex.tex.scan import scan_tex

FAMILIES = families(__file__)


def _texts(text: str) -> list[str]:
    skipped = scan_tex(text).skipped
    return [it.of(text) for it in texts_beside(text, Span(0, len(text)), skipped)]


@pytest.mark.parametrize(("latex", "texts"), FAMILIES["captions_and_footnotes"])
def test_captions_and_footnotes(latex: str, texts: list[str]) -> None:
    assert _texts(latex) == texts


@pytest.mark.parametrize("unit", [r"\footnote{", r"\footnote{a} \footnote{{{{", r"\caption{ b $ "])
def test_many_that_stay_open_cost_no_more_than_their_text(unit: str) -> None:
    text = unit * (300_000 // len(unit))
    assert set(_texts(text)) <= {"a"}
