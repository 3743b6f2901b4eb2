"""Numbers with their units: which there are in a text, and which count the same."""

import pytest
from families import families

from citeloom.grounding.support.quantities import (
    equal_quantity,
    is_of_a_formula,
    quantities,
    units_agree,
)
from citeloom.grounding.support.roots import roots

FAMILIES = families(__file__)


def _first(text: str):  # type: ignore[no-untyped-def]
    return quantities(text)[0]


@pytest.mark.parametrize(("text", "value", "unit"), FAMILIES["value_and_unit"])
def test_value_and_unit(text: str, value: float, unit: str) -> None:
    found = _first(text)

    assert (found.value, found.unit) == (pytest.approx(value), unit)


@pytest.mark.parametrize(("text", "percentages"), FAMILIES["a_list_of_percentages_has_one_sign"])
def test_a_list_of_percentages_has_one_sign(text: str, percentages: list[float]) -> None:
    assert [it.value for it in quantities(text) if it.unit == "%"] == percentages


@pytest.mark.parametrize("unit", ["10%, ", "10 %, "])
def test_percentages_without_end_are_all_read_and_take_little(unit: str) -> None:
    assert len(quantities(unit * 20_000)) == 20_000


@pytest.mark.parametrize("text", FAMILIES["what_counts_nothing_is_no_quantity"])
def test_what_counts_nothing_is_no_quantity(text: str) -> None:
    assert not quantities(text)


@pytest.mark.parametrize("text", ["rated from 0–100", "a scale (1–5)", "on 0-100 points"])
def test_the_upper_end_of_a_scale_is_no_quantity(text: str) -> None:
    assert {found.value for found in quantities(text)} <= {0, 1}


def test_numbers_of_a_list_stay_apart() -> None:
    assert [found.value for found in quantities("with 12, 100 and 300 units")] == [12, 100, 300]


@pytest.mark.parametrize(
    ("claimed", "known", "is_equal"), FAMILIES["a_claim_may_round_but_not_add"]
)
def test_a_claim_may_round_but_not_add(claimed: str, known: str, is_equal: bool) -> None:
    assert (equal_quantity(_first(claimed), quantities(known)) is not None) is is_equal


@pytest.mark.parametrize(("claimed", "known", "agree"), FAMILIES["units_agree"])
def test_units_agree(claimed: str, known: str, agree: bool) -> None:
    assert units_agree(_first(claimed), _first(known), roots(known)) is agree


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("a precision of 0.71 with 12 stations", ["", "station"]),
        ("an increase by 13% from 51 $/GJ", ["", ""]),
        ("640 of 700 compounds", ["", "compound"]),
        ("between 3 and 4 stations", ["station", "station"]),
    ],
)
def test_what_a_number_counts_stands_in_its_own_part(text: str, counted: list[str]) -> None:
    assert ["".join(found.nouns[:1]) for found in quantities(text)] == [
        "".join(roots(word)) for word in counted
    ]


@pytest.mark.parametrize(
    ("text", "are_of_formulas"), FAMILIES["values_of_symbols_and_intervals_are_of_formulas"]
)
def test_values_of_symbols_and_intervals_are_of_formulas(text: str, are_of_formulas: bool) -> None:
    found = quantities(text)

    assert found
    assert {is_of_a_formula(text, it) for it in found} == {are_of_formulas}
