"""Headings as publishers' styles set them, line by line: small capitals, letters, no bold."""

from dataclasses import replace

from citeloom.papers.fulltext.pdf.headings import headings_of
from citeloom.papers.fulltext.pdf.lines import Line


def lines(text: str) -> tuple[Line, ...]:
    """Read lines of a page: ``SIZE SPACE_ABOVE TEXT``, the space in tenths of the size."""
    made = []
    base = 700.0
    for row in text.strip().splitlines():
        size, space, words = row.split(maxsplit=2)
        base -= float(size) * float(space) / 10
        made.append(Line(words, 1, 1, 50.0, 290.0, base, float(size), "", 50.0, 290.0, (words,)))
    return tuple(made)


def headings(text: str) -> list[tuple[int, str]]:
    return [(one.level, one.text) for one in headings_of(lines(text))]


def test_small_capitals_numbered_by_roman_numerals_and_letters_below_them() -> None:
    assert headings("""
8 12 I. INTRODUCTION
10 15 T HIS is how a text begins whose first letter is set large, and it
10 12 goes on for some lines so that the size of running text is clear.
8 23 II. RELATED WORK
10 15 Others did the same before us, and we say here in so many words
10 12 what they did and what we do in another way, line after line.
10 20 A. Looms Before the War
10 15 There were looms before, and all of them were made by hand and
10 12 A. Smith was the one who made most of them, as it is told here.
10 20 B. Looms After It
10 15 There were none, which is why this paragraph is not a long one.
8 23 ACKNOWLEDGMENT
10 15 We thank those who have woven for us for so long and so well.
8 23 REFERENCES
8 18 [1] A. Smith, Looms, 1910.
""") == [
        (1, "INTRODUCTION"), (1, "RELATED WORK"), (2, "Looms Before the War"),
        (2, "Looms After It"), (1, "ACKNOWLEDGMENT"), (1, "REFERENCES"),
    ]  # fmt: skip


def test_a_heading_in_capitals_ends_where_the_text_below_begins() -> None:
    assert headings("""
10 12 1 INTRODUCTION
10 13 We weave all day, as it was done before there were any machines,
10 12 and we do so for several lines of running text in one size.
10 24 2 HOW A LOOM WITH MANY SHUTTLES IS
10 12 BUILT BY HAND
10 13 It is built from wood, with nails, and it takes some time to do.
""") == [(1, "INTRODUCTION"), (1, "HOW A LOOM WITH MANY SHUTTLES IS BUILT BY HAND")]


def test_letters_are_no_headings_where_sections_have_numbers() -> None:
    assert headings("""
10 12 1 INTRODUCTION
10 13 We weave all day, as it was done before there were any machines,
10 24 A. Smith and others have shown
10 12 that it can be done in many lines of running text of this size.
""") == [(1, "INTRODUCTION")]


def test_small_print_in_capitals_is_no_heading() -> None:
    assert headings("""
8 12 I. INTRODUCTION
10 15 We weave all day, as it was done before there were any machines,
10 12 and say so in lines of running text, which have one and the same size.
8 23 TABLE I
8 12 LOOMS AND WHO HAD THEM
8 23 II. RESULTS
10 15 There are more looms than there were, as the table above has shown.
""") == [(1, "INTRODUCTION"), (1, "RESULTS")]


def test_an_item_of_a_list_is_no_heading_and_a_comma_ends_none() -> None:
    text = lines("""
10 12 We weave all day, as it was done before there were any machines,
10 12 and say so in lines of running text, which have one and the same size.
10 12 1. Weaving by hand: who weaves so
10 12 has much to do for many a day, as this item of a list tells at length.
10 24 2. Weaving by machine,
10 12 and by many machines
10 24 It is quicker, as these lines of running text tell, and so it is done.
""")
    bold = {2, 4, 5}
    shown = [replace(one, lead=one.text if at in bold else "") for at, one in enumerate(text)]
    assert [one.text for one in headings_of(shown)] == ["Weaving by machine, and by many machines"]
