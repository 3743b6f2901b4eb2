"""From the first person to the third, where the sentence says who did it."""

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.extractive.rewriting.names import author_names, first_mention, next_mention
from citeloom.methods.extractive.rewriting.statement import by_authors
from citeloom.methods.extractive.rewriting.verbs import plural, singular
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.papers.paper import Author, Paper
from rewritten_sentences import BY_NOBODY, BY_SMITH, PAPER, is_of_authors, rewritten, shown, text_of

FAMILIES = families(__file__)


@pytest.mark.parametrize(
    ("families", "names"),
    [
        ((), ""),
        (("Smith",), "Smith"),
        (("Smith", "Lee"), "Smith and Lee"),
        (("Smith", "Lee", "Wu"), "Smith et al."),
        (("Smith", "others"), "Smith et al."),
        (("van der Berg",), "van der Berg"),
    ],
)
def test_author_names(families: tuple[str, ...], names: str) -> None:
    assert author_names(Paper("p", authors=tuple(map(Author, families)))) == names


def test_a_name_in_capitals_is_a_name_where_it_is_a_persons() -> None:
    assert author_names(Paper("p", authors=(Author("KING", "Gary"),))) == "King"
    assert author_names(Paper("p", authors=(Author("NASA"),))) == "NASA"


@pytest.mark.parametrize(("we", "she"), FAMILIES["verbs_with_one_author"])
def test_verbs_with_one_author(we: str, she: str) -> None:
    assert singular(we) == she


@pytest.mark.parametrize(
    ("one", "more"),
    [
        ("proposes", "propose"), ("applies", "apply"), ("focuses", "focus"), ("has", "have"),
        ("is", "are"), ("addresses", "address"), ("uses", "use"), ("can", "can"),
        ("discusses", "discuss"), ("goes", "go"), ("searches", "search"), ("showed", "showed"),
    ],
)  # fmt: skip
def test_verbs_with_more_authors(one: str, more: str) -> None:
    assert plural(one) == more


@pytest.mark.parametrize(
    ("paper", "said"),
    [
        (PAPER, "The authors find that trees help [p]."),
        (BY_SMITH, "The author finds that trees help [p]."),
        (BY_NOBODY, "The authors find that trees help [p]."),
    ],
)
def test_a_further_statement_speaks_of_the_authors(paper: Paper, said: str) -> None:
    statement = by_authors("We find that trees help.", next_mention(paper))
    assert statement and text_of(statement) == said


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("A parser of trees is presented.", "Li et al. present a parser of trees."),
        ("The speed of parsers was measured in Czech.", "Li et al. measured the speed of parsers"),
        ("A parser of trees is presented by Wu.", ""),
        ("A parser of trees is widely studied in Czech.", ""),
        ("A parser that is presented here is measured.", ""),
        ("Our results show that dependency trees help.", "Li et al. show that dependency trees"),
        ("It has been shown that dependency trees help.", ""),
        ("These results show that trees of Czech help.", "Li et al. show that trees of Czech"),
        ("Results of tests show that trees of Czech help.", "Li et al. show that trees of Czech"),
        ("A parser is proposed that learns trees.", "Li et al. propose a parser that learns"),
        ("Previous results show that dependency trees help.", ""),
        ("The results of Wu show that dependency trees help.", ""),
        ("Our results are new in the parsing of trees.", ""),
        ("Recent simulations show that parsing of trees helps.", ""),
    ],
    ids=range(14),
)
def test_authors_are_named_where_their_paper_says_who_did_it(source: str, said: str) -> None:
    assert shown(source).startswith(said) if said else not is_of_authors(source)


LONG = "Dependency trees of Czech are parsed in linear time by rules that were learned from texts"


def test_what_an_abstract_says_of_nobody_stands_in_its_words_with_the_citation_behind() -> None:
    assert shown(f"{LONG}.") == shown(f"However, {LONG}.") == f"{LONG} [p]."
    assert shown("Czech is parsed also in linear time.") == "Czech is parsed in linear time [p]."


@pytest.mark.parametrize(
    "source",
    [
        f"{LONG}, and this paper tells how.",
        LONG.replace("Dependency trees", "These words"),
        f"{LONG}; parsing of words.",
        "Dependency trees of Czech were used in the training of the rules.",
        "Trees of Czech are still needed where rules are learned from texts.",
        "Several authors have learned rules of parsing from trees of Czech.",
        "Building on trees of Czech, it parses long texts in linear time.",
        "Reports on the results of parsing texts with trees in linear time.",
    ],
    ids=["itself", "points back", "two", "a step", "a wish", "others", "it", "no subject"],
)
def test_what_is_no_finding_is_not_told(source: str) -> None:
    assert rewritten(source) is None


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("We have also tested parsers of trees.", "Li et al. tested parsers of trees."),
        ("We have tested trees and shown that they help.", "Li et al. have tested trees and"),
        ("We then show that not only trees but also words help.", "Li et al. show that not only"),
    ],
    ids=range(3),
)
def test_what_ties_a_sentence_to_others_goes(source: str, said: str) -> None:
    assert shown(source).startswith(said)


FIRST_PERSON = ["we", "our", "us", "my"]
WORDS = [
    *FIRST_PERSON, "show", "propose", "presents", "is", "that", "because", "it", "this", "the",
    "of", "in", "to", "paper", "model", "method", "results", "proposed", "fast", "however", "here",
    "and", ",", "(", ")",
]  # fmt: skip


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=15),
    st.sampled_from([PAPER, BY_SMITH, BY_NOBODY]),
)
def test_any_words_give_one_citation_and_no_first_person(words: list[str], by: Paper) -> None:
    statement = rewritten(" ".join(words).capitalize() + ".", by)
    if statement is None:
        return
    marks = [part for part in statement.parts if isinstance(part, CitationMark)]
    assert [mark.papers for mark in marks] == [("p",)]
    assert all(
        mark.names == author_names(by) for mark in marks if mark.form is CitationForm.TEXTUAL
    )
    text = " ".join(part for part in statement.parts if isinstance(part, str)).lower().split()
    assert not set(FIRST_PERSON) & set(text)
    assert isinstance(statement.parts[-1], str) and statement.parts[-1].endswith(".")


@pytest.mark.parametrize(
    "source",
    [
        "Comprehensive experiments verify that the proposed model parses dependency trees.",
        "Our model parses dependency trees with rules.",
        "The parsing of dependency trees is described in this chapter.",
    ],
    ids=range(3),
)
def test_what_nobody_is_named_for_does_not_read_as_the_drafts_own(source: str) -> None:
    assert not shown(source, BY_NOBODY) or "prior work" in shown(source, BY_NOBODY).lower()


def test_the_first_of_its_kind_is_not_for_others_to_call() -> None:
    said = by_authors("We present the first parser of Sami.", first_mention(PAPER))
    assert said and text_of(said) == "Li et al. present a parser of Sami."
