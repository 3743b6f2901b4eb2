"""What a statement must not say, and what only the sentences around it explain."""

import pytest

from citeloom.methods.extractive.rewriting.names import first_mention
from citeloom.methods.extractive.rewriting.statement import Rewriting, rewrite
from citeloom.papers.paper import Author, Paper

PAPER = Paper(
    "p", title="Parsing of dependency trees", authors=tuple(map(Author, ("Li", "Wu", "Xu")))
)


def rewritten(source: str) -> Rewriting:
    return rewrite(source, first_mention(PAPER, 0))


def shown(source: str) -> str:
    parts = rewritten(source).parts
    return "".join(part if isinstance(part, str) else part.names or " [p]" for part in parts)


@pytest.mark.parametrize(
    "source",
    [
        "Under Representation shows how texts ground the order of the world in our concepts.",
        "The essays invite us to reconsider the theories of Barthes.",
        "To deliver just projects, we must understand where resistance to them stems from.",
        "In many settings, we might prefer to compress only part of the input.",
        "In typical applications we expect data to be structured.",
        "The heterogeneity of the data gives our work field some challenges.",
        "Our current classification schemes of trees are dominated by random directions.",
        "Our interest is in solubility, and we focus on predicting it from simulations.",
    ],
    ids=range(8),
)
def test_general_we_and_an_our_before_its_authors_do_not_stand(source: str) -> None:
    assert not rewritten(source).stands_alone


@pytest.mark.parametrize(
    "source",
    [
        "We investigate how well they handle morphological case in twelve languages.",
        "In this paper, we investigate their relevance for Czech, German and English corpora.",
        "We show that it improves the accuracy of dependency parsers for small treebanks.",
        "We also extend our theory to the single-view setting with standard augmentation.",
        "We evaluate our method on a number of simulated environments of three kinds.",
        "The crux of our approach for parsing trees is an eigenvalue analysis of the dynamical "
        "systems that go along with such functions.",
        "We show that for essentially all parameters the disc of an accretion episode of this type "
        "has a lower momentum.",
        "For modeling, we computed binding free energies of nine ligands.",
        "For each cluster, we identified the brightest galaxy by its colour.",
        "We attempt to address this problem by proposing a mechanism for parsing.",
        "We speculate on how both problems are solved by other tasks.",
        "We identify commonalities among the approaches by recasting their formulation.",
        "Through experiments on parsing, we validate our observations by hand.",
        "The calculated parsing energies of trees are in good agreement with earlier ones.",
        "Many of the thermodynamic results can be understood in terms of hydrophobic effects.",
        "(1) Local and episodic parsing of dependency trees involves too little energy.",
        "We use the resulting Gaussian process to perform inference on dependency trees.",
        "Agents in Neuron Parsing} maximize the profits of dependency trees.",
        "We conclude the general procedures of the extraction of relations.",
        "Sugarcane: Agrofuels and Conflicting Land Uses in Brazil.",
        "1H NMR indicates thatsulfoethyl ether may have major substitution on the group.",
    ],
    ids=range(21),
)
def test_what_stands_elsewhere_is_not_pointed_to(source: str) -> None:
    assert not rewritten(source).stands_alone


@pytest.mark.parametrize(
    "source",
    [
        "We train parsers and investigate how well they handle morphological case.",
        "We show that a small treebank helps if it covers several domains.",
        "We evaluate our method for parsing dependency trees on twelve treebanks.",
        "We show that it is possible to parse trees in linear time.",
        "We describe our system for SemEval 2020 Task 11: Detection of Propaganda Techniques.",
        "We annotate groups of tweets on elections in ten languages of five families with trees, "
        "and show how such groups can be parsed.",
        "In the experiments of this paper on parsing we use twelve treebanks.",
        "Elliptic Curve Digital Dependency Parsing is a Kind of Parsing of Trees.",
    ],
    ids=range(8),
)
def test_what_its_own_sentence_names_stands(source: str) -> None:
    assert rewritten(source).stands_alone


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        (
            "We present the first parser of Skolt Sami.",
            "Li et al. present a parser of Skolt Sami.",
        ),
        (
            "We provide the first empirical studies of parsing.",
            "Li et al. provide empirical studies of parsing.",
        ),
        (
            "We present the first results on parsing.",
            "Li et al. present the first results on parsing.",
        ),
        (
            "Based on work on hate speech we propose a typology of speech.",
            "Based on work on hate speech, Li et al. propose a typology of speech.",
        ),
        (
            "We conclude the parser needs fewer trees than others.",
            "Li et al. conclude that the parser needs fewer trees than others.",
        ),
        (
            "We ask students to close their eyes and imagine “a parser.”",
            "Li et al. ask students to close their eyes and imagine “a parser”.",
        ),
        (
            "We will first introduce the parsing of trees.",
            "Li et al. introduce the parsing of trees.",
        ),
        (
            "We propose a model that I call “sparse parsing”.",
            "Li et al. propose a model that they call “sparse parsing”.",
        ),
        ("We , instead, use a parser of trees.", "Li et al. use a parser of trees."),
        ("For one, we find that trees are parsed.", "Li et al. find that trees are parsed."),
        ("To fill in the gap, we present a treebank.", "Li et al. present a treebank."),
        ("We would like to investigate parsing.", "Li et al. investigate parsing."),
        (
            "The challenge of Thai parsing included the first ever blind prediction by us, and we "
            "describe it.",
            "The challenge of Thai parsing included a blind prediction by them, and Li et al. "
            "describe it.",
        ),
        (
            "From there, we argue that trees are parsed.",
            "Li et al. argue that trees are parsed.",
        ),
        (
            "We study the centre of our Galaxy by the WE method.",
            "Li et al. study the centre of the Galaxy by the WE method.",
        ),
        (
            "We use sense disambiguation instead of us-ing trees.",
            "Li et al. use sense disambiguation instead of us-ing trees.",
        ),
    ],
    ids=range(16),
)
def test_grammar_and_claims_are_mended(source: str, statement: str) -> None:
    assert shown(source) == statement


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        (
            "We take trees from a subset of our radiology report corpora.",
            "Li et al. take trees from a subset of their radiology report corpora.",
        ),
        (
            "The crux of the parsing of this report is a set of rules.",
            "The crux of the parsing of Li et al. is a set of rules.",
        ),
        (
            "This paper presents the first empirical results to our knowledge on parsing.",
            "Li et al. present empirical results on parsing.",
        ),
        (
            "We present, to the best of our knowledge, the first parser of Skolt Sami.",
            "Li et al. present a parser of Skolt Sami.",
        ),
        (
            "We parse Skolt Sami, to our knowledge for the first time.",
            "Li et al. parse Skolt Sami.",
        ),
        (
            "We show, to our knowledge, that trees help.",
            "Li et al. show, to their knowledge, that trees help.",
        ),
        (
            "Comprehensive experiments verify that the proposed model parses trees.",
            "The comprehensive experiments of Li et al. verify that the proposed model parses "
            "trees.",
        ),
        (
            "We are working on a parser of trees and in this paper focus on rules.",
            "Li et al. are working on a parser of trees and focus on rules.",
        ),
    ],
    ids=range(8),
)
def test_claims_and_words_for_the_paper_are_told_from_others(source: str, statement: str) -> None:
    assert shown(source) == statement


@pytest.mark.parametrize(
    "source",
    [
        "We handcrafted patterns from on a subset of our corpora of trees.",
        "We test the parsing of in dependency trees with for rules.",
        "The long-term goal of our field is the parsing of dependency trees.",
        "We outline an evolution in our formal conception of parsing of trees.",
        "We change our informal conception of trees, and our knowledge of parsing.",
        "We compare dependency trees of twelve languages and of five families, with the help of "
        "rules that were found in this study area.",
        "The model of parsing with dependency trees as an example, 489.",
        "Late intermediates of the parsing of trees can be used in the preparation of dependency "
        "trees, and a sample of such a parsing procedure is included in this protocol.",
    ],
    ids=range(8),
)
def test_damaged_general_and_bare_sentences_do_not_stand(source: str) -> None:
    assert not rewritten(source).stands_alone


@pytest.mark.parametrize(
    "source",
    [
        "We build parsers from over twenty trees and rules with up to nine words.",
        "The trees that we train on for parsing come from in vitro tests and from within Europe.",
        "We build on, for instance, the parsing of trees that people rely on in Prague.",
        "We take what rules are made of from trees.",
        "We parse dependency trees at the TRAC workshop, 2018.",
        "Parsing of dependency trees suffers from a lack of rules.",
    ],
    ids=range(6),
)
def test_what_only_looks_like_damage_stands(source: str) -> None:
    assert rewritten(source).stands_alone


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
    nobody = Paper("p", title="Parsing of dependency trees")
    written = rewrite(source, first_mention(nobody, 0))
    text = "".join(part for part in written.parts if isinstance(part, str))
    assert not written.stands_alone or "prior work" in text.lower(), text


def test_results_that_only_are_something_are_not_given_to_the_authors() -> None:
    assert not rewritten("The results are adventurous, witty and profound.").stands_alone
