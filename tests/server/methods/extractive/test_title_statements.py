"""What a paper studies, told by its title."""

import pytest

from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.titles import told_by_title
from citeloom.methods.result import CitationMark
from citeloom.papers.paper import Author, Paper

TEXTS = (
    "We treat the calculation of absolute protein binding energies from computer simulations, the "
    "synthesis of water-soluble cavities and their characterization with standard strategies.",
    "A host from Berlin shows what a hundred story tests for machines and an open corpus or "
    "factual persona relations between types, faces of Urdu speakers and prototypes are.",
)


def told(title: str, *families: str) -> str:
    paper = Paper("p", title=title, authors=tuple(map(Author, families)))
    (sentence,) = told_by_title([paper], NamesInTexts(TEXTS))
    assert sentence.cites == ("p",)
    assert [evidence.sentence for evidence in sentence.evidence] == [title]
    return "".join(
        "" if isinstance(part, CitationMark) and not part.names
        else part.names if isinstance(part, CitationMark) else part
        for part in sentence.parts
    )  # fmt: skip


@pytest.mark.parametrize(
    ("title", "statement"),
    [
        ("Calculation of Absolute Protein Binding Energies from Computer Simulations",
         "Li studies the calculation of absolute protein binding energies from computer "
         "simulations."),
        ("Standard Binding Energies from Simulations: What Is the Best Strategy?",
         "Li studies standard binding energies from simulations."),
        ("Story tests for machines", "Li studies story tests for machines."),
        ("Learning relations between types with prototypes",
         "Li works on learning relations between types with prototypes."),
        ("An rnn-based classifier for the story test",
         "Li presents an rnn-based classifier for the story test."),
        ("SQuAD: A corpus of relations for machines",
         "Li presents SQuAD, a corpus of relations for machines."),
        ("SQuAD: A table of relations for machines",
         "Li presents SQuAD, a table of relations for machines."),
        ("The story tests for machines. NIPS", "Li studies the story tests for machines."),
        ("Faces of Urdu Speakers", "Li studies faces of Urdu speakers."),
        ("On the synthesis of cavities", "Li studies the synthesis of cavities."),
        ("Towards an open corpus of relations", "Li works towards an open corpus of relations."),
        ("Characterization of a Water-Soluble Protein1",
         "Li studies the characterization of a water-soluble protein."),
    ],
    ids=["deed", "colon", "plain", "gerund", "thing", "named", "named-table",
         "venue", "name", "on", "towards", "footnote"],
)  # fmt: skip
def test_a_title_says_what_is_studied(title: str, statement: str) -> None:
    assert told(title, "Li") == statement


def test_without_authors_it_is_prior_work() -> None:
    assert told("Story tests for machines") == "Prior work studies story tests for machines."


@pytest.mark.parametrize(
    "title",
    [
        "A Synthetic Host Achieves Binding of Relations",
        "Are Machines a Modern Version of Speakers?",
        "Shared task 4: The story test",
        "Faces of Unheard Words",
        "Story Tests",
        "Introduction to the Special Issue on Machines",
        "The story tests for machines. A new Berlin corpus",
        "IITP at MEDIQA 2019: Systems Report for Natural Language Inference",
        "NEWS FROM PERSONNEL TODAY",
    ],
    ids=[
        "sentence",
        "question",
        "task",
        "unknown-word",
        "short",
        "editorial",
        "two-parts",
        "team",
        "capitals",
    ],
)
def test_other_titles_are_quoted(title: str) -> None:
    assert f"“{title}”" in told(title, "Li")
