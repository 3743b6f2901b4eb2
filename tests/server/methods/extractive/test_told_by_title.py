"""Papers with an abstract that no sentence can be taken from, and withdrawn ones."""

import asyncio

import pytest

from citeloom.methods.extractive.text.withdrawn import is_withdrawal
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import Result
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.paper import Author, Paper

PARSER = Paper(
    "parser",
    ("parser",),
    "Parsing of dependency trees",
    (Author("Wu"),),
    abstract="We parse dependency trees of Czech by means of rules. The rules are few.",
)
NEXT = Paper(
    "rules",
    ("rules",),
    "Rules for trees",
    (Author("Xu"),),
    abstract="We write rules for dependency trees of Polish. The trees are large.",
)
BARE_DOI = "Molecular Treebanks 2012, 7:1. doi:10.1186/1750-1326-7-53"


def run(*papers: Paper, method: str = "extractive") -> Result:
    task = WritingTask(DraftText("Trees", "We parse trees.", "abstract"), papers)
    chosen = method_named(method)
    return asyncio.run(chosen.write(task, chosen.parameters(), Ports()))


def titled(abstract: str, title: str = "The rules of large trees") -> Paper:
    return Paper("li", ("li2012",), title, (Author("Li"),), abstract=abstract)


def texts(result: Result) -> list[str]:
    return [sentence.text for part in result.paragraphs for sentence in part.sentences]


def test_a_paper_without_a_usable_sentence_is_told_by_its_title_and_named() -> None:
    result = run(PARSER, NEXT, titled(BARE_DOI))
    assert "Li studies the rules of large trees." in texts(result)
    assert result.uncited == ()
    assert result.warnings == (
        "Told by title alone, as no sentence of the abstract can stand by itself: li2012.",
    )


def test_one_whose_sentences_all_lean_on_others_is_named_as_well() -> None:
    result = run(PARSER, titled("These results are discussed. They differ from such findings."))
    assert "Li studies the rules of large trees." in texts(result)
    assert any("by title alone" in note and "li2012" in note for note in result.warnings)


def test_where_no_abstract_is_usable_titles_make_an_outline() -> None:
    result = run(titled(BARE_DOI))
    assert texts(result) and result.uncited == ()
    assert any("by title alone" in note for note in result.warnings)


def test_without_a_title_nothing_is_said_and_that_is_told() -> None:
    result = run(PARSER, titled(BARE_DOI, title=""))
    assert result.uncited == ("li",)
    assert "li2012: the abstract has no usable sentence; not cited." in result.warnings


def test_a_ranking_of_sentences_leaves_such_a_paper_out_and_says_so() -> None:
    result = run(PARSER, titled(BARE_DOI), method="lexrank")
    assert "li2012: the abstract has no usable sentence; not cited." in result.warnings


def test_of_a_withdrawn_paper_nothing_is_told() -> None:
    abstract = "This paper has been withdrawn by the authors. We parse trees of Czech by rules."
    result = run(PARSER, titled(abstract))
    assert result.uncited == ("li",)
    assert "li2012: withdrawn, as its abstract says; not cited." in result.warnings


@pytest.mark.parametrize(
    "sentence",
    [
        "This paper has been withdrawn by the author due to a crucial error in Theorem 3.",
        "Withdrawn.",
        "RETRACTED: Trees and their parsing.",
        "This article has been retracted at the request of the editors.",
        "The arXiv preprint was withdrawn.",
        "We withdraw this paper because of an error.",
        "This submission has now been withdrawn.",
        "We retract this paper because of an error.",
        "This paper, which appeared in 2010, has been retracted.",
        "This paper by Smith et al. has been retracted at the request of the editor.",
        "This paper contains a crucial error in Theorem 3 and has been withdrawn.",
        "This version of the paper was later withdrawn.",
        "Due to an error, this paper (v1) is hereby withdrawn.",
        "Retracted article",
    ],
    ids=range(14),
)
def test_a_withdrawal_is_known_by_its_words(sentence: str) -> None:
    assert is_withdrawal(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "We study why articles are retracted and withdrawn.",
        "This paper studies retracted articles.",
        "Support was withdrawn from the villages.",
        "Withdrawn patients were left out of the analysis.",
        "In this article, troops that were withdrawn from the border are counted.",
        "The article has been read, and the drug was withdrawn from the market.",
        "Authors go on citing an article after the article has been retracted.",
        "We ask how often the paper was withdrawn by its journal.",
        "The first version of this paper was withdrawn because of an error that is mended here.",
        "This paper has never been retracted.",
        "This paper has not been withdrawn.",
        "This paper hasn't yet been withdrawn by its authors.",
        "Contrary to rumours, this paper has in no way been retracted.",
        "It is not true that this paper has been withdrawn.",
        "We asked whether this paper was retracted.",
        "We never withdraw our papers.",
        "This paper was nearly withdrawn.",
        "This paper studies papers that were retracted.",
        "This paper is about trials which were retracted.",
        "This paper reports on patients whose consent was withdrawn.",
        "This article reports that funding has been withdrawn.",
        "In this letter, support was withdrawn.",
        "In our paper, samples were withdrawn at fixed times.",
        "Retracted article numbers grow.",
        "Retracted-paper detection is studied.",
    ],
    ids=range(25),
)
def test_what_others_withdraw_is_no_withdrawal(sentence: str) -> None:
    assert not is_withdrawal(sentence)
