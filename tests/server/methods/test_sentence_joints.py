"""A woven sentence never parts two that belong together."""

import pytest
from families import families

from citeloom.methods.weaving import places_between

FAMILIES = families(__file__)


@pytest.mark.parametrize(
    ("texts", "places"),
    FAMILIES["places_for_a_new_sentence"].values(),
    ids=FAMILIES["places_for_a_new_sentence"],
)
def test_places_for_a_new_sentence(texts: list[str], places: list[int]) -> None:
    assert list(places_between(texts)) == places
