import pytest

from citeloom.actions.keys.undefined import NEAREST, nearest

KNOWN = ["smith2020bees", "Smith2021bees", "lee2019ants", "wu19", "roe-2020-wasps"]


@pytest.mark.parametrize(
    ("key", "first"),
    [
        ("smiht2020bees", "smith2020bees"),
        ("SMITH2021BEES", "Smith2021bees"),
        ("lee2019ant", "lee2019ants"),
        ("lee2020ants", "lee2019ants"),
        ("roe2020wasps", "roe-2020-wasps"),
        ("wu2019", "wu19"),
    ],
)
def test_a_key_with_a_slip_is_nearest_to_the_right_one(key: str, first: str) -> None:
    near = nearest(key, KNOWN)
    assert near[0] == first and len(near) <= NEAREST


@pytest.mark.parametrize("key", ["", "garcia2005", "x", "smith"])
def test_a_key_of_another_paper_is_near_to_none(key: str) -> None:
    assert nearest(key, KNOWN) == []
