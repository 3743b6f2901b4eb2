"""Words that put a paper first, and words that deny."""

import pytest

from citeloom.grounding.support.polarity import negations, opposites_of
from citeloom.grounding.support.superlatives import has_superlative, superlatives


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Li et al. first proposed attention.", ["first"]),
        ("They first modeled such systems.", ["first"]),
        ("They were the first to use it.", ["first"]),
        ("It is used for the first time.", ["first"]),
        ("First, they parse; second, they rank.", []),
        ("The first step is parsing.", []),
        ("the first author", []),
        ("It achieves state-of-the-art results.", ["best"]),
        ("It is the only system.", ["only"]),
        ("It is the largest publicly available collection of moves.", ["largest"]),
        ("It was the biggest study to date.", ["largest"]),
        ("They track the smallest eigenvalue.", []),
        ("That is one of the biggest drawbacks of the method.", []),
        ("It is a good system.", []),
    ],
)
def test_superlatives(text: str, kinds: list[str]) -> None:
    assert [found.kind for found in superlatives(text)] == kinds


@pytest.mark.parametrize(
    ("kind", "text", "has"),
    [
        ("best", "Our model outperforms all others.", True),
        ("best", "Our model is fast.", False),
        ("first", "To our knowledge, nobody did this.", True),
        ("first", "We propose a novel model.", False),
        ("first", "In the first step we parse.", False),
    ],
)
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
