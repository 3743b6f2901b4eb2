"""The grammar of statements: articles, tenses, who "they" are."""

import pytest

from citeloom.methods.extractive.rewriting.articles import mend_articles
from citeloom.methods.extractive.rewriting.names import first_mention
from citeloom.methods.extractive.rewriting.statement import rewrite
from citeloom.methods.result import CitationMark
from citeloom.papers.paper import Author, Paper

LI = Paper("p", authors=(Author("Li"), Author("Wu"), Author("Xu")))
SMITH = Paper("p", authors=(Author("Smith"),))
NOBODY = Paper("p")


def of(source: str, by: Paper) -> str:
    return "".join(
        "" if isinstance(part, CitationMark) and not part.names
        else part.names if isinstance(part, CitationMark) else part
        for part in rewrite(source, first_mention(by, 0)).parts
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        (" train a LSTM model on an minimal corpus", " train an LSTM model on a minimal corpus"),
        (" give a accurate parser", " give an accurate parser"),
        (" use bidirectional attention mechanism to read",
         " use the bidirectional attention mechanism to read"),
        (" present a tagger for named entity recognition task",
         " present a tagger for the named entity recognition task"),
        (" studies monocular visual odometry (VO) problem.",
         " studies the monocular visual odometry (VO) problem."),
        (" detect it using xgboost classifier in English.",
         " detect it using the xgboost classifier in English."),
        (" build a corpus for Urdu language.", " build a corpus for the Urdu language."),
        (" train it with novel loss and new denoising network for images.",
         " train it with novel loss and new denoising network for images."),
        (" label them by using combination of LSTM and CRF.",
         " label them by using a combination of LSTM and CRF."),
        (" explain it by new graph model.", " explain it by a new graph model."),
        (" introduces a novel attention networks (MCAN) to fuse",
         " introduces novel attention networks (MCAN) to fuse"),
    ],
    ids=["a-an", "an-adjective", "mechanism", "task", "abbreviation", "using", "language",
         "coordinated", "group", "new", "several"],
)  # fmt: skip
def test_articles_are_mended(text: str, mended: str) -> None:
    assert mend_articles(text) == mended


@pytest.mark.parametrize(
    "text",
    [
        " use a unified model of European texts in an hour",
        " learn to train model and parser",
        " screen them with in silico approach for ligands",
        " generate text by using attention mechanisms",
        " translate from natural language to code",
        " train models on training data with language model pretraining",
        " compare a few hundred models in a series of tasks",
        " describe a union of an LSTM and an x-ray",
        " work on Smith's task of a user's model",
        " present a new type of numerical algorithm for images",
        " propose Selective Encoding with Template (BiSET) model, which reads",
        " find methods using models of each task",
    ],
    ids=["vowels", "to", "latin", "gerund", "bare-language", "compounds", "many", "letters",
         "possessive", "kind", "name", "plural"],
)  # fmt: skip
def test_articles_that_fit_stay(text: str) -> None:
    assert mend_articles(text) == text


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        ("In this work, we have performed a survey of 57 systems.",
         "Li et al. performed a survey of 57 systems."),
        ("We have therefore developed a corpus of Italian.",
         "Li et al. developed a corpus of Italian."),
        ("We have successfully shown that trees help.",
         "Li et al. successfully showed that trees help."),
        ("We have applied trees and shown that they help.",
         "Li et al. have applied trees and shown that they help."),
        ("We have access to a corpus of Thai.", "Li et al. have access to a corpus of Thai."),
    ],
    ids=["regular", "therefore", "irregular", "two", "no-tense"],
)  # fmt: skip
def test_what_authors_have_done_they_did(source: str, statement: str) -> None:
    assert of(source, LI) == statement


@pytest.mark.parametrize(
    ("by", "source", "statement"),
    [
        (LI, "We cast decoding as a tradeoff, and we perform a large evaluation of parsers.",
         "Li et al. cast decoding as a tradeoff and perform a large evaluation of parsers."),
        (SMITH, "We cast decoding as a tradeoff, and we perform a large evaluation of parsers.",
         "Smith casts decoding as a tradeoff and performs a large evaluation of parsers."),
        (SMITH, "We build a tagger that reads Thai, and we train it on news.",
         "Smith builds a tagger that reads Thai, and they train it on news."),
        (SMITH, "We weigh each word and do masked training.",
         "Smith weighs each word and does masked training."),
        (NOBODY, "We combine our model with data from a translation model.",
         "Prior work combines its model with data from a translation model."),
        (NOBODY, "We describe a network that we adopt for the modelling of sentences.",
         "Prior work describes a network that it adopts for the modelling of sentences."),
    ],
    ids=["plural", "singular", "relative", "do", "its", "it"],
)  # fmt: skip
def test_authors_are_named_once_and_work_is_it(by: Paper, source: str, statement: str) -> None:
    assert of(source, by) == statement


@pytest.mark.parametrize(
    ("source", "statement"),
    [
        ("Significantly, we handle three levels of noise.",
         "Li et al. handle three levels of noise."),
        ("In order to read Thai, we build a tagger.", "To read Thai, Li et al. build a tagger."),
        ("Especially, our model reaches good readers.",
         "The model of Li et al. reaches good readers."),
        ("To overcome, we present a dataset of dialogs.",
         "Li et al. present a dataset of dialogs."),
        ("Our method also requires no further training data.",
         "The method of Li et al. requires no further training data."),
        ("We are therefore faced with two problems of parsers.",
         "Li et al. are faced with two problems of parsers."),
        ("A second approach, introduced here, splits a neuron of our network in two.",
         "A second approach splits a neuron of the network of Li et al. in two."),
        ("This paper describes the development of a corpus and presents baseline results.",
         "Li et al. describe the development of a corpus and present baseline results."),
        ("Typically, we see three levels of noise.",
         "Typically, Li et al. see three levels of noise."),
        ("We present a parser, and compare it to seven others.",
         "Li et al. present a parser, and compare it to seven others."),
        ("We present SAS, a metric of similarity, and compare it to seven others.",
         "Li et al. present SAS, a metric of similarity, and compare it to seven others."),
    ],
    ids=["rated", "in-order-to", "our", "overcome", "also", "therefore", "here", "presents",
         "frequency", "compare", "compare-named"],
)  # fmt: skip
def test_openers_and_second_verbs(source: str, statement: str) -> None:
    assert of(source, LI) == statement
