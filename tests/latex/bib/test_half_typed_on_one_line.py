"""What is half typed right before an entry, on the same line, costs that entry nothing."""

import random

import pytest

from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.bib.text import BibText
from citeloom_latex.spans import Span

ENTRIES = (
    "@article{a%d, title = {A}, year = 2020}\n",
    "@misc{b%d,\n title = {B},\n}\n",
    '@book{c%d, title="C", author = {D and E}}\n',
    '@inproceedings{d%d, title = {{D} "x"}, pages=1}',
    "@article{smith:2020x%d,\n  title={S},\n  year={2020}\n}\n\n",
    '@book(e%d, title = "foo")\n',
)
WITHOUT_KEY = (
    "@manual{,\n title = {A},\n year = {2016},\n}\n",
    "@article{title = {A}, year = 2016}\n",
    "@article{\n  title = {A},\n  year = 2016\n}\n",
)
HALVES = (
    *("@", "@a", "@article", "@article{", "@article{key", "@article{key,", "@article{key, title"),
    *("@article{key, title = ", "@article{key, title = {", "@article{key, title = {A"),
    *(
        "@article{key,title={A},",
        "@article(key, title = {A",
        '@misc{x, note = "a',
        "@misc{k, y = 1",
    ),
    *("@string{a = ", '@string{a = "x"', "@comment{", "@preamble{", "@inproceedings{a b"),
)


@pytest.mark.parametrize("seed", range(18, 22))
def test_no_other_entry_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(200):
        whole = [rng.choice(ENTRIES) % number for number in range(rng.randrange(2, 5))]
        at = rng.randrange(len(whole))
        half = rng.choice(HALVES) + rng.choice(("", " ", "  "))
        text = "".join((*whole[:at], half, *whole[at:]))
        facts = scan_bib(text)
        found = {
            entry.key: [text[field.name_start : field.value_end] for field in entry.fields]
            for entry in facts.entries
        }
        for entry in whole:
            (expected,) = scan_bib(entry).entries
            fields = [entry[field.name_start : field.value_end] for field in expected.fields]
            assert found.get(expected.key) == fields, text
        place = len("".join(whole[:at]))
        edited = BibText.of("".join(whole)).replaced(Span(place, place), half)
        assert edited.facts == facts, text


@pytest.mark.parametrize("entry", WITHOUT_KEY, ids=["comma", "on one line", "on lines"])
@pytest.mark.parametrize("half", HALVES)
def test_an_entry_without_a_key_is_not_lost(half: str, entry: str) -> None:
    text = f"{half} {entry}@misc{{b, title = {{B}}}}\n"
    found = [
        (
            found.type,
            found.key,
            [text[field.name_start : field.value_end] for field in found.fields],
        )
        for found in scan_bib(text).entries
    ]
    (expected,) = scan_bib(entry).entries
    fields = [entry[field.name_start : field.value_end] for field in expected.fields]
    assert (expected.type, "", fields) in found
    assert found[-1] == ("misc", "b", ["title = {B}"])


def test_an_entry_in_the_value_of_a_whole_one_is_a_part_of_it() -> None:
    text = "@misc{a, note = {as in @misc{b, title = {B}}}, year = 2020}\n"
    (entry,) = scan_bib(text).entries
    assert [field.name for field in entry.fields] == ["note", "year"]


@pytest.mark.parametrize("typed", ["@", "@a", "@article", "  @mis", "@a b"])
@pytest.mark.parametrize("value", [r"{D\}ead", "{A {b}", '"A {b'])
def test_a_value_that_never_closes_takes_in_no_line_on_which_an_entry_begins(
    value: str, typed: str
) -> None:
    broken, behind = f"@misc{{a, title = {value}\n", "@misc{b, title = {B}}\n"
    alone = scan_bib(broken + behind)
    assert [entry.key for entry in alone.entries] == ["a", "b"]
    found = scan_bib(f"{broken}{typed}\n{behind}")
    assert [[entry.type, entry.key, *entry.fields] for entry in found.entries[:1]] == [
        [entry.type, entry.key, *entry.fields] for entry in alone.entries[:1]
    ]
    assert found.entries[-1].key == "b"
