import pytest
from tabled import tabled

from citeloom.actions.keys.undefined import NEAREST, nearest

KNOWN = ["smith2020bees", "Smith2021bees", "lee2019ants", "wu19", "roe-2020-wasps"]


@tabled(least=6)
def test_a_key_with_a_slip_is_nearest_to_the_right_one(key: str, first: str) -> None:
    near = nearest(key, KNOWN)
    assert near[0] == first and len(near) <= NEAREST


@pytest.mark.parametrize("key", ["", "garcia2005", "x", "smith"])
def test_a_key_of_another_paper_is_near_to_none(key: str) -> None:
    assert nearest(key, KNOWN) == []
