"""What stood in texts on papers that no rule was made for."""

import pytest

from citeloom.methods.extractive.candidates import candidates
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.title_statements import title_statement
from citeloom.methods.extractive.rewriting.names import first_mention
from citeloom.methods.extractive.rewriting.statement import rewrite
from citeloom.papers.paper import Paper
from rewritten_sentences import AUTHORS, PAPER, rewritten, shown

TEXT = (
    "We report a program for solving regular Sturm-Liouville problems of trees, the observation of "
    "condensation in a vapor, and a guide to the language of good words."
)


@pytest.mark.parametrize(
    "source",
    [
        "It has been proposed that long-range links provide the scaffold of dependency trees.",
        "Parsing has arrived: learn it with the definitive new guide to dependency trees.",
        "With a wealth of examples and exercises, the authors treat parsing of dependency trees.",
        "We have included some parsing of trees to provide motivation for the reader.",
        "We show you how your parser of dependency trees can be made faster.",
        'We find parsing of dependency trees playful and informative"--.',
        "We invite high quality submissions on the parsing of dependency trees.",
        "We consider the parse y(x),I(y(x))=∫-11y(x)dx of dependency trees and its cost.",
        "We reduce the error of parsing of the orderk4h2 to an error of a lower order.",
        "We bound the thek-th eigenvalue of matrices of dependency trees.",
        "We find that parsers learn a set of trees. and are able to change them with the input.",
        "We study parsing over the method which was given in [L. Xu, Trees and their parsing, "
        "J. Trees 147 (2002) 834-852].",
        "The code uses some algorithms for parsing, which we describe in detail.",
        "We then fitted the same model to the links between words of long texts.",
        "We give a survey of how large parsers use the solver in applications.",
        "We also prove that in the last case the error of parsing dependency trees is small.",
        "We study what can be computed for parsers by sampling from that distribution.",
    ],
    ids=range(17),
)
def test_what_is_false_an_advertisement_or_hangs_in_the_air_does_not_stand(source: str) -> None:
    assert not rewritten(source).stands_alone


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            "After a short survey of trees, the paper focuses on the parsing of questions.",
            "After a short survey of trees, Li et al. focus on the parsing of questions.",
        ),
        (
            "The final part of this thesis explores the parsing of questions.",
            "Li et al. explore the parsing of questions.",
        ),
        (
            "We observe the growth of trees during parsing8, 9.",
            "Li et al. observe the growth of trees during parsing.",
        ),
    ],
)
def test_what_the_paper_does_its_authors_do(source: str, text: str) -> None:
    assert shown(source) == text


def test_a_review_is_presented_and_not_described() -> None:
    again = rewrite("We present a brief review of parsing.", first_mention(PAPER, 0), ["present"])
    assert again.verb == "present"


@pytest.mark.parametrize(
    ("title", "abstract", "usable"),
    [
        (
            "Rainfall by the equation of Burgers",
            "Most forecasts rely on one algorithm. This method cannot represent growth. "
            "Here we add growth.",
            [True, False, True],
        ),
        (
            "Rainfall by the equation of Burgers",
            "A new method for forecasts is described. The method represents growth.",
            [True, True],
        ),
        (
            "GROWTH: forecasts of rain",
            "GROWTH tells where it will rain. The method represents growth.",
            [True, True],
        ),
    ],
)
def test_a_method_of_others_is_not_the_papers(
    title: str, abstract: str, usable: list[bool]
) -> None:
    paper = Paper("p", title=title, authors=AUTHORS, abstract=abstract)
    assert [sentence.usable for sentence in candidates(paper)] == usable


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Algorithm 810: The Language of Regular Trees", " study the language of regular trees."),
        (
            "SLCPM12 - A Program for Solving Regular Sturm-Liouville Problems",
            " present SLCPM12, a program for solving regular Sturm-Liouville problems.",
        ),
        ("Observation of Condensation in a Vapor", " report the observation of condensation in a"),
        ("Guide to Trees of Words", None),
        ("A Brief History of Trees and Words", None),
        ("Making Trees: A Visual Guide to Good Trees", None),
        ("The Language of Trees, 4th Edition", None),
    ],
)
def test_titles_of_programs_findings_and_books(title: str, said: str | None) -> None:
    names = NamesInTexts([TEXT])
    found = title_statement(Paper("p", title=title, authors=AUTHORS), names, 0)
    text = found and "".join(part for part in found.parts if isinstance(part, str))
    assert text is None if said is None else (text or "").startswith(said)
