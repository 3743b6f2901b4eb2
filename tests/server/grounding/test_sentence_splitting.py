"""Where sentences of scientific texts begin and end."""

from itertools import pairwise

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.grounding.sentences import sentences

FAMILIES = families(__file__)


def split(text: str) -> list[str]:
    return [sentence.text for sentence in sentences(text)]


@pytest.mark.parametrize("text", FAMILIES["one_sentence_is_not_cut"])
def test_one_sentence_is_not_cut(text: str) -> None:
    assert split(text) == [text]


@pytest.mark.parametrize(("first", "second"), FAMILIES["two_sentences_are_cut_once"])
def test_two_sentences_are_cut_once(first: str, second: str) -> None:
    assert split(f"{first} {second}") == [first, second]


def test_a_missing_space_still_ends_a_sentence() -> None:
    assert split("It ends here.The next one begins.") == ["It ends here.", "The next one begins."]


@given(st.text(alphabet='ab .?!"()“”\nAB12', max_size=200))
def test_spans_cover_all_that_is_not_white_space(text: str) -> None:
    spans = sentences(text)
    assert all(text[span.start : span.end] == span.text for span in spans)
    covered = "".join(text[span.start : span.end] for span in spans)
    assert "".join(covered.split()) == "".join(text.split())
    assert all(one.end <= two.start for one, two in pairwise(spans))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("It combines words and images.", "Moreover, a node is added."),
        ("A planner writes the text (Tate 1976).", "The results are promising."),
    ],
    ids=["comma", "parenthesis"],
)
def test_a_blank_between_sentences_may_be_lost(first: str, second: str) -> None:
    assert split(first + second) == [first, second]
