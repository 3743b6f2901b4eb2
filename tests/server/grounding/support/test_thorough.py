"""What a thorough check tells of beside the quiet one."""

import pytest
from checked_papers import BIRDS, UNREAD
from hypothesis import given
from hypothesis import strategies as st

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import source_text
from citeloom.grounding.support.verdict import Doubt, DoubtKind, SupportVerdict
from citeloom.papers.paper import Author, Paper

PARSER = Paper(
    "p:parser",
    title="Neural parsing of chess notation",
    authors=(Author("Okafor", "Ada"),),
    abstract=(
        "Chess notation is hard to read for machines. We present two recurrent neural networks "
        "that parse handwritten chess notation into legal moves. On 12,000 score sheets they "
        "read 91.4% of all moves, without a dictionary of openings."
    ),
)
SOURCES = tuple(map(source_text, (PARSER, BIRDS, UNREAD)))
QUIET, THOROUGH = SupportChecker(SOURCES), SupportChecker(SOURCES, is_thorough=True)


def _doubts(checker: SupportChecker, text: str, *papers: str) -> tuple[Doubt, ...]:
    return checker.check(Claim(text, papers or (PARSER.id,))).doubts


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("We detect flight calls as in this work.", DoubtKind.OTHER_PAPER),
        ("Okafor et al. sell tickets for the opera.", DoubtKind.NOTHING_OF_IT),
        ("Opera tickets are sold.", DoubtKind.NOTHING_OF_IT),
        ("Five machines read handwritten chess notation.", DoubtKind.NUMBER),
        ("Chess is learnt from recurrent moves by 17 of them.", DoubtKind.NUMBER),
        ("We parse handwritten chess notation on the KORA-7 data set.", DoubtKind.DATA_SET),
    ],
)
def test_what_the_quiet_check_lets_go_is_told_of(text: str, kind: DoubtKind) -> None:
    assert not _doubts(QUIET, text)
    (doubt,) = _doubts(THOROUGH, text)
    assert doubt.kind is kind
    assert not doubt.is_sure


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Opera tickets are sold.", "its abstract has no word of this"),
        ("Handwork sells opera tickets.", "its abstract has hardly a word of this"),
        ("Chess sells opera tickets at night.", "its abstract has no more of this than “Chess”"),
    ],
    ids=["none", "one that begins as one of the abstract does", "one"],
)
def test_how_little_a_paper_has_of_a_short_claim_is_told_as_it_is(text: str, reason: str) -> None:
    (doubt,) = _doubts(THOROUGH, text)
    assert doubt.reason == reason


@pytest.mark.parametrize(
    "text",
    [
        "Okafor et al. parse handwritten chess notation into legal moves.",
        "Two recurrent networks read 91.4% of all moves on 12,000 score sheets.",
        "One network reads handwritten chess notation.",
        "See also.",
    ],
)
def test_a_claim_that_its_paper_says_has_no_doubt(text: str) -> None:
    assert not _doubts(THOROUGH, text)


def test_nothing_is_told_of_papers_without_an_abstract_or_in_another_language() -> None:
    assert not _doubts(THOROUGH, "Opera tickets are sold in the evening.", UNREAD.id)
    assert not _doubts(THOROUGH, "Opera tickets are sold in the evening.", PARSER.id, UNREAD.id)
    german = "Die Karten für die Oper werden am Abend in der Stadt verkauft und sind nicht billig."
    assert not _doubts(THOROUGH, german)


def test_a_claim_is_no_less_supported_because_the_check_is_thorough() -> None:
    text = "Handwritten flight calls are parsed in long recordings."
    checked = THOROUGH.check(Claim(text, (PARSER.id,)))

    assert checked.doubts
    assert checked.verdict is QUIET.check(Claim(text, (PARSER.id,))).verdict
    assert checked.verdict is not SupportVerdict.NOT_SUPPORTED


WORDS = [*f"{PARSER.abstract} {BIRDS.abstract} We opera first not KORA-7 five".split()]


@given(st.lists(st.sampled_from(WORDS), max_size=14), st.sampled_from([PARSER.id, BIRDS.id]))
def test_all_that_the_quiet_check_tells_of_a_thorough_one_tells_too(
    words: list[str], paper: str
) -> None:
    claim = Claim(" ".join(words), (paper,))
    quiet, thorough = QUIET.check(claim), THOROUGH.check(claim)

    assert {*quiet.doubts} <= {*thorough.doubts}
    assert quiet.papers == thorough.papers
