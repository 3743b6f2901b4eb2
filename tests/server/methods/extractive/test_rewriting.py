"""From the first person to the third."""

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.extractive.rewriting.names import (
    MARK,
    author_names,
    first_mention,
    next_mention,
)
from citeloom.methods.extractive.rewriting.soundness import is_sound
from citeloom.methods.extractive.rewriting.statement import rewrite
from citeloom.methods.extractive.rewriting.verbs import plural, singular
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.papers.paper import Author, Paper
from rewritten_sentences import BY_NOBODY, BY_SMITH, PAPER, rewritten, shown, text_of

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


def test_a_further_statement_speaks_of_the_authors() -> None:
    assert text_of(rewrite("We find that it works.", next_mention(PAPER))) == (
        "The authors find that it works [p]."
    )
    assert text_of(rewrite("We find that it works.", next_mention(BY_SMITH))) == (
        "The author finds that it works [p]."
    )
    assert text_of(rewrite("Our model is fast.", next_mention(PAPER))) == (
        "Their model is fast [p]."
    )


def test_the_authors_stay_the_authors_beside_any_word() -> None:
    assert text_of(rewrite("We describe the tagger for Thai.", next_mention(BY_NOBODY))) == (
        "The authors describe the tagger for Thai [p]."
    )


@pytest.mark.parametrize(
    ("source", "used", "statement"), FAMILIES["a_reporting_verb_just_used_gives_way"]
)
def test_a_reporting_verb_just_used_gives_way(source: str, used: list[str], statement: str) -> None:
    assert text_of(rewrite(source, first_mention(PAPER, 0), used)) == statement


@pytest.mark.parametrize(("source", "named", "unnamed"), FAMILIES["authors_may_come_last"])
def test_authors_may_come_last(source: str, named: str, unnamed: str) -> None:
    for authors, statement in ((PAPER, named), (BY_NOBODY, unnamed)):
        rewriting = rewrite(source, first_mention(authors, 0), authors_last=True)
        assert text_of(rewriting) == statement


WORDY = " ".join(["long"] * 30)


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        (
            f"We propose a {WORDY} tagger, which learns {WORDY} rules.",
            f"Li et al. propose a {WORDY} tagger.",
        ),
        (
            f"We propose a {WORDY} tagger and show that {WORDY} rules help.",
            f"Li et al. propose a {WORDY} tagger.",
        ),
        (
            f"Taggers, which are {WORDY}, learn {WORDY} rules.",
            f"Taggers, which are {WORDY}, learn {WORDY} rules [p].",
        ),
        (
            f"We propose taggers that are not only {WORDY}, which is good, but {WORDY}.",
            f"Li et al. propose taggers that are not only {WORDY}, which is good, but {WORDY}.",
        ),
        (
            f"We use three things: {WORDY} rules; {WORDY} trees.",
            f"Li et al. use three things: {WORDY} rules; {WORDY} trees.",
        ),
    ],
)
def test_very_long_statements_are_cut_where_a_whole_sentence_remains(
    source: str, statement: str
) -> None:
    assert shown(source) == statement


def test_a_detail_without_authors_is_tied_to_the_title() -> None:
    titled = Paper("p", title="Binding of guests to trypsin hosts")
    for source, alone in (
        ("Docking studies were performed to explain the relationship.", False),
        ("Trypsin is cooled for days in water.", True),
        ("Water changes how guests and hosts are bound.", True),
    ):
        assert rewrite(source, first_mention(titled, 0)).stands_alone == alone


def test_awkward_rewritings_say_so() -> None:
    plain = rewrite("We propose a tagger.", first_mention(PAPER, 0))
    assert plain.awkwardness == 0.0
    assert rewrite("It works.", first_mention(PAPER, 0)).awkwardness > 0.5
    assert rewrite("They fail on rare words.", first_mention(PAPER, 0)).awkwardness > 2.0
    assert rewrite("This changes how we live.", first_mention(PAPER, 0)).awkwardness > 0.5


FIRST_PERSON = ["we", "our", "us", "my"]
WORDS = [
    *FIRST_PERSON,
    *[
        "show",
        "propose",
        "presents",
        "is",
        "that",
        "because",
        "it",
        "this",
        "the",
        "of",
        "in",
        "to",
    ],
    *["paper", "model", "method", "results", "proposed", "fast", "however", "here", "and"],
    *[",", "(", ")"],
]


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=15),
    st.sampled_from([PAPER, BY_SMITH, BY_NOBODY]),
)
def test_any_words_give_one_citation_and_no_first_person(words: list[str], by: Paper) -> None:
    parts = rewrite(" ".join(words).capitalize() + ".", first_mention(by, 0)).parts
    marks = [part for part in parts if isinstance(part, CitationMark)]
    assert [mark.papers for mark in marks] == [("p",)]
    assert all(
        mark.names == author_names(by) for mark in marks if mark.form is CitationForm.TEXTUAL
    )
    text = " ".join(part for part in parts if isinstance(part, str)).lower().split()
    assert not set(FIRST_PERSON) & set(text)
    assert isinstance(parts[-1], str) and parts[-1].endswith(".")


def test_a_verb_gives_no_way_to_one_that_its_object_repeats() -> None:
    source = "We present a description of the parser of trees."
    again = rewrite(source, first_mention(PAPER, 0), ["present"])
    assert text_of(again) == "Li et al. present a description of the parser of trees."


def test_a_review_is_presented_and_not_described() -> None:
    again = rewrite("We present a brief review of parsing.", first_mention(PAPER, 0), ["present"])
    assert again.verb == "present"


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
    written = rewritten(source, BY_NOBODY)
    assert not written.stands_alone or "prior work" in text_of(written).lower()


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        (f"The model of {MARK} used the a parser of trees", False),
        (f"{MARK} developed simulates the runoff of fields", False),
        ("The model developed simulates the runoff of fields", False),
        (f"In the last decade of parsing, {MARK} collected treebanks", True),
        (f"{MARK} ask two questions: (1) are parsers fast, and (2) are taggers", True),
    ],
    ids=range(5),
)
def test_broken_statements_are_not_sound(text: str, sound: bool) -> None:
    assert is_sound(text) == sound
