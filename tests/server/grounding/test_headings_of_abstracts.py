"""Structured abstracts: their headings say what sentences are for."""

import pytest
from families import families

from citeloom.grounding.roles.headings import HeadedSentence, headed_sentence
from citeloom.grounding.roles.model import roles
from citeloom.grounding.roles.role import Role

FAMILIES = families(__file__)


@pytest.mark.parametrize(("sentence", "heading", "text"), FAMILIES["headings_are_taken_off"])
def test_headings_are_taken_off(sentence: str, heading: str, text: str) -> None:
    assert headed_sentence(sentence) == HeadedSentence(heading, text)


def test_headings_decide_until_the_next_one() -> None:
    assert roles(
        [
            "Background: Asthma is a common disease.",
            "Aim: Results of trials are better than in earlier work.",
            "Methods: We found that accuracy improves significantly.",
            "Our results show that it outperforms others.",
            "Conclusions: A questionnaire was used to collect data from many participants.",
        ]
    ) == [Role.BACKGROUND, Role.OBJECTIVE, Role.METHOD, Role.METHOD, Role.RESULT]


def test_a_heading_that_stands_alone_says_nothing() -> None:
    found = roles(["Methods.", "Trees are old.", "Results.", "Birds sing."])
    assert found == [Role.OTHER, Role.METHOD, Role.OTHER, Role.RESULT]


def test_a_single_heading_goes_for_its_own_sentence_alone() -> None:
    found = roles(
        [
            "Background: Parsing is important.",
            "In this paper, we propose a faster parser.",
            "Results show that it significantly outperforms the state of the art.",
        ]
    )
    assert found == [Role.BACKGROUND, Role.OBJECTIVE, Role.RESULT]
