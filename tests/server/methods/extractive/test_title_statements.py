"""What the title of a paper lets be said of it; more titles stand in ``sentences.txt``."""

import pytest

from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.title_statements import title_statement
from citeloom.papers.paper import Paper
from rewritten_sentences import AUTHORS

NAMES = NamesInTexts(
    [
        "the heat transfer in gaps via data selection and recognition of things",
        "We study language, science, words, trees, a parser, parsers and the parsing of a tree. "
        "We report a program for solving regular Sturm-Liouville problems, the observation of "
        "condensation in a vapor, and a guide to good words.",
    ]
)
PROGRAM = "SLCPM12: A Program for Solving Regular Sturm-Liouville Problems"


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Language and the Science of Trees", " study language"),
        (PROGRAM, " present SLCPM12, a program for solving regular"),
        ("Trees - Condensation of words", None),
        ("Study of heat transfer in gaps", " study heat transfer in gaps"),
        ("Zooming in on transfer of heat", None),
        ("Improve recognition of heat transfer via data selection", None),
        ("THE LONG TREES AND PARSERS OF 200 GeV WORDS", None),
        ("Language Parser trees of words", None),
        ("Guide to Trees of Words", None),
        ("A Brief History of Trees and Words", None),
        ("Making Trees: A Visual Guide to Good Trees", None),
        ("The Language of Trees, 4th Edition", None),
    ],
)
def test_a_title_is_told_as_it_means(title: str, said: str | None) -> None:
    found = title_statement(Paper("p", title=title, authors=AUTHORS), NAMES)
    text = found and "".join(part for part in found.parts if isinstance(part, str))
    assert text is None if said is None else (text or "").startswith(said)


@pytest.mark.parametrize("arxiv_id", ["", "2001.00001"])
def test_of_what_nobody_published_a_title_says_little(arxiv_id: str) -> None:
    paper = Paper("p", title="The parsing of words", type="misc", arxiv_id=arxiv_id)
    assert (title_statement(paper, NAMES) is None) == (not arxiv_id)


def test_without_authors_it_is_prior_work() -> None:
    sentence = title_statement(Paper("p", title="Parsing of trees of words"), NAMES)
    assert sentence and sentence.text == "Prior work studies the parsing of trees of words."
