"""LaTeX in a JSON answer, escaped as JSON wants it or not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from citeloom.models.answers import read_answer


class Words(BaseModel):
    text: str


@pytest.mark.parametrize(
    "latex",
    [
        r"an $\alpha$-divergence in $O(n\log n)$",
        r"$\beta$, $\frac{a}{b}$, $\theta$, $\nu$, $\rho$ and $\to$",
        r"$\underline{x}$ and \(x\)",
    ],
)
def test_latex_is_read_whether_or_not_it_is_escaped(latex: str) -> None:
    assert read_answer(f'{{"text": "{latex}"}}', Words).text == latex
    assert read_answer(json.dumps({"text": latex}), Words).text == latex


@pytest.mark.parametrize("text", ["a\nnew line", "a\ttab", 'a "quote" \\\\', "\u00e9", "a\b\f"])
def test_what_json_escapes_is_read_as_it_was(text: str) -> None:
    assert read_answer(json.dumps({"text": text}), Words).text == text


@given(st.text())
def test_any_text_comes_back_unless_an_escape_begins_a_command(text: str) -> None:
    if not any(sign in text for sign in "\b\f\n\r\t"):
        assert read_answer(json.dumps({"text": text}), Words).text == text
