"""What rewriting must not make of a sentence, and what makes a sentence unfit to be taken."""

import pytest

from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.title_statements import title_statement
from citeloom.methods.extractive.rewriting.articles import mend_articles
from citeloom.methods.extractive.rewriting.names import MARK, first_mention
from citeloom.methods.extractive.rewriting.soundness import is_sound
from citeloom.methods.extractive.rewriting.statement import Rewriting, rewrite
from citeloom.methods.extractive.text.cleaning import clean
from citeloom.methods.extractive.titles import title_sentences
from citeloom.papers.paper import Author, Paper

PAPER = Paper("p", title="", authors=tuple(map(Author, ("Li", "Wu", "Xu"))))
NAMELESS = Paper("p", title="")


def rewritten(source: str, paper: Paper = PAPER, used: tuple[str, ...] = ()) -> Rewriting:
    return rewrite(clean(source), first_mention(paper, 0), used)


def shown(rewriting: Rewriting) -> str:
    parts = rewriting.parts
    return "".join(part if isinstance(part, str) else part.names or " [p]" for part in parts)


@pytest.mark.parametrize(
    "source",
    [
        "In recent years, we have seen a colossal effort in pre-training text encoders.",
        "We lack a general framework that delineates dynamic processes within phylogenies.",
        "To assess the effect of a character requires that we be able to calculate probabilities.",
        "For the best Doppler targets, we are sensitive to planets in small orbits.",
        "I present results of imaging surveys, and what they already tell us about planets.",
        "Trees of cities tell most of our knowledge and we parse them with neural networks.",
        "The method is exact if we take the limit of dependency trees of many words.",
        "In a previous study, we proposed a method based on simple networks for tagging trees.",
        "In the first error analysis, we study the effect of exact rates of trees on parsers.",
        "The methods are the parsimony method, the compatibility method and others for trees.",
        "After a history of parsing, the aim of this study is to discuss trees as a strategy.",
        "This paper will attempt to explain the technique behind parsing of dependency trees.",
        "This paper is to solve the task of comprehension of sentences by dependency trees.",
        "We found the following points: (1) Trees are the most popular way to assess parsers.",
        "We , at first, annotate a treebank of comments with sentiments and emotions of people.",
        "We present a presentation of the parsers of dependency trees in twelve languages.",
        "We study the the parsing of dependency trees in twelve languages of Europe.",
        "We perform experiments that analyze when we can expect treebanks to help parsers.",
        "We need data about asking questions in tasks of parsers of dependency trees.",
        "We propose to tackle this problem by devising a mechanism for parsers of trees.",
        "Misuse of trees is important, but we still understand little about its parsers.",
        "Our results show the possibility of parsing trees, if we have a dictionary of words.",
        "Finally it combines the representations of both sentences into a vector of trees.",
        "During the nineties, we thought that the way to parse was to read many trees at once.",
    ],
    ids=range(24),
)
def test_what_may_be_false_of_the_authors_does_not_stand(source: str) -> None:
    statement = rewritten(source)
    assert not statement.stands_alone
    assert not statement.can_follow


@pytest.mark.parametrize(
    "source",
    [
        "We are interested in dependency parsing of trees in twelve languages of Europe.",
        "We are developing a suite of simulations of dependency parsers and their errors.",
        "We propose a parser that we call Sapling, which reads trees of any depth.",
        "Our model was applied to study the effect of runoff on the loads of pesticides.",
    ],
    ids=range(4),
)
def test_what_authors_do_stands(source: str) -> None:
    assert rewritten(source).stands_alone


@pytest.mark.parametrize(
    "source",
    [
        "We propose a framework (GSum) that can take guidance as input, and we perform experiments "
        "across several varieties of guidance.",
        "By testing parsers on trees, we find that they struggle to model small changes and have "
        "an even more difficult time with several styles.",
        "We propose a model that enables us to evaluate and compare several, earlier models.",
    ],
    ids=range(3),
)
def test_prior_work_is_not_mistaken_for_the_thing_that_it_made(source: str) -> None:
    assert not rewritten(source, NAMELESS).stands_alone


@pytest.mark.parametrize(
    "source",
    [
        "Since the fi duciary duty of banks is to maximize value, we solve for their structure.",
        "The width of a resonance of spheres is determined by the points Ima n = 0.",
        "Use of a modified curve number for a 5 percent I-a/S value was investigated by models.",
        "We propose a neural model for GEC.Experiments show that the model corrects errors.",
        "This paper presents our translation system that developed for the tasks of parsing.",
        "We developed methods to determine ?a13C values of commonly reported contaminants.",
        "We propose feature selection for ST. We first train an encoder of trees.",
        "A surface realizer forUniversal Dependencies of parsing structures is described.",
        "We extend a method of parsing by Nielsen (2002, Syst. Biol. 51:729) to all trees.",
    ],
    ids=range(9),
)
def test_damaged_sentences_do_not_stand(source: str) -> None:
    assert not rewritten(source).stands_alone


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        (
            "While others use one parser, here we consider many parsers of trees.",
            "While others use one parser, Li et al. consider many parsers of trees.",
        ),
        (
            "Considering words is insufficient, therefore, we propose a parser of documents.",
            "Considering words is insufficient, Li et al. propose a parser of documents.",
        ),
        (
            "To take the domain into account, in this paper, we propose a parser of trees.",
            "To take the domain into account, Li et al. propose a parser of trees.",
        ),
        (
            "PURPOSE OF REVIEW We describe parsers of dependency trees.",
            "Li et al. describe parsers of dependency trees.",
        ),
        (
            "We extend a parser of trees and demonstrate here the utility of trees.",
            "Li et al. extend a parser of trees and demonstrate the utility of trees.",
        ),
        (
            "An outline is given of a technique that we apply here to spheres.",
            "An outline is given of a technique that Li et al. apply to spheres.",
        ),
        (
            "The model developed in this study simulates the runoff of fields.",
            "The model of Li et al. simulates the runoff of fields.",
        ),
        (
            "We study parsers in a small (13 km(2)) catchment that is deter\u00ad mined by hand.",
            "Li et al. study parsers in a small (13 km²) catchment that is determined by hand.",
        ),
    ],
    ids=range(8),
)
def test_asides_leave_a_whole_sentence(source: str, statement: str) -> None:
    assert shown(rewritten(source)) == statement


def test_a_verb_gives_no_way_to_one_that_its_object_repeats() -> None:
    statement = rewritten("We present a description of the parser of trees.", used=("present",))
    assert shown(statement) == "Li et al. present a description of the parser of trees."


def test_a_participle_takes_no_article_behind_it() -> None:
    text = " use networks, a recently proposed neural architecture for parsing."
    assert mend_articles(text) == text


@pytest.mark.parametrize(
    "title",
    [
        "Study of heat transfer in gaps",
        "Zooming in on transfer of heat",
        "Improve recognition of heat transfer via data selection",
    ],
)
def test_titles_that_are_no_topic_are_not_said_to_be_studied(title: str) -> None:
    names = NamesInTexts(["the heat transfer in gaps via data selection and recognition of things"])
    assert title_statement(Paper("p", title=title, authors=PAPER.authors), names, 0) is None


@pytest.mark.parametrize(
    "text",
    [
        f"The model of {MARK} used the a parser of trees",
        f"{MARK} developed simulates the runoff of fields",
        "The model developed simulates the runoff of fields",
    ],
    ids=range(3),
)
def test_broken_statements_are_not_sound(text: str) -> None:
    assert not is_sound(text)


@pytest.mark.parametrize(
    "text",
    [
        f"In the last decade of parsing, {MARK} collected treebanks",
        f"{MARK} ask two questions: (1) are parsers fast, and (2) are taggers",
    ],
    ids=range(2),
)
def test_decades_and_whole_lists_are_sound(text: str) -> None:
    assert is_sound(text)


@pytest.mark.parametrize(
    "source",
    [
        "Based on the graphs we introduce a path reasoning mechanism between entities.",
        "During the conversations we collected a corpus of trees for parsers of speech.",
    ],
    ids=range(2),
)
def test_an_opener_on_a_thing_of_other_sentences_dangles(source: str) -> None:
    assert not rewritten(source).stands_alone


def test_a_title_is_quoted_without_markup_and_inner_quotations_differ() -> None:
    paper = Paper("p", title="Comment on “Thermal <b>Emitters</b>”")
    assert title_sentences([paper])[0].parts[0] == (
        "Further related work includes “Comment on ‘Thermal Emitters’”"
    )
