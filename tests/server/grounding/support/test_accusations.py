"""What a sentence accuses a paper of is supported only where the paper speaks of such things."""

import pytest

from citeloom.grounding.support.accusations import accusations
from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import source_text
from citeloom.grounding.support.verdict import DoubtKind, SupportVerdict
from citeloom.papers.paper import Paper


@pytest.mark.parametrize(
    "text",
    [
        "The results of Bergstrom et al. were shown to be fabricated.",
        "Lee fabricated their data.",
        "Smith and Jones plagiarised our work.",
        "The evaluation is widely regarded as fraudulent.",
        "Its forged measurements are well known.",
        "These figures cannot be trusted.",
    ],
)
def test_an_accusation_is_found(text: str) -> None:
    assert len(list(accusations(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Nanowires were fabricated by lithography.",
        "Data are fabricated with a simulator.",
        "They copied 300 hours of recordings.",
        "Numbers are made up of digits.",
        "Trust between agents is modelled.",
    ],
)
def test_other_uses_of_its_words_are_none(text: str) -> None:
    assert not list(accusations(text))


def test_a_paper_about_it_supports_it() -> None:
    known = Paper("p", title="Credit cards", abstract="We detect fraud in card payments.")
    checker = SupportChecker([source_text(known)])
    checked = checker.check(Claim("Fraud in card payments is detected.", ("p",)))
    assert DoubtKind.ACCUSATION not in {doubt.kind for doubt in checked.doubts}


def test_nothing_known_of_a_paper_supports_no_accusation() -> None:
    checked = SupportChecker([]).check(Claim("Its results are fraudulent.", ("p",)))
    assert checked.verdict is SupportVerdict.NOT_SUPPORTED
    (doubt,) = checked.doubts
    assert (doubt.kind, doubt.is_sure, doubt.papers) == (DoubtKind.ACCUSATION, True, ("p",))
