"""Papers with an abstract that no sentence can be taken from, and withdrawn ones."""

import pytest

from citeloom.methods.extractive.from_titles.told_titles import ToldTitles
from citeloom.methods.result import Result
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.paper import Author, Paper
from rewritten_sentences import sentences_of, written

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
    return written(task, method)


def titled(abstract: str, title: str = "The rules of large trees") -> Paper:
    return Paper("li", ("li2012",), title, (Author("Li"),), abstract=abstract)


def test_a_paper_without_a_usable_sentence_is_told_alone_and_named() -> None:
    result = run(PARSER, NEXT, titled(BARE_DOI))
    cited = next(it for part in result.paragraphs for it in part.sentences if "li" in it.cites)
    assert cited.cites == ("li",), "what another abstract says is no statement on this paper"
    assert result.warnings == (
        "Cited by title, with another paper or without a statement, because no sentence of the "
        "abstract can be used alone: li2012.",
    )


def test_an_abstract_that_shares_no_word_with_its_title_is_another_papers() -> None:
    other = titled("We measure the heat of thin gold films at low pressure.")
    (cited,) = [it for it in run(PARSER, other).paragraphs[-1].sentences if "li" in it.cites]
    assert [it.source for it in cited.evidence] == ["title"]


@pytest.mark.parametrize(
    "abstract",
    [
        "These results are discussed. They differ from such findings.",
        "Those are large. We apply this method to parse sentences of five languages.",
    ],
)
def test_one_whose_sentences_all_lean_on_others_is_named_as_well(abstract: str) -> None:
    result = run(PARSER, NEXT, titled(abstract))
    assert result.uncited == ()
    assert any("by title, with" in note and "li2012" in note for note in result.warnings)


def test_where_no_abstract_is_usable_titles_make_an_outline() -> None:
    result = run(titled(BARE_DOI))
    assert sentences_of(result) == ["Li studies the rules of large trees."]
    assert any("by title, with" in note for note in result.warnings)


def test_one_without_a_title_whose_sentences_tell_its_field_is_cited_all_the_same() -> None:
    field = "Trees are widely used in the parsing of words, and their use grows in all languages."
    result = run(PARSER, titled(field, title=""))
    assert result.uncited == ()


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
    assert "li2012: withdrawn, according to its abstract; not cited." in result.warnings


def test_one_paper_alone_that_is_told_briefly_is_told_by_its_title() -> None:
    alone = Paper("yew", ("yew",), "Rings of yew trees")
    task = WritingTask(DraftText("Trees", "We parse trees.", "abstract"), (alone,))
    titles = ToldTitles(task.references, task, [])
    (told,) = titles.sentences([alone.id], frozenset([alone.id]))
    assert "yew trees" in told.text
