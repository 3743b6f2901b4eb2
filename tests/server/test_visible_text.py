"""Nothing that others wrote acts on a terminal, ends a line or hides in it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled

from citeloom.visible import blanked_line, visible_line, visible_lines


@tabled(least=13)
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
