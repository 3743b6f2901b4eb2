"""Numbers: which there are in a text, and which are the same."""

import pytest
from families import families

from citeloom.grounding.support.quantities import digits, is_known, quantities

FAMILIES = families(__file__)


@pytest.mark.parametrize(("text", "values"), FAMILIES["values"])
def test_values(text: str, values: list[float]) -> None:
    assert [found.value for found in quantities(text)] == pytest.approx(values)


@pytest.mark.parametrize("unit", ["10%, ", "10 %, "])
def test_percentages_without_end_are_all_read_and_take_little(unit: str) -> None:
    assert len(quantities(unit * 20_000)) == 20_000


@pytest.mark.parametrize("text", FAMILIES["what_counts_nothing_is_no_quantity"])
def test_what_counts_nothing_is_no_quantity(text: str) -> None:
    assert not quantities(text)


@pytest.mark.parametrize(
    ("claimed", "known", "is_equal"), FAMILIES["a_claim_may_round_but_not_add"]
)
def test_a_claim_may_round_but_not_add(claimed: str, known: str, is_equal: bool) -> None:
    said = (*quantities(known), *digits(known))
    assert is_known(quantities(claimed)[0], said) is is_equal
