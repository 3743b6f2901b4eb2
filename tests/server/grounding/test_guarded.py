"""A guarded pattern finds what its pattern finds, in any case of letters."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.grounding.guarded import CaselessPattern, guarded
from citeloom.words import WORD, words


@pytest.mark.parametrize("text", ["THE END", "ẞ The end", "İ the end", "the\u0307 ß the end"])
def test_a_match_stands_where_it_stands_in_the_text(text: str) -> None:
    found = CaselessPattern(r"\bthe end\b").search(text)
    assert found is not None
    assert found.span() == re.search("the end", text, re.IGNORECASE).span()


def test_a_text_without_a_guard_is_left_alone() -> None:
    pattern = guarded("paper", r"\b(?:paper|work)\b")
    assert pattern.search("This work") is None
    assert pattern.sub("", "This work") == "This work"
    assert list(pattern.finditer("This work")) == []


@pytest.mark.parametrize("text", ["THİS İS", "thıs ıs", "thiſ iſ", "This is"])
def test_guards_know_all_that_matches_without_regard_to_case(text: str) -> None:
    pattern = guarded("this is", "this is|thi̇s i̇s")
    assert (pattern.search(text) is None) == (re.search("this is", text, re.IGNORECASE) is None)


@given(st.text() | st.text("aBΣσ.:'’-İIıß "))
def test_words_are_those_of_the_text_each_in_lower_case(text: str) -> None:
    each = [match.group().lower().replace("’", "'") for match in WORD.finditer(text)]
    assert words(text) == each
