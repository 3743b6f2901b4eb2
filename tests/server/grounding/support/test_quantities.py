"""Numbers with their units: which there are in a text, and which count the same."""

import pytest

from citeloom.grounding.support.quantities import (
    equal_quantity,
    is_of_a_formula,
    quantities,
    units_agree,
)
from citeloom.grounding.support.roots import roots


def _first(text: str):  # type: ignore[no-untyped-def]
    return quantities(text)[0]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("an accuracy of 74.7%", 74.7, "%"),
        ("an accuracy of 74.7 percent", 74.7, "%"),
        ("an accuracy of 74.7\\%", 74.7, "%"),
        ("over 100,000 questions", 100_000, ""),
        ("100K questions", 100_000, ""),
        ("1.6 billion words", 1.6e9, ""),
        ("a speed-up of 4 times", 4, "times"),
        ("is 35x smaller", 35, "times"),
        ("takes 20 ms", 0.02, "seconds"),
        ("sampled at 44.1 kHz", 44_100, "hertz"),
        ("needs 24.85 GJ/t of urea", 24.85, "GJ/t"),
        ("a price of 51 $/GJ", 51, "$/GJ"),
        ("speaks of 12 and/or none", 12, ""),
        ("shown by 3 A/B tests", 3, ""),
        ("eine Genauigkeit von 95,4 %", 95.4, "%"),
        ("ein Anteil von 0,815", 0.815, ""),
        ("gains 1.8 points", 1.8, "points"),
        ("presents two models", 2, ""),
        ("in twelve populations", 12, ""),
        ("over 12, 000 stays", 12_000, ""),
        ("a lattice of 30nm", 30e-9, "metres"),
        ("on all tasks 12% better", 12, "%"),
    ],
)
def test_value_and_unit(text: str, value: float, unit: str) -> None:
    found = _first(text)

    assert (found.value, found.unit) == (pytest.approx(value), unit)


@pytest.mark.parametrize(
    ("text", "percentages"),
    [
        ("reads 39/53/58 % of it", [39, 53, 58]),
        ("reads 39%/53%/58% of it", [39, 53, 58]),
        ("reads 39.5/53.1\\% of it", [39.5, 53.1]),
        ("reads 39, 53, and 58 percent of it", [39, 53, 58]),
        ("from 39 to 53 %", [39, 53]),
        ("in 2019, 53 and 58% of it", [53, 58]),
        ("of 12,000 and 58% of it", [58]),
        ("a depth of 5 and 20% less", [20]),
        ("open 24/7 at 10%", [10]),
        ("half of 1/2 %", []),
        ("a split of 90/10", []),
    ],
)
def test_a_list_of_percentages_has_one_sign(text: str, percentages: list[float]) -> None:
    assert [it.value for it in quantities(text) if it.unit == "%"] == percentages


@pytest.mark.parametrize("unit", ["10%, ", "10 %, "])
def test_percentages_without_end_are_all_read_and_take_little(unit: str) -> None:
    assert len(quantities(unit * 20_000)) == 20_000


@pytest.mark.parametrize(
    "text",
    [
        "in Table 2",
        "see Section 3.1",
        "the task of 2017",
        "VGG-16 and GPT-2",
        "as shown in [12]",
        "by Corollary 5",
        "at IPv6 nodes",
        "originally class 3, now class 4",
        "type 2 diabetes",
        "needs 23/12 as many gates",
        "on the 4q topologies",
        "a 3D shape",
        "a slope of 10⁻²",
        "by lemma 2.4 and theorem 2.5",
        "towards SDG 7 and goal 13",
        "during Covid-19",
        "at level 3",
        "over the past 70 years",
        "in the last 3 decades",
        "no number",
    ],
)
def test_what_counts_nothing_is_no_quantity(text: str) -> None:
    assert not quantities(text)


@pytest.mark.parametrize("text", ["rated from 0–100", "a scale (1–5)", "on 0-100 points"])
def test_the_upper_end_of_a_scale_is_no_quantity(text: str) -> None:
    assert {found.value for found in quantities(text)} <= {0, 1}


def test_numbers_of_a_list_stay_apart() -> None:
    assert [found.value for found in quantities("with 12, 100 and 300 units")] == [12, 100, 300]


@pytest.mark.parametrize(
    ("claimed", "known", "is_equal"),
    [
        ("75%", "75.2%", True),
        ("75.2%", "75.2 %", True),
        ("75.3%", "75.2%", False),
        ("75.25%", "75.2%", False),
        ("about 100 words", "103 words", True),
        ("more than 100,000 questions", "100,000+ questions", True),
        ("2 times", "4 times", False),
        ("20 seconds", "20 ms", False),
        ("1.5 kHz", "1497 Hz", True),
        ("0.3 GB", "300 MB", True),
        ("25 kHz", "25 Hz", False),
        ("5 MW", "5 megawatts", True),
        ("10 kilogram", "10 kg", True),
        ("8 min", "8 minutes", True),
        ("1.5 million", "1,497,000", True),
        ("1.4 million", "1,497,000", False),
    ],
)
def test_a_claim_may_round_but_not_add(claimed: str, known: str, is_equal: bool) -> None:
    assert (equal_quantity(_first(claimed), quantities(known)) is not None) is is_equal


@pytest.mark.parametrize(
    ("claimed", "known", "agree"),
    [
        ("100,000 questions", "100,000+ questions posed by crowdworkers", True),
        ("100,000 hours", "100,000+ questions posed by crowdworkers", False),
        ("100,000 documents", "100,000+ questions posed by crowdworkers", False),
        ("4 %", "up to 4 times", False),
        ("4 times", "up to 4 times", True),
        ("75.2", "75.2% accuracy", True),
        ("up to 0.144 when combined", "up to 0.144 with standards", True),
        ("20 hours", "20 ms", False),
    ],
)
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
    ("text", "are_of_formulas"),
    [
        ("for constant (m=2), linear (m = 3) and quadratic (m=4) approximations", True),
        ("the coefficients c_i for N_q = 3, 4, 5, 6 are provided", True),
        ("on the domain [-10, 10] × [-10, 10]", True),
        ("starting at the point (2.5, 3)", True),
        ("with the largest (BERT, 110 million)", False),
        ("in a trial (n = 120)", False),
        ("with 300 units (all of them)", False),
        ("an accuracy of 75.2 (of 80, at most)", False),
    ],
)
def test_values_of_symbols_and_intervals_are_of_formulas(text: str, are_of_formulas: bool) -> None:
    found = quantities(text)

    assert found
    assert {is_of_a_formula(text, it) for it in found} == {are_of_formulas}
