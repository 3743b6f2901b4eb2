"""What must be known of all entries before a value of one is read."""

import pytest

from citeloom_latex.bib.indexing import index_of
from citeloom_latex.bib.survey import NAMING, Survey, survey_of

SIGNS = ("", "é", "ẞ", "İ", "ſ", "\u2003", "\U0001d49c", "\ud800")


def surveyed(text: str) -> Survey:
    index = index_of(text)
    return survey_of(text, 0, index.starts, index.ends)


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("name", NAMING)
def test_entries_that_name_others_are_found_behind_any_signs(sign: str, name: str) -> None:
    plain = f"@misc{{p, title = {{{sign * 9} lipids, related}}}}\n"
    naming = f"@misc{{n, title = {{{sign}}}, {name.title()} = {{p}}}}\n"
    assert surveyed(plain + naming + plain + naming).naming == (1, 3)
    assert surveyed(plain * 3).naming == ()


@pytest.mark.parametrize("space", ["", " ", "\n\t", "\x1c", "\xa0", "\u2003"])
def test_any_space_may_stand_before_the_equals_sign(space: str) -> None:
    assert surveyed(f"@misc{{n, crossref{space}={{p}}}}").naming == (0,)


def test_joins_and_names_of_strings_are_counted() -> None:
    text = "@misc{a, title = x # {é} # y}\n@misc{b, year = 2020, note = {z = 1}}\n"
    assert surveyed(text).joins == ((0, 2),)
    assert surveyed(text).strings >= 3
