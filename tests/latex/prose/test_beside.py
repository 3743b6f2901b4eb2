"""Captions and footnotes are found where readers find them, each whole."""

import pytest

from citeloom_latex.prose.beside import texts_beside
from citeloom_latex.spans import Span
from citeloom_latex.tex.scan import scan_tex


def _texts(text: str) -> list[str]:
    skipped = scan_tex(text).skipped
    return [it.of(text) for it in texts_beside(text, Span(0, len(text)), skipped)]


@pytest.mark.parametrize(
    ("latex", "texts"),
    [
        (r"A\footnote{B {\em c} \{ d.} E\footnote[3]{F}.", [r"B {\em c} \{ d.", "F"]),
        (r"\caption[Short]{Long \cite{a}.} \caption*{Bare}", [r"Long \cite{a}.", "Bare"]),
        (r"\captionof{table}{Of a table} \footnotetext {Text}", ["Of a table", "Text"]),
        ("A\\footnote{B % }\n C}", ["B % }\n C"]),
        ("% \\footnote{no}\n\\verb|\\footnote{no}|", []),
        (r"\footnotemark{} \footnotesize{no} \captionsetup{no}", []),
        (r"\footnote{still being typed", []),
        (r"\footnote{A\footnote{B} C}", [r"A\footnote{B} C", "B"]),
    ],
)
def test_captions_and_footnotes(latex: str, texts: list[str]) -> None:
    assert _texts(latex) == texts


@pytest.mark.parametrize("unit", [r"\footnote{", r"\footnote{a} \footnote{{{{", r"\caption{ b $ "])
def test_many_that_stay_open_cost_no_more_than_their_text(unit: str) -> None:
    text = unit * (300_000 // len(unit))
    assert set(_texts(text)) <= {"a"}
