"""Lines of publishers' pages, disclaimers, and what anybody does are not what a paper says."""

import pytest

from citeloom.methods.extractive.candidates import candidates
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.title_statements import title_statement
from citeloom.methods.extractive.text.cleaning import clean
from citeloom.methods.extractive.text.usability import is_damaged, never_chosen
from citeloom.methods.extractive.titles import title_sentences
from citeloom.papers.paper import Paper
from rewritten_sentences import AUTHORS, rewritten, shown


@pytest.mark.parametrize(
    "source",
    [
        "Related content - Parsing of trees A. Li and B. Wu - Recent citations Trees of Czech.",
        "This content was downloaded from IP address 10.0.0.1 on 03/05/2019 at 12:14.",
        "Graphical abstract Parsing of dependency trees.",
        "Received 3 May 2010; accepted 7 June 2011; published online 1 July 2011.",
        "Received: 3 May 2010 / Accepted: 7 June 2011.",
        "Content may change prior to final publication.",
        "The views expressed in this paper are those of the authors and not of their bank.",
        "The opinions expressed herein are solely those of the parsers.",
        "Any opinions are those of the authors alone and do not reflect those of the Bank.",
        "Conflict of interest: the authors declare none for the parsing of trees.",
        "The authors declare that they have no competing interests in parsing.",
        "Supplementary information is linked to the online version of the article on trees.",
        "Reprinted with permission of the Society for the Parsing of Trees.",
        "JEL classification: C53, E52, G12 and trees.",
        "PACS numbers: 12.38.Aw, 14.65.Dw for the parsing of trees.",
        "MSC: 65L15 and 34L16 for the parsing of trees.",
        "Mathematics Subject Classification (2010): 65L15 for the parsing of trees.",
        "Correspondence should be addressed to the first parser of trees.",
        "Click here to see the parsing of dependency trees in full.",
        "This article is protected by the Society for the parsing of trees.",
        "Copyright of Journal of Trees is the property of Trees Inc. and may not be copied.",
        "This is an open access article on trees under the CC BY license.",
        "Distributed under the terms of the Creative Commons license for trees.",
        "Revised 12 January 2019, for the parsing of trees.",
        "Declarations of interest: none, beside trees.",
        "JEL: C53, for trees.",
    ],
    ids=range(26),
)
def test_lines_of_a_publishers_page_are_never_chosen(source: str) -> None:
    assert never_chosen(clean(source))


@pytest.mark.parametrize(
    "source",
    [
        "We compare articles received and accepted by twelve journals on dependency trees.",
        "This paper studies the views expressed by parsers of dependency trees.",
        "We estimate how open access affects the citations of papers on dependency trees.",
        "We show that graphical abstracts help readers of papers on dependency trees.",
        "We ask which conflicts of interest arise between parsers of dependency trees.",
        "Conflict of interest disclosures in 200 trials of parsers were read.",
        "Accepted papers of 12 venues on dependency trees are compared.",
        "Received signals of trees vary between March and May.",
        "Supplementary information on trees helps parsers answer.",
        "Correspondence analysis shows two groups of trees.",
        "Creative Commons licences are widely used for treebanks.",
        f"Each open access paper {'on dependency trees ' * 10}was parsed under water.",
        "All rights of children are human rights, as the parsers show.",
        "Abbreviations in clinical notes are hard to parse.",
    ],
    ids=range(14),
)
def test_a_paper_may_be_about_such_lines(source: str) -> None:
    assert not never_chosen(clean(source))


@pytest.mark.parametrize(
    "source",
    [
        "In most applications, trees have no value in themselves; instead we want to parse them.",
        "We now have the opportunity to parse all dependency trees of the web.",
        "Every day we encounter trees that nobody has parsed before with such care.",
        "We are surrounded by dependency trees, which parsers describe in words.",
        "We find that both parsers change the length of dependency trees in Czech.",
        "Using long trees, we document the ways in which parsers gain from this early flexibility.",
        "We describe a mouse with a mutation of its parser, which fulfils both criteria.",
        "We propose the framework as an evaluation technique for parsers of dependency trees.",
    ],
    ids=range(8),
)
def test_what_is_everybodys_or_hangs_in_the_air_does_not_stand(source: str) -> None:
    assert not rewritten(source).stands_alone


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            "This paper describes the implementation of MiniTree, a small parser of trees.",
            "Li et al. describe the implementation of MiniTree, a small parser of trees.",
        ),
        (
            "In all, we show that trees are parsed well.",
            "Li et al. show that trees are parsed well.",
        ),
        (
            "OBJECTIVE To evaluate the parsing of long trees and words in a large treebank.",
            "Li et al. aim to evaluate the parsing of long trees and words in a large treebank.",
        ),
        (
            "To parse long trees, a model is trained by rules.",
            "To parse long trees, a model is trained by rules [p].",
        ),
        (
            "To reduce the cost of trees, active parsing selects long words.",
            "To reduce the cost of trees, active parsing selects long words [p].",
        ),
        (
            "To parse long trees by rules remains hard in practice.",
            "To parse long trees by rules remains hard in practice [p].",
        ),
        (
            "To compare the speed, accuracy and cost of parsers that read trees.",
            "Li et al. aim to compare the speed, accuracy and cost of parsers that read trees.",
        ),
        ("Below, we parse dependency trees.", "Li et al. parse dependency trees."),
        (
            "Also excluding short trees, we parse 29 of 59 treebanks.",
            "Excluding short trees, Li et al. parse 29 of 59 treebanks.",
        ),
        (
            "Yet in the research reported here, we parse trees of Czech.",
            "Li et al. parse trees of Czech.",
        ),
        (
            "<h2>Summary</h2><p>Through long trees, we parse Czech.</p>",
            "Through long trees, Li et al. parse Czech.",
        ),
        (
            "We parse trees and review the questions posed by Roth et al. [International "
            "Journal of Trees 10 (1989) 1699].",
            "Li et al. parse trees and review the questions posed by Roth et al.",
        ),
        (
            "We model a dozen di erent parsers and their e ect on signi cant trees.",
            "Li et al. model a dozen different parsers and their effect on significant trees.",
        ),
    ],
    ids=range(13),
)
def test_leftovers_are_mended(source: str, text: str) -> None:
    assert shown(source).replace("..", ".") == text


@pytest.mark.parametrize(
    "source",
    [
        "Trees and leaves are out of phase, with tendencythe radiative flux by three hours.",
        "The paper is designated as a ‘problem'\u030a because of its general discussion of trees.",
        "Li presents a framework of estimators and applies it tot\u030ahe trees of Czech.",
    ],
)
def test_lost_blanks_and_stray_accents_are_damage(source: str) -> None:
    assert is_damaged(clean(source))


def test_words_that_end_in_the_and_accents_on_letters_are_none() -> None:
    assert not is_damaged("Newborns breathe, bathe and soothe, as Goethe and A\u030a say of trees.")


@pytest.mark.parametrize(
    ("last", "usable"),
    [
        ("We find that parsers are partly shielded against chang", False),
        ("We find that parsers are partly shielded against trees", True),
        ("We find that parsers are partly shielded against chang.", True),
    ],
)
def test_a_last_sentence_that_was_cut_off_in_a_word_is_not_used(last: str, usable: bool) -> None:
    paper = Paper("p", title="Parsing", abstract=f"We parse all dependency trees of Czech. {last}")
    assert [sentence.usable for sentence in candidates(paper)] == [True, usable]


@pytest.mark.parametrize(
    ("paper", "said"),
    [
        (Paper("p", title="Language and the Science of Trees", authors=AUTHORS), "study language"),
        (Paper("p", title="THE LONG TREES AND PARSERS OF 200 GeV WORDS", authors=AUTHORS), None),
        (Paper("p", title="Language Parser trees of words", authors=AUTHORS), None),
        (
            Paper("p", title="Parsing of words", type="misc", authors=AUTHORS),
            None,
        ),
        (
            Paper(
                "p",
                title="The parsing of words",
                type="misc",
                arxiv_id="2001.00001",
                authors=AUTHORS,
            ),
            "study the parsing of words",
        ),
    ],
)
def test_titles_are_told_as_they_mean(paper: Paper, said: str | None) -> None:
    texts = [
        "We study language, science, words, trees, a parser, parsers and the parsing of a tree."
    ]
    sentence = title_statement(paper, NamesInTexts(texts), 0)
    assert (sentence is None) == (said is None)
    assert sentence is None or said is None or said in sentence.text


def test_the_kind_of_a_text_is_no_word_of_its_title() -> None:
    (sentence,) = title_sentences([Paper("p", title="A Theory of Trees [J]")])
    assert sentence.text == "Further related work includes “A Theory of Trees”."
