"""Texts without citations and names, as they are compared."""

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.result import CitationForm, CitationMark
from citeloom_lab.evaluation.stripping import strip_citations, stripped

FAMILIES = families(__file__)


@pytest.mark.parametrize(
    ("text", "left"),
    FAMILIES["citations_go_with_their_names"].values(),
    ids=FAMILIES["citations_go_with_their_names"],
)
def test_citations_go_with_their_names(text: str, left: str) -> None:
    assert strip_citations(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "Write to ada@example.org (in 2016 it was new) about F1 [sic] and (BERT, RoBERTa).",
        "The Penn Treebank has 2,499 stories; Markov models came in 1913.",
        "Brown and Wall Street Journal corpora are used.",
    ],
    ids=["mail and asides", "numbers", "names without a year"],
)
def test_other_words_stay(text: str) -> None:
    assert strip_citations(text) == text


def test_marks_go_with_what_they_show_and_with_names_before_them() -> None:
    parts = (
        CitationMark(("a",), CitationForm.TEXTUAL, "Smith and Lee"),
        " propose a parser",
        CitationMark(("b", "c")),
        ". Brown and Gold ",
        CitationMark(("d",)),
        " do so too. A Gold ",
        CitationMark(("d",)),
        " standard.",
    )
    assert stripped(parts) == "propose a parser . Brown and Gold do so too. A Gold standard."
    assert stripped(parts, {"Gold"}) == "propose a parser . do so too. A standard."


_KEY = st.text("xyzXYZ0123456789", min_size=3, max_size=9).map(lambda rest: f"qq{rest}")
_WORDS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="q"), max_size=30)
_FORMS = (r"\cite{%s}", r"\citep[see][]{%s}", r"\textcite{%s}", "[@%s]", "[-@%s, p. 3]", " @%s ")
_CITATION = st.tuples(st.sampled_from(_FORMS), _KEY).map(lambda pair: pair[0] % pair[1])
_MARK = st.builds(
    CitationMark,
    st.lists(_KEY, min_size=1, max_size=3).map(tuple),
    st.sampled_from(CitationForm),
    _KEY,
    _KEY,
)
_PLAIN_WORDS = st.text("abc .,;'’\n", max_size=30)


@given(st.lists(_WORDS | _MARK, max_size=8))
def test_no_key_and_no_name_of_a_mark_is_left(parts: list[str | CitationMark]) -> None:
    assert "qq" not in stripped(tuple(parts), {"Smith"})


@given(st.lists(_PLAIN_WORDS | _CITATION, max_size=8))
def test_no_key_of_a_written_citation_is_left(pieces: list[str]) -> None:
    assert "qq" not in strip_citations(" ".join(pieces))


def test_long_texts_of_names_take_no_long_time() -> None:
    many = "Smith, " * 20_000 + "(" * 5_000 + "van der " * 5_000 + "[" * 5_000
    assert strip_citations(many)
