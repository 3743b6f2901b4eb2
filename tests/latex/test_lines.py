import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom_latex.lines import LineIndex, Unit

UNITS = get_args(Unit)
TEXTS = st.text(st.sampled_from("ab \n\r\f\v\u0085\u2028é😀\ud800"), max_size=40) | st.text()


def test_only_line_feeds_and_carriage_returns_end_lines() -> None:
    text = "a\fb\u2028c\u0085d\x1ce\nf\r\ng\rh"
    index = LineIndex(text)
    assert len(index) == 4
    assert [index.line_of(text.index(char)) for char in "aefgh"] == [0, 0, 1, 2, 3]


@pytest.mark.parametrize(("unit", "column"), [("utf-8", 7), ("utf-16", 4), ("utf-32", 3)])
def test_columns_count_in_the_editors_units(unit: Unit, column: int) -> None:
    text = "x\né😀a|"
    assert LineIndex(text).position(text.index("|"), unit) == (1, column)
    assert LineIndex(text).offset(1, column, unit) == text.index("|")


def test_places_outside_the_text_move_inside() -> None:
    index = LineIndex("ab\r\ncd")
    assert index.position(-5, "utf-16") == (0, 0)
    assert index.position(99, "utf-16") == (1, 2)
    assert index.offset(0, 99, "utf-16") == 2
    assert index.offset(-1, 3, "utf-16") == 0
    assert index.offset(0, -1, "utf-16") == 0
    assert index.offset(9, 0, "utf-16") == 6


def test_inside_a_line_end_is_the_end_of_the_line() -> None:
    assert LineIndex("ab\r\ncd").position(3, "utf-16") == (0, 2)


def test_the_middle_of_a_character_is_its_beginning() -> None:
    index = LineIndex("a😀b")
    assert index.offset(0, 2, "utf-16") == 1
    assert index.offset(0, 3, "utf-8") == 1
    assert index.offset(0, 5, "utf-8") == 2


@given(TEXTS, st.sampled_from(UNITS))
def test_every_offset_has_a_position_that_leads_back(text: str, unit: Unit) -> None:
    index = LineIndex(text)
    for offset in range(len(text) + 1):
        back = index.offset(*index.position(offset, unit), unit)
        in_line_end = text[max(0, offset - 1) : offset + 1] == "\r\n"
        assert back == (offset - 1 if in_line_end else offset)


@given(TEXTS, st.integers(-2, 60), st.integers(-2, 200), st.sampled_from(UNITS))
def test_every_position_has_an_offset_in_its_line(
    text: str, line: int, column: int, unit: Unit
) -> None:
    index = LineIndex(text)
    offset = index.offset(line, column, unit)
    assert 0 <= offset <= len(text)
    if 0 <= line < len(index):
        assert index.position(offset, unit)[0] == line


@given(TEXTS)
def test_lines_are_those_of_a_plain_split(text: str) -> None:
    index = LineIndex(text)
    assert len(index) == len(re.split(r"\r\n|\r|\n", text))
