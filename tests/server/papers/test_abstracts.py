import pytest

from citeloom.papers.abstracts import SHORTEST, clean_abstract

SENTENCES = "We present a parser that never fails. It reads a million lines in a second."


@pytest.mark.parametrize(
    "label",
    ["Abstract: ", "ABSTRACT—", "ABSTRACT ", "Abstract. ", "Abstract— ", "abstract: ", "Abstract "],
)
def test_a_label_is_taken_off(label: str) -> None:
    assert clean_abstract(label + SENTENCES) == SENTENCES


def test_ligatures_and_words_that_run_together_are_taken_apart() -> None:
    found = clean_abstract(
        "The ﬁnd: theDrosophila of patientswith gout; Drosophila, patients; forEach."
    )
    assert found == "The find: the Drosophila of patients with gout; Drosophila, patients; forEach."


@pytest.mark.parametrize(
    "text",
    [
        "Abstract interpretation is a theory of sound approximation of programs.",
        "Abstract-level screening of papers takes most of the time of a reviewer.",
        "Abstractive summarisation writes new sentences instead of copying old ones.",
        "Agrees and whereof: the iPhone and openBIM stand in the midst of thousands of others.",
        "No abstraction is free, and we measure what the usual ones cost at run time.",
    ],
)
def test_words_that_look_like_a_label_stay(text: str) -> None:
    assert clean_abstract(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "—",
        "--",
        "N/A",
        "No abstract available.",
        "No abstract is available for this article on the publisher's site.",
        "There is no abstract. Only the first page can be shown to readers.",
        "Abstract not available from the publisher, please see the full text.",
        "https://www.example.org/articles/a-very-long-address-of-a-paper.html",
        "[PDF]",
        "x" * (SHORTEST - 1),
    ],
)
def test_what_stands_in_for_an_abstract_is_none(text: str) -> None:
    assert clean_abstract(text) == ""


def test_the_title_again_is_no_abstract() -> None:
    title = "A Very Long Title of a Paper: About Nothing in Particular"
    assert clean_abstract(title.upper() + ".", title) == ""
    assert clean_abstract(SENTENCES, title) == SENTENCES


def test_tags_line_breaks_and_a_copyright_notice_go() -> None:
    text = f"<jats:title>Abstract</jats:title>: \n<jats:p>{SENTENCES} © 2020 Some Press.</jats:p>"
    assert clean_abstract(text) == SENTENCES
    assert clean_abstract(f"{SENTENCES} Copyright 2021 by the authors.") == SENTENCES


def test_a_copyright_within_the_text_stays() -> None:
    text = "We study copyright. Copyright (2020 reform) changed the market of books for good."
    assert clean_abstract(text) == text


def test_of_a_text_without_end_the_beginning_counts() -> None:
    assert clean_abstract("We parse. " * 100_000) == ("We parse. " * 2_000).rstrip()


def test_a_tag_without_end_is_read() -> None:
    """A pattern that took quadratic time would hang here: a service may send many of these."""
    for _ in range(100):
        assert clean_abstract(f"{SENTENCES} </jats:{'a' * 40_000}").startswith(SENTENCES)
