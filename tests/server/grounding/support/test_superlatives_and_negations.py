"""Words that put a paper first, and words that deny."""

import pytest
from families import families

from citeloom.grounding.support.polarity import negations, opposites_of
from citeloom.grounding.support.superlatives import has_superlative, superlatives

FAMILIES = families(__file__)


@pytest.mark.parametrize(("text", "kinds"), FAMILIES["superlatives"])
def test_superlatives(text: str, kinds: list[str]) -> None:
    assert [found.kind for found in superlatives(text)] == kinds


@pytest.mark.parametrize(("kind", "text", "has"), FAMILIES["sources_that_say_as_much"])
def test_sources_that_say_as_much(kind: str, text: str, has: bool) -> None:
    assert has_superlative(kind, text) is has


def test_what_a_negation_reaches() -> None:
    found = list(negations("The model does not need labelled data, and it parses text."))

    assert [negation.text for negation in found] == ["not"]
    assert "label" in found[0].reach
    assert "pars" not in found[0].reach


def test_not_only_denies_nothing() -> None:
    assert not list(negations("It not only parses but also translates."))


def test_opposites() -> None:
    assert dict(opposites_of("It increases speed."))["increases"] == {"decrease", "reduce"}
