from itertools import pairwise

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom_latex.bib.facts import BibFacts, Entry
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.spans import Span

FAMILIES = families(__file__)


def fields(text: str, entry: Entry) -> dict[str, str]:
    return {field.name: field.value_span.of(text) for field in entry.fields}


def only(text: str) -> tuple[Entry, dict[str, str]]:
    (entry,) = scan_bib(text).entries
    return entry, fields(text, entry)


def messages(text: str) -> list[str]:
    return [problem.message for problem in scan_bib(text).problems]


@pytest.mark.parametrize(("text", "expected"), FAMILIES["a_whole_entry_has_its_fields"])
def test_a_whole_entry_has_its_fields(text: str, expected: dict[str, str]) -> None:
    entry, found = only(text)
    assert (entry.key, found, entry.span, entry.whole) == ("a", expected, Span(0, len(text)), True)
    assert messages(text) == []


@pytest.mark.parametrize(
    "key", ["smith:20", "10.1000/x(3)y", "Müller_2020", "a+b", 'o"b', "a#b", "key's", "x=y", "@b"]
)
def test_keys_may_have_odd_characters(key: str) -> None:
    text = f"@misc{{{key}, year = 1}}"
    entry, found = only(text)
    assert (entry.key, entry.key_span.of(text), found) == (key, key, {"year": "1"})


def test_what_stands_between_entries_means_nothing() -> None:
    text = "Mail me@home.org, 50 % of {all}\n@misc{a}\n@comment{jabref-meta: x}\n} @book{b}"
    facts = scan_bib(text)
    assert [entry.key for entry in facts.entries] == ["a", "b"]
    assert facts.problems == ()


def test_comment_hides_only_itself_as_in_bibtex() -> None:
    assert [entry.key for entry in scan_bib("@comment{@misc{a, year = 1}}").entries] == ["a"]


def test_an_entry_whose_lines_begin_with_percent_signs_is_no_entry() -> None:
    text = "%@misc{old,\n%  year = 1,\n%}\n@misc{new, year = 2}\n% @misc{one, year = 3}"
    assert [entry.key for entry in scan_bib(text).entries] == ["new", "one"]


def test_strings_and_preamble() -> None:
    text = '@string{ACM = "A" # {B}}@String(x = {y})\n@preamble{"\\def\\x{}" # {z}}@misc{a}'
    facts = scan_bib(text)
    assert [(d.name, d.value_span.of(text), d.name_span.of(text)) for d in facts.strings] == [
        ("acm", '"A" # {B}', "ACM"),
        ("x", "{y}", "x"),
    ]
    assert [entry.key for entry in facts.entries] == ["a"]
    assert facts.problems == ()


def test_duplicates_are_all_kept() -> None:
    assert [e.type for e in scan_bib("@misc{a}@book{a}@misc{A}").entries] == [
        "misc",
        "book",
        "misc",
    ]


@pytest.mark.parametrize(
    ("text", "expected", "message"),
    FAMILIES["a_broken_entry_gives_what_can_be_read_and_one_problem"],
)
def test_a_broken_entry_gives_what_can_be_read_and_one_problem(
    text: str, expected: dict[str, str], message: str
) -> None:
    text += "\n@book{next, year = 2}"
    broken, following = scan_bib(text).entries
    assert (broken.key, fields(text, broken)) == ("a", expected)
    assert (following.key, fields(text, following)) == ("next", {"year": "2"})
    assert messages(text) == [message]


def test_an_entry_without_a_key() -> None:
    text = "@article{title = {T}, year = 1}\n@misc{, year = 2}\n@book{}"
    facts = scan_bib(text)
    assert [(e.key, fields(text, e)) for e in facts.entries] == [
        ("", {"title": "{T}", "year": "1"}),
        ("", {"year": "2"}),
        ("", {}),
    ]
    assert [p.message for p in facts.problems] == [
        f"an entry of type '{type_}' has no key" for type_ in ("article", "misc", "book")
    ]


def test_a_broken_string_is_a_problem_and_ends_before_the_next_entry() -> None:
    text = '@string{acm = "ACM\n@misc{a}'
    assert [entry.key for entry in scan_bib(text).entries] == ["a"]
    assert messages(text) == ["@string 'acm' has no closing quotation mark after 'acm'"]


PIECES = [
    "@", "@misc{", "@string(", "@comment{", "@preamble{", "key", ",", "\n", " ", "title = ",
    "year=1", "{", "}", '"', "(", ")", "#", "%", "=", "\\", "é", "@article", "\r\n", "🙂",
]  # fmt: skip


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=40).map("".join)))
def test_ranges_are_in_the_text_ordered_and_nested(text: str) -> None:
    check_ranges(text, scan_bib(text))


def check_ranges(text: str, facts: BibFacts) -> None:
    blocks = sorted((*facts.entries, *facts.strings), key=lambda block: block.span)
    spans = sorted({block.span for block in blocks})
    assert all(a.end <= b.start for a, b in pairwise(spans))
    for entry in facts.entries:
        assert 0 <= entry.span.start < entry.span.end <= len(text)
        assert text[entry.span.start] == "@"
        assert entry.key_span.of(text) == entry.key
        parts = [entry.key_span]
        for field in entry.fields:
            assert field.name_span.of(text).lower() == field.name
            parts += [field.name_span, field.value_span]
        assert all(entry.span.contains(part) for part in parts)
        assert all(a.end <= b.start for a, b in pairwise(parts))
    for definition in facts.strings:
        assert definition.span.contains(definition.value_span)
        assert definition.name_span.end < definition.value_span.start
    for problem in facts.problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
    broken = [problem.span.start for problem in facts.problems]
    assert len(broken) == len(set(broken))


HOSTILE = [
    "@a{", "@a{b,c={", '@a{b,c="', "\n@a{b,c={", "@a(b,", "{", "\nx = {", ",x={", '\nx = "', "%@a{",
    "@a{b c", "a=", "@a{b,c={}", "@articlex,", "\nx={{}", "@a{b,x={1}}, y",
]  # fmt: skip


@pytest.mark.parametrize("length", [50_000, pytest.param(200_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("piece", HOSTILE)
def test_long_hostile_texts_are_read_to_their_end(piece: str, length: int) -> None:
    """A scan that took quadratic time would hang here."""
    before = "@a{b,\n x = {" if "@" not in piece else ""
    text = before + piece * (length // len(piece)) + "\n@misc{last, year = 1}"
    last = scan_bib(text).entries[-1]
    assert (last.key, fields(text, last), last.whole) == ("last", {"year": "1"}, True)


@pytest.mark.parametrize(
    "piece",
    [
        *("@a{b,?} x ", "@a{b ?} x ", "@a{b,? {} ", "@a(b,?) x ", "@string{b,?} x ", '@preamble{"'),
        *("%@a{b,c={} ", "%@a{b,c={d}"),
    ],
)
@pytest.mark.parametrize("length", [50_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_broken_entries_without_end_on_one_line_are_read_in_linear_steps(
    piece: str, length: int
) -> None:
    """A quadratic reader would not come back from a million characters."""
    facts = scan_bib(piece * (length // len(piece)) + "\n@misc{last, year = 1}")
    assert facts.problems
    assert [*facts.entries.keys()][-1] == "last"
