"""Which sentences are on a theme that an author names in a few words."""

import pytest
from families import families

from citeloom.grounding.theme import Theme

FAMILIES = families(__file__)

RAG = "We study retrieval-augmented generation (RAG). RAG needs an index."


@pytest.mark.parametrize(
    ("words", "sentence", "fits"), FAMILIES["a_sentence_that_has_most_of_a_theme_is_on_it"]
)
def test_a_sentence_that_has_most_of_a_theme_is_on_it(
    words: str, sentence: str, fits: bool
) -> None:
    assert Theme(words).fits(sentence) is fits


@pytest.mark.parametrize(
    ("words", "sentence"),
    [("RAG", "We study retrieval-augmented generation (RAG)."),
     ("retrieval-augmented generation", "RAG needs an index.")],
)  # fmt: skip
def test_a_short_form_is_what_the_text_says_that_it_stands_for(words: str, sentence: str) -> None:
    assert Theme(words).fits(sentence, RAG)
    assert not Theme(words).fits("Ragged clothes.", "Ragged clothes.")


@pytest.mark.parametrize("words", ["how and why", "…", "2024", "\\"])
def test_a_theme_of_no_content_is_on_nothing(words: str) -> None:
    theme = Theme(words)
    assert not theme.can_be_found
    assert not theme.fits("How and why 2024 …")
