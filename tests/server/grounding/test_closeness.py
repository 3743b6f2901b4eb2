"""How closely a written sentence follows its source."""

import pytest

from citeloom.grounding.closeness import closeness


def test_the_share_of_longer_words_counts() -> None:
    assert closeness("Smith proposes fast parsers", "We propose fast parsers.") == pytest.approx(
        0.5
    )


def test_the_same_words_are_as_close_as_can_be() -> None:
    assert closeness("Fast parsers, fast taggers.", "fast taggers and FAST parsers") == 1.0


def test_nothing_but_short_words_is_not_far_from_anything() -> None:
    assert closeness("It is so.", "Other words.") == 1.0
