"""A text in parts is the same text as a string, whatever was edited."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom_latex import rope
from citeloom_latex.rope import Rope
from citeloom_latex.spans import Span

TEXTS = st.text("ab\r\n😀", max_size=40)
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), TEXTS), max_size=12)


@pytest.fixture(autouse=True, scope="module")
def small_parts() -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rope, "_LONGEST", 8)
        patch.setattr(rope, "_AROUND", 2)
        yield


@given(TEXTS, EDITS, st.integers(-60, 60), st.integers(-60, 60))
def test_edits_are_those_of_a_string(
    text: str, edits: list[tuple[float, int, str]], first: int, last: int
) -> None:
    states = [(text, Rope(text))]
    for where, length, new in edits:
        text, parts = states[-1]
        start = int(where * len(text))
        end = min(start + length, len(text))
        states.append((text[:start] + new + text[end:], parts.replaced(Span(start, end), new)))
    for text, parts in states:
        assert len(parts) == len(text)
        assert parts[first:last] == text[first:last]
        assert "".join(parts[at] for at in range(len(parts))) == text
        assert parts.text == text


@given(TEXTS, st.integers(-60, 60))
def test_what_lies_outside_is_refused_as_by_a_string(text: str, at: int) -> None:
    if -len(text) <= at < len(text):
        assert Rope(text)[at] == text[at]
    else:
        with pytest.raises(IndexError):
            Rope(text)[at]


def test_typing_leaves_no_more_parts_than_its_length_asks_for() -> None:
    parts = Rope("x" * 100)
    for at in range(50, 250):
        parts = parts.replaced(Span(at, at), "y")
    assert parts.text == "x" * 50 + "y" * 200 + "x" * 50
    assert len(parts._parts) <= 300 // 2
