"""What a sentence accuses a paper of is supported only where the paper speaks of such things."""

import pytest
from families import families

from citeloom.grounding.accusations import accusations
from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import source_text
from citeloom.grounding.support.verdict import DoubtKind
from citeloom.papers.paper import Paper

FAMILIES = families(__file__)


def test_every_accusation_is_found() -> None:
    assert [text for text in FAMILIES["accusing"] if not list(accusations(text, ()))] == []


def test_words_that_a_paper_has_accuse_nobody() -> None:
    assert [text for text in FAMILIES["fair"] if list(accusations(text, [text.upper()]))] == []


def test_a_paper_with_one_such_word_supports_no_other() -> None:
    known = ["Wires are fabricated with data that never end and do not exist."]
    assert [it.text for it in accusations("Its results are a fraud.", known)] == ["fraud"]


def test_a_paper_about_it_supports_it() -> None:
    known = Paper("p", title="Credit cards", abstract="We detect fraud in card payments.")
    checker = SupportChecker([source_text(known)])
    doubts = checker.check_written(Claim("Fraud in card payments is detected.", ("p",)))
    assert DoubtKind.ACCUSATION not in {doubt.kind for doubt in doubts}


def test_nothing_known_of_a_paper_supports_no_accusation() -> None:
    claim = Claim("Its results are fraudulent.", ("p",))
    (doubt,) = SupportChecker([]).check_written(claim)
    assert (doubt.kind, doubt.papers) == (DoubtKind.ACCUSATION, ("p",))
    assert not SupportChecker([]).check(claim).doubts


@pytest.mark.parametrize(
    "word",
    ["fab\u00adricated", "fabri\u200bcated", "fabric\u0430ted", "fabricat\u0301ed", "FABRICATED"],
    ids=["soft hyphen", "no width", "Cyrillic", "accent", "capitals"],
)
def test_an_accusation_is_found_as_it_is_read_and_stands_where_it_is(word: str) -> None:
    text = f"The results were {word}."
    (found,) = accusations(text, ())
    assert text[found.start : found.end] == found.text
    assert found.text.endswith(word)
