"""What the sentences around it tell of a sentence: what it takes up, and whether it comes first."""

import asyncio

import pytest

from citeloom.grounding.roles.cues import roles_by_cues
from citeloom.grounding.roles.role import Role
from citeloom.methods.extractive.candidates import candidates
from citeloom.methods.extractive.rewriting.names import first_mention
from citeloom.methods.extractive.rewriting.statement import rewrite
from citeloom.methods.extractive.text.abbreviations import (
    abbreviations,
    explanations_for,
    shared_explanations,
)
from citeloom.methods.extractive.text.usability import is_list_of_contents
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import shown_part
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.paper import Author, Paper

AUTHORS = tuple(map(Author, ("Li", "Wu", "Xu")))


def paper(title: str, abstract: str, name: str = "p") -> Paper:
    return Paper(name, title=title, authors=AUTHORS, abstract=abstract)


def written(*papers: Paper, draft: str = "") -> str:
    method = method_named("extractive")
    task = WritingTask(DraftText("Parsing of dependency trees", draft, "abstract"), papers)
    result = asyncio.run(method.write(task, method.parameters(), Ports()))
    first = [paragraph.sentences[0] for paragraph in result.paragraphs]
    return " ".join(
        "".join(part if isinstance(part, str) else shown_part(part) for part in sentence.parts)
        for sentence in first
    )


@pytest.mark.parametrize(
    "later",
    [
        "The compact operator is trained on videos of sports.",
        "We train these operators on videos of sports.",
        "We show that such operators need videos of sports.",
    ],
    ids=range(3),
)
def test_a_sentence_takes_up_what_one_before_it_has_named(later: str) -> None:
    source = paper("Action recognition", f"We present a compact operator. {later}")
    assert [sentence.takes_up for sentence in candidates(source)] == [False, True]


def test_a_short_form_is_taken_up_where_it_was_that_of_one_thing() -> None:
    first = "We use a deep network of neurons (DNN) for searching in games (SIG)."
    source = paper("Play", f"{first} The DNN is trained on play. The SIG is old. The DNN game is.")
    assert [it.takes_up for it in candidates(source)] == [False, True, False, False]


@pytest.mark.parametrize(
    ("title", "later"),
    [
        ("Action recognition", "The speed of operators is that of videos."),
        ("Compact operators", "The compact operator is trained on videos."),
        ("Action recognition", "We add operators, and the operators are trained on videos."),
        ("Action recognition", "The current progress is in videos of sports."),
        ("Action recognition", "We use the SQuAD operator for videos of sports."),
    ],
    ids=range(5),
)
def test_what_says_which_one_is_meant_takes_nothing_up(title: str, later: str) -> None:
    source = paper(title, f"We present a compact operator. {later}")
    assert not candidates(source)[1].takes_up


def test_what_a_paper_does_comes_before_its_results() -> None:
    text = written(
        paper(
            "Parsing of dependency trees by compact operators",
            "We present a parser by compact operators. Experimental results show that dependency "
            "trees of twelve languages are parsed by compact operators in linear time.",
        )
    )
    assert "parser by compact operators" in text
    assert "linear time" not in text


def test_what_a_paper_does_comes_before_what_furthermore_ties_to_it() -> None:
    text = written(
        paper(
            "Parsing of dependency trees by compact operators",
            "We introduce a parser of dependency trees by compact operators of four kinds. "
            "Furthermore, we analyze the parsing of dependency trees by compact operators for "
            "twelve languages.",
        )
    )
    assert text.startswith("Li et al. introduce")


def test_a_system_without_a_word_on_what_it_is_costs() -> None:
    subject = first_mention(paper("Parsing of dependency trees", ""), 0)
    bare = rewrite("Our system has been applied to two kinds of texts.", subject)
    told = rewrite("Our parsing system has been applied to two kinds of texts.", subject)
    assert bare.awkwardness > told.awkwardness + 0.4


@pytest.mark.parametrize(
    "aim",
    [
        "Calorimetry has been used to study the binding of twenty peptides.",
        "The complexation of esters with a host was investigated in water.",
        "A soluble cavitand was shown to form complexes with acids.",
    ],
    ids=range(3),
)
def test_an_abstract_without_authors_tells_in_the_passive_what_was_done(aim: str) -> None:
    roles = roles_by_cues([aim, "The energies were lower at high pH.", "Two sites are bound."])
    assert roles[0] is not Role.BACKGROUND


def test_what_others_have_studied_stays_background() -> None:
    roles = roles_by_cues(
        ["The binding of peptides has been widely studied.", "It is hard to measure.", "It is low."]
    )
    assert roles[0] is Role.BACKGROUND


@pytest.mark.parametrize(
    ("abstract", "explained"),
    [
        ("Pre-trained language models (PLMs) are large.", {"PLM": "pre-trained language model"}),
        ("We study soluble cyclodextrin (CD) derivatives.", {"CD": "cyclodextrin"}),
        ("We compare trees (TR) of texts.", {}),
        ("We train a bidirectional parser (BP) of texts.", {"BP": "bidirectional parser"}),
    ],
    ids=range(4),
)
def test_hyphens_and_long_words_may_be_abbreviated(
    abstract: str, explained: dict[str, str]
) -> None:
    assert dict(abbreviations(abstract)) == explained


def test_what_one_paper_explains_serves_another_that_uses_the_same_words() -> None:
    shared = shared_explanations(["Named entity recognition (NER) is old."])
    near = paper("NER of names", "NER finds each named entity by the recognition of names.")
    far = paper("NER", "NER is what we call the rate of errors.")
    assert explanations_for("We do NER.", near, shared) == {"NER": "named entity recognition"}
    assert explanations_for("We do NER.", far, shared) == {}


def test_what_papers_explain_in_different_ways_serves_nobody() -> None:
    assert not shared_explanations(
        ["Simile generation (SG) is hard.", "We use skip grams (SG) of words."]
    )


def test_a_result_that_names_nobody_is_no_first_statement() -> None:
    text = written(
        paper(
            "Binding of peptides to hosts",
            "Peptides are of interest to many. The binding of peptides to hosts was higher at low "
            "pH, and significant results were found at high pH for the hosts.",
        )
    )
    assert "was higher" not in text


def test_numbered_chapters_are_a_list_of_contents() -> None:
    chapters = "Preface 1. Introduction 2. Parsing in practice 3. Trees of texts 4. Outlook."
    assert is_list_of_contents(chapters)
    assert not is_list_of_contents("Trees of 3. Order and 4. Order are parsed by 12 Parsers.")


def test_an_opener_on_data_that_other_sentences_name_is_cut() -> None:
    subject = first_mention(paper("Parsing of dependency trees", ""), 0)
    parts = rewrite("By using the data, we trained parsers of dependency trees.", subject).parts
    assert parts[-1] == " trained parsers of dependency trees."
