"""Nothing that others wrote acts on a terminal, ends a line or hides in it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.visible import blanked_line, visible_line, visible_lines


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\x1b[31mred", "\\u001b[31mred"),
        ("\x9b2J", "\\u009b2J"),
        ("\x1b]8;;https://a.example\x07x", "\\u001b]8;;https://a.example\\u0007x"),
        ("a\b\x7fb\rc", "a\\u0008\\u007fb\\u000dc"),
        ("\u202egpj.exe\u2066", "\\u202egpj.exe\\u2066"),
        ("a\u2028b\x85c", "a\\u2028b\\u0085c"),
        ("Müller, 𝔘, a\tb", "Müller, 𝔘, a\tb"),
        ("smith\u200b2020, sm\u200dith\ufeff", "smith\\u200b2020, sm\\u200dith\\ufeff"),
        ("a\u2060b\u3164", "a\\u2060b\\u3164"),
        ("\u200dkey\u200c", "\\u200dkey\\u200c"),
        ("می\u200c\u200cخواهم", "می\\u200c\\u200cخواهم"),
        ("a\ufe0f ⚖\ufe0f\ufe0f", "a\\ufe0f ⚖\ufe0f\\ufe0f"),
        ("x\U000e0061\U000e0101", "x\\udb40\\udc61\\udb40\\udd01"),
    ],
)
def test_signs_that_act_or_hide_are_written_out(text: str, seen: str) -> None:
    assert visible_line(text) == seen
    assert visible_lines(text) == seen


@pytest.mark.parametrize(
    "text",
    ["می\u200cخواهم", "PDF\u200cها", "क्\u200dष", "👩\u200d💻", "❤\ufe0f 1\ufe0f\u20e3",
     "葛\U000e0100", "paralleli\u00adzation", "ភាសា\u200bខ្មែរ"],
)  # fmt: skip
def test_what_scripts_and_emoji_are_spelt_with_stays(text: str) -> None:
    assert visible_line(text) == visible_lines(text) == text


def test_a_blank_stands_for_each_sign_where_no_escape_can() -> None:
    assert blanked_line("a\u200bb\u202ec\td\ne") == "a b c d e"


def test_a_line_stays_one_line_and_several_stay_several() -> None:
    assert visible_line("a\nb") == "a\\u000ab"
    assert visible_lines("a\r\nb\n") == "a\nb\n"


@given(st.text())
def test_json_stays_the_same_json(text: str) -> None:
    written = json.dumps({text: text}, ensure_ascii=False, indent=2)
    assert json.loads(visible_lines(written)) == {text: text}
