"""Nothing that others wrote acts on a terminal, ends a line or hides in it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.visible import visible_line, visible_lines


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\x1b[31mred", "\\u001b[31mred"),
        ("\x9b2J", "\\u009b2J"),
        ("\x1b]8;;https://a.example\x07x", "\\u001b]8;;https://a.example\\u0007x"),
        ("a\b\x7fb\rc", "a\\u0008\\u007fb\\u000dc"),
        ("\u202egpj.exe\u2066", "\\u202egpj.exe\\u2066"),
        ("a\u2028b\x85c", "a\\u2028b\\u0085c"),
        ("Müller, 𝔘, \u200d, a\tb", "Müller, 𝔘, \u200d, a\tb"),
    ],
)
def test_signs_that_act_or_hide_are_written_out(text: str, seen: str) -> None:
    assert visible_line(text) == seen
    assert visible_lines(text) == seen


def test_a_line_stays_one_line_and_several_stay_several() -> None:
    assert visible_line("a\nb") == "a\\u000ab"
    assert visible_lines("a\r\nb\n") == "a\nb\n"


@given(st.text())
def test_json_stays_the_same_json(text: str) -> None:
    written = json.dumps({text: text}, ensure_ascii=False, indent=2)
    assert json.loads(visible_lines(written)) == {text: text}
