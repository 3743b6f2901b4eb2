"""What a claim in another language than English denies and an abstract in that language says."""

import pytest

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import source_text
from citeloom.grounding.support.verdict import DoubtKind, SupportVerdict
from citeloom.papers.paper import Paper

GERMAN = (
    "Wir stellen ein neuronales Netz für die Schachnotation vor. Es erkennt handgeschriebene Züge "
    "mit annotierten Trainingsdaten aus tausend Partien."
)
FRENCH = (
    "Nous présentons un réseau de neurones pour la notation des échecs. Il reconnaît les coups "
    "manuscrits par des données annotées qui viennent de mille parties."
)
SPANISH = (
    "Presentamos una red neuronal para la notación de ajedrez. Reconoce los movimientos "
    "manuscritos con datos anotados que son de mil partidas."
)
ITALIAN = (
    "Presentiamo una rete neurale per la notazione degli scacchi. La rete riconosce mosse "
    "manoscritte con dati annotati di mille partite che sono nel corpus."
)
PORTUGUESE = (
    "Apresentamos uma rede neural para a notação de xadrez. A rede reconhece lances manuscritos "
    "com dados anotados de mil partidas que são do corpus."
)
DUTCH = (
    "We beschrijven een neuraal netwerk voor de notatie van schaken. Het netwerk herkent "
    "geschreven zetten met geannoteerde trainingsdata van duizend partijen."
)


def _negations(text: str, abstract: str) -> list[str]:
    cited = Paper("p:chess", abstract=abstract)
    checked = SupportChecker([source_text(cited)]).check(Claim(text, (cited.id,)))
    return [text[it.start : it.end] for it in checked.doubts if it.kind is DoubtKind.NEGATION]


@pytest.mark.parametrize(
    ("text", "abstract", "cue"),
    [
        (
            "Das neuronale Netz erkennt handgeschriebene Züge ohne annotierte Trainingsdaten.",
            GERMAN,
            "ohne",
        ),
        ("Das neuronale Netz erkennt die handgeschriebenen Züge nicht.", GERMAN, "nicht"),
        ("Das neuronale Netz erkennt keine handgeschriebenen Züge.", GERMAN, "keine"),
        (
            "Le réseau de neurones ne reconnaît jamais les coups manuscrits.",
            FRENCH,
            "ne reconnaît jamais",
        ),
        (
            "Le réseau reconnaît les coups manuscrits sans données annotées.",
            FRENCH,
            "sans",
        ),
        ("La red neuronal no reconoce los movimientos manuscritos.", SPANISH, "no"),
        ("La red reconoce los movimientos manuscritos sin datos anotados.", SPANISH, "sin"),
        ("La rete non riconosce le mosse manoscritte che sono nel corpus.", ITALIAN, "non"),
        (
            "A rede não reconhece os lances manuscritos das partidas em um corpus.",
            PORTUGUESE,
            "não",
        ),
        ("Het neurale netwerk herkent de geschreven zetten niet.", DUTCH, "niet"),
    ],
)
def test_a_negation_is_told_where_the_abstract_says_it_without(
    text: str, abstract: str, cue: str
) -> None:
    assert _negations(text, abstract) == [cue]


@pytest.mark.parametrize(
    ("text", "abstract"),
    [
        ("Das neuronale Netz erkennt handgeschriebene Züge mit annotierten Daten.", GERMAN),
        ("Das Netz erkennt nicht nur handgeschriebene Züge der Schachnotation.", GERMAN),
        ("Das Netz wird nicht für das Lesen von gedruckten Formularen verwendet.", GERMAN),
        (
            "Das neuronale Netz erkennt handgeschriebene Züge ohne annotierte Trainingsdaten.",
            GERMAN.replace("mit annotierten", "ohne alle annotierten"),
        ),
        (
            "Das neuronale Netz erkennt handgeschriebene Züge ohne annotierte Trainingsdaten.",
            f"{GERMAN} Am Ende kommt es ohne annotierte Daten aus.",
        ),
        ("Le réseau ne reconnaît pas seulement les coups manuscrits.", FRENCH),
        ("La red no solo reconoce los movimientos manuscritos con datos anotados.", SPANISH),
    ],
)
def test_nothing_is_told_of_what_the_abstract_does_not_say(text: str, abstract: str) -> None:
    assert not _negations(text, abstract)


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
