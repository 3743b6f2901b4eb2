"""No pattern of the program grows faster than its text but those that are listed, with the reason.

The list, ``superlinear_patterns.txt``, has a line for each: its place, and what bounds its texts.
"""

import re
from pathlib import Path

import pytest
from growing_patterns import SUPERLINEAR, growth_of, patterns_of
from tabled import tabled

LISTED = {
    line.partition(" | ")[0].strip()
    for line in Path(__file__).with_name("superlinear_patterns.txt").read_text().splitlines()
}


@tabled(least=6)
def test_a_pattern_is_known_by_its_worst_text(pattern: str, is_slow: bool) -> None:
    assert (growth_of("", re.compile(pattern)).exponent > SUPERLINEAR) is is_slow


@pytest.mark.slow
def test_no_other_pattern_grows_faster_than_its_text() -> None:
    patterns = patterns_of("citeloom_latex", "citeloom")
    assert len(patterns) > 500
    assert set(patterns) >= LISTED, "take what is gone from the list"
    slow = {
        place
        for place, pattern in patterns.items()
        if place not in LISTED
        # A busy machine makes one slow by chance, not three times.
        and all(growth_of(place, pattern).exponent > SUPERLINEAR for _ in range(3))
    }
    assert slow == set(), "rewrite it, or list it with what bounds its texts"
