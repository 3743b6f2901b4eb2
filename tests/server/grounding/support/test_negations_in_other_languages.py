"""What a claim in another language than English denies and an abstract in that language says."""

import pytest
from families import families

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import source_text
from citeloom.grounding.support.verdict import DoubtKind, SupportVerdict
from citeloom.papers.paper import Paper

FAMILIES = families(__file__)
ABSTRACTS = FAMILIES["abstracts"]


def _negations(text: str, abstract: str) -> list[str]:
    cited = Paper("p:chess", abstract=abstract)
    checked = SupportChecker([source_text(cited)]).check(Claim(text, (cited.id,)))
    return [text[it.start : it.end] for it in checked.doubts if it.kind is DoubtKind.NEGATION]


@pytest.mark.parametrize(("text", "language", "cue"), FAMILIES["negated"])
def test_a_negation_is_told_where_the_abstract_says_it_without(
    text: str, language: str, cue: str
) -> None:
    assert _negations(text, ABSTRACTS[language]) == [cue]


@pytest.mark.parametrize(("text", "language"), FAMILIES["not_negated"])
def test_nothing_is_told_of_what_the_abstract_does_not_say(text: str, language: str) -> None:
    assert not _negations(text, ABSTRACTS[language])


@pytest.mark.parametrize(
    "text",
    [
        "Das Netz erkennt die handgeschriebenen Züge der Partien nicht.",
        "Le réseau ne reconnaît pas les coups manuscrits des parties.",
        "La red no reconoce los movimientos manuscritos de las partidas.",
    ],
)
def test_an_english_abstract_cannot_tell_what_another_language_denies(text: str) -> None:
    abstract = "We present a network that parses handwritten chess notation into legal moves."
    cited = Paper("p:chess", abstract=abstract)
    checked = SupportChecker([source_text(cited)]).check(Claim(text, (cited.id,)))

    assert checked.verdict is SupportVerdict.CANNOT_TELL
    assert not checked.doubts


def test_a_language_whose_negations_are_not_known_is_let_be() -> None:
    swedish = "Vi beskriver ett nätverk som känner igen handskrivna drag i schack med en modell."
    assert not _negations("Nätverket känner inte igen handskrivna drag i schack.", swedish)
