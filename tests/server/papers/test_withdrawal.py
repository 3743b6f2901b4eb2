"""A paper is taken for withdrawn where its own words say so of itself."""

import pytest

from citeloom.papers.withdrawal import (
    is_withdrawal_notice,
    says_retracted,
    says_taken_back,
    says_withdrawn,
)


@pytest.mark.parametrize(
    "comment",
    [
        "This paper has been withdrawn",
        "Withdrawn by the authors because of an error in Lemma 2",
        "withdrawn",
        "[Withdrawn]",
        "Paper withdrawn due to a missing proof",
        "12 pages, 3 figures. This paper has been withdrawn by the author due to a sign error",
        "5 pages, This submission was withdrawn by arXiv administrators",
        "The manuscript is withdrawn.",
        "This 5-page paper has been withdrawn",
    ],
)
def test_a_comment_says_so(comment: str) -> None:
    assert says_withdrawn(comment)


@pytest.mark.parametrize(
    "comment",
    [
        "",
        "12 pages, 3 figures",
        "An earlier version of this paper was withdrawn; this one is corrected",
        "Replaces a withdrawn paper of the same authors",
        "Supersedes arXiv:1001.0001, which has been withdrawn",
        "This paper was withdrawn from the conference and is to appear in a journal",
        "Section 4 is withdrawn",
        "We study how many papers are withdrawn",
    ],
)
def test_a_comment_on_something_else_does_not(comment: str) -> None:
    assert not says_withdrawn(comment)


def test_a_notice_is_no_abstract() -> None:
    assert is_withdrawal_notice(
        "This paper has been withdrawn by the author due to a crucial error in equation 1."
    )
    assert is_withdrawal_notice("We prove a theorem. This paper has been withdrawn.")
    assert not is_withdrawal_notice("We count the articles that were withdrawn in ten years.")


def test_an_abstract_on_the_retraction_of_another_paper_is_no_notice() -> None:
    assert says_taken_back("We prove a theorem. This article has been retracted.")
    assert says_taken_back("The article was retracted.")
    for said in ("The article was retracted in 2010.", "The study paper has been retracted."):
        assert not says_taken_back(f"A study linked vaccines to moods. {said} We count citations.")


@pytest.mark.parametrize(
    ("title", "marked"),
    [
        ("[Retracted] Moods of Vaccines", True),
        ("Retracted - Moods of Vaccines", True),
        ("Retracted-Paper Detection", False),
        ("Withdrawn-Drug Effects on Moods", False),
    ],
)
def test_a_compound_is_no_mark_of_retraction(title: str, marked: bool) -> None:
    assert says_retracted(title) is marked
