"""Words of a sentence that stand in another of the draft's papers, not in the one it cites."""

from dataclasses import replace

import pytest

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import source_text
from citeloom.grounding.support.verdict import Doubt, DoubtKind
from citeloom.papers.paper import Author, Paper

GLACIERS = Paper(
    "p:glaciers",
    title="Mapping ice from orbit",
    authors=(Author("Halvorsen", "Ida"),),
    abstract=(
        "We map the melting edge of alpine glaciers from radar images that two satellites take "
        "each week. To remedy this, we introduce a crevasse atlas. "
        "We propose a new method for this problem."
    ),
)
RIVERS = Paper(
    "p:rivers",
    title="Gauging rivers",
    authors=(Author("Castro", "Rui"),),
    abstract="Gauges along mountain rivers warn of floods. Radar images show where water stands.",
)
COPIED = (
    "We map the melting edge of alpine glaciers from radar images that two satellites take "
    "each week."
)


def _doubts(text: str, *more: Paper, is_between: bool = False) -> list[Doubt]:
    checker = SupportChecker(map(source_text, (GLACIERS, RIVERS, *more)))
    return list(checker.check(Claim(text, (RIVERS.id,), is_between=is_between)).doubts)


@pytest.mark.parametrize(
    "text",
    [
        COPIED,
        COPIED.replace("We map", "Castro et al. map"),
        "To remedy this, we introduce a crevasse atlas.",
    ],
    ids=["in the first person", "under the cited author's name", "a short sentence"],
)
def test_words_of_another_reference_are_surely_its_own(text: str) -> None:
    (doubt,) = _doubts(text)

    assert (doubt.kind, doubt.papers, doubt.is_sure) == (
        DoubtKind.OTHER_PAPER,
        (GLACIERS.id,),
        True,
    )
    assert "words in a row are those of another of your references: “" in doubt.reason


def test_the_paper_that_has_the_words_is_named_though_a_third_one_has_them_scattered() -> None:
    scattered = replace(
        GLACIERS,
        id="p:scattered",
        abstract=" ".join(sorted(GLACIERS.abstract.split())) + " Weekly.",
    )
    assert [it.papers for it in _doubts(COPIED, scattered)] == [(GLACIERS.id,)]


def test_between_sentences_on_that_paper_it_is_less_sure() -> None:
    assert [it.is_sure for it in _doubts(COPIED, is_between=True)] == [False]


@pytest.mark.parametrize(
    "text",
    [
        "We propose a new method for this problem.",
        "We map the edge of glaciers from images of radar satellites.",
        f"Of this it says: “{COPIED}”",
    ],
    ids=["words of any paper", "the draft's own work in other words", "quoted"],
)
def test_what_is_no_copy_is_no_doubt_in_a_sentence_on_own_work(text: str) -> None:
    assert _doubts(text) == []


def test_words_that_the_cited_paper_has_too_are_not_another_ones() -> None:
    shared = COPIED.removesuffix(" each week.")
    journal = replace(GLACIERS, id="p:journal", abstract=f"{shared}.")
    checker = SupportChecker(map(source_text, (GLACIERS, RIVERS, journal)))
    text = f"{shared} with weekly data, and introduce a crevasse atlas to remedy this."
    kinds = [it.kind for it in checker.check(Claim(text, (journal.id,))).doubts]

    assert kinds == [DoubtKind.VERBATIM]
