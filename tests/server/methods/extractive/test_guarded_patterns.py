"""A guarded pattern finds all that its pattern finds."""

import re
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeloom.grounding.guarded import CaselessPattern, GuardedPattern, guarded
from citeloom.grounding.support import own_work, quantities, superlatives
from citeloom.grounding.words import WORD, words
from citeloom.methods.extractive.rewriting import (
    doers,
    leaning,
    mending,
    openers,
    persons,
    soundness,
    statement,
)
from citeloom.methods.extractive.rewriting.names import MARK
from citeloom.methods.extractive.text import (
    advertising,
    cleaning,
    publishers_lines,
    things_of_others,
    usability,
)


def _each(value: object) -> Iterable[object]:
    """Return what a module has under one name: a pattern, or several."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, tuple) else [value]


PATTERNS = {
    f"{module.__name__.rpartition('.')[2]}{name}-{at}": pattern
    for module in (advertising, cleaning, doers, leaning, mending, openers, own_work, persons,
                   publishers_lines, quantities, soundness, statement, superlatives,
                   things_of_others, usability)
    for name, value in vars(module).items()
    for at, pattern in enumerate(_each(value))
    if isinstance(pattern, GuardedPattern | CaselessPattern)
}  # fmt: skip
_LATIN_AND_MARK = st.characters(codec="latin-1") | st.just(MARK)
_ESCAPED_OR_NAMED = re.compile(r"\\.|\(\?P<\w+>")


def test_there_are_guarded_patterns() -> None:
    assert len(PATTERNS) > 15


@pytest.mark.parametrize("name", PATTERNS)
@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    deadline=None,
)
@given(st.data())
def test_every_match_holds_a_guard(name: str, data: st.DataObject) -> None:
    pattern = PATTERNS[name]
    text = data.draw(st.from_regex(pattern.pattern, alphabet=_LATIN_AND_MARK))
    found = pattern.search(text)
    assert found is not None
    assert found.span() == pattern.pattern.search(text).span()
    assert pattern.sub("", text) == pattern.pattern.sub("", text)
    assert len([*pattern.finditer(text)]) == len([*pattern.pattern.finditer(text)])


def test_a_pattern_for_any_case_is_in_lower_case() -> None:
    caseless = [it for it in PATTERNS.values() if isinstance(it, CaselessPattern)]
    written = [_ESCAPED_OR_NAMED.sub("", it.pattern.pattern) for it in caseless]
    assert written
    assert [it for it in written if it != it.lower()] == []


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
