"""Names of methods, systems and data sets in sentences."""

import pytest
from families import families

from citeloom.grounding.support.names import names

FAMILIES = families(__file__)


@pytest.mark.parametrize(("text", "found"), FAMILIES["names_in_a_sentence"])
def test_names_in_a_sentence(text: str, found: list[str]) -> None:
    assert [name.text for name in names(text)] == found


def test_names_without_end_are_read() -> None:
    """Looking at all that stands before each name would hang here."""
    assert sum(1 for _ in names("hive A1x " * 50_000)) == 50_000


@pytest.mark.parametrize(
    ("text", "is_data"),
    [
        ("It is tested on the Orsted benchmark.", True),
        ("They report results on KORA-7.", True),
        ("a reading of the MediQuAD data set", True),
        ("DeepTAM uses two networks.", False),
    ],
)
def test_names_of_data_sets(text: str, is_data: bool) -> None:
    *_, last = names(text)
    assert last.is_data is is_data


@pytest.mark.parametrize(
    "text", ["the Navier-Stokes equations", "a divergence of Kullback-Leibler"]
)
def test_two_people_joined_are_no_name_of_a_method(text: str) -> None:
    assert not [*names(text)]
