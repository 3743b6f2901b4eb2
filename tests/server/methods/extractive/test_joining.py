"""Papers that do the same are told of in one sentence."""

import pytest

from citeloom.grounding.evidence import Evidence
from citeloom.methods.extractive.joining import have_terms_in_common, join_same
from citeloom.methods.result import CitationForm, CitationMark, Sentence, SentenceKind


def stated(names: str, words: str) -> Sentence:
    mark = CitationMark((names,), CitationForm.TEXTUAL, names)
    evidence = Evidence(names, "abstract", words, 0, len(words), 1.0)
    return Sentence((mark, f" {words}."), SentenceKind.STATEMENT, (evidence,))


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        (
            "present neural joint models for word segmentation and parsing",
            "present neural joint models for word segmentation and parsing",
            "Li and Wu present neural joint models for word segmentation and parsing.",
        ),
        (
            "introduces a neural model for the parsing of Thai treebanks",
            "propose a graph-based model for the parsing of Thai treebanks",
            "Li and Wu propose models for the parsing of Thai treebanks.",
        ),
        (
            "describe their system for SemEval-2019 Task 4: Hyperpartisan News Detection",
            "describe the first approach of a team to SemEval 2019 Task 4 on news",
            "Li and Wu describe systems for SemEval-2019 Task 4.",
        ),
        ("propose a parser for Thai", "propose a tagger for Thai", None),
        (
            "propose a parser for Thai that is trained on a large corpus of treebanks",
            "propose a tagger for Lao that is trained on a large corpus of treebanks",
            None,
        ),
        (
            "propose a parser for Thai and a method for the annotation of large treebanks",
            "propose a tagger with a method for the annotation of large treebanks",
            None,
        ),
        (
            "propose a neural model for the parsing of Thai treebanks",
            "survey a graph-based model for the parsing of Thai treebanks",
            None,
        ),
        (
            "present a model for their own treebanks of Thai dialects",
            "present another model for their own treebanks of Thai dialects",
            None,
        ),
    ],
    ids=range(8),
)
def test_what_two_papers_do_is_said_once(first: str, second: str, joined: str | None) -> None:
    found = join_same(stated("Li", first), stated("Wu", second))
    assert (found.text if found else None) == joined
    if found:
        assert found.cites == ("Li", "Wu")
        assert [source.paper for source in found.evidence] == ["Li", "Wu"]


def test_three_papers_are_joined_and_no_more() -> None:
    words = "use large language models for the parsing of treebanks"
    two = join_same(stated("Li", words), stated("Wu", words))
    assert two is not None
    three = join_same(two, stated("Xu", words))
    assert three is not None
    assert three.text == f"Li, Wu and Xu {words}."
    assert join_same(three, stated("Yi", words)) is None


def test_and_stands_between_sentences_on_the_same_alone() -> None:
    parsing = stated("Li", "propose a new model for parsing Thai treebanks")
    assert have_terms_in_common(parsing, stated("Wu", "survey Thai treebanks and their parsing"))
    assert not have_terms_in_common(parsing, stated("Wu", "propose a new model for tagging images"))
