"""Changes of a .bib: in its own style, and nothing else is touched."""

from pathlib import Path

import pytest
from families import families
from hypothesis import assume, given
from hypothesis import strategies as st

from citeloom_latex.bib.change import add_entry, remove_entry, remove_field, set_field
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.file_style import FileStyle
from citeloom_latex.bib.scan import scan_bib
from corpus import found_files

FAMILIES = families(__file__)

DATA = Path(__file__).parents[2] / "data"


def with_field(text: str, key: str, name: str, value: str) -> str:
    facts = scan_bib(text)
    entry = next(entry for entry in facts.entries if entry.key == key)
    return set_field(text, entry, name, value, FileStyle(text, facts)).applied_to(text)


def without_field(text: str, key: str, name: str) -> str:
    entry = next(entry for entry in scan_bib(text).entries if entry.key == key)
    return remove_field(text, entry, name).applied_to(text)


def values(text: str, facts: BibFacts) -> list[tuple[str, str, list[tuple[str, str]]]]:
    return [
        (e.type, e.key, [(f.name, f.value_span.of(text)) for f in e.fields]) for e in facts.entries
    ]


@pytest.mark.parametrize(
    ("text", "expected"), FAMILIES["a_field_is_written_as_the_file_writes_fields"]
)
def test_a_field_is_written_as_the_file_writes_fields(text: str, expected: str) -> None:
    assert with_field(text, "a", "doi", "10.1/x") == expected


def test_numbers_stand_bare_where_the_file_has_them_so() -> None:
    text = "@misc{a, volume = 3}"
    assert with_field(text, "a", "year", "2001") == "@misc{a, volume = 3, year = 2001}"
    assert with_field(text, "a", "volume", "4") == "@misc{a, volume = 4}"


@pytest.mark.parametrize(("text", "expected"), FAMILIES["a_field_goes_with_its_comma"])
def test_a_field_goes_with_its_comma(text: str, expected: str) -> None:
    assert without_field(text, "a", "y") == expected


@pytest.mark.parametrize(("name", "value"), FAMILIES["what_would_break_the_entry_is_refused"])
def test_what_would_break_the_entry_is_refused(name: str, value: str) -> None:
    text = "@misc{a,\n x = {1}\n}"
    with pytest.raises(ValueError, match="cannot be"):
        with_field(text, "a", name, value)


def test_a_value_with_a_quotation_mark_gets_braces() -> None:
    assert with_field('@misc{a, x = "1"}', "a", "x", 'the "x"') == '@misc{a, x = {the "x"}}'


FILE = "% mine\n@ARTICLE{b,\n title = {B},\n year = 2000,\n}\n\n@ARTICLE{d,\n title = {D},\n}\n"


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        (FILE, "c", FILE[:-1] + "\n\n@MISC{c,\n title = {T},\n year = 1999,\n}\n"),
        ("", "a", "@misc{a,\n  title = {T},\n  year = {1999},\n}\n"),
        ("% x\n", "a", "% x\n\n@misc{a,\n  title = {T},\n  year = {1999},\n}\n"),
        (
            "@misc{b}\n@misc{d}\n@misc{f}\n",
            "E",
            "@misc{b}\n@misc{d}\n@misc{E,\n  title = {T},\n  year = {1999},\n}\n@misc{f}\n",
        ),
        (
            "@misc{b}\r\n@misc{d}\r\n@misc{f}\r\n",
            "a",
            "@misc{a,\r\n  title = {T},\r\n  year = {1999},\r\n}\r\n"
            "@misc{b}\r\n@misc{d}\r\n@misc{f}\r\n",
        ),
    ],
)
def test_an_entry_is_written_as_the_file_writes_entries(text: str, key: str, expected: str) -> None:
    fields = [("title", "T"), ("year", "1999")]
    assert add_entry(text, scan_bib(text), "misc", key, fields).applied_to(text) == expected


@pytest.mark.parametrize("key", ["", "a b", "a,b", "a{b", "a%b"])
def test_a_key_that_would_break_the_entry_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match="cannot be a key"):
        add_entry("", scan_bib(""), "misc", key, [])


BLANK = st.sampled_from(["", " ", "\n", "\n  ", "\r\n\t", "\n\n"])
VALUE = st.sampled_from(["{1}", '"two {x}"', "1999", "jan", '{a} # "b"', "{}", "{{D}eep\n text}"])


@st.composite
def entries(draw: st.DrawFn) -> str:
    opening, closing = draw(st.sampled_from(["{}", "()"]))
    names = draw(st.lists(st.sampled_from("xyz"), unique=True, max_size=3))
    sign = draw(st.sampled_from(["=", " = ", "   = "]))
    between = draw(BLANK)
    fields = [f",{between}{name}{sign}{draw(VALUE)}" for name in names]
    end = draw(st.sampled_from(["", ","])) + draw(BLANK) if fields or opening == "{" else ","
    return f"@misc{opening}{draw(st.sampled_from('abk'))}{''.join(fields)}{end}{closing}"


NOISE = st.sampled_from(
    ["% note\n", "prose\n", "@string{s = {v}}\n", "@misc{broken, x = {\n", "}\n"]
)
FILES = st.lists(st.tuples(st.one_of(entries(), entries(), NOISE), BLANK), max_size=5).map(
    lambda parts: "".join(part + blank for part, blank in parts)
)
LATEX = st.one_of(
    st.sampled_from(["T", "1999", "a {B} c", 'say "x"', "{", "}{", "é 🙂", "a\nb", "x @ y"]),
    st.text(max_size=10),
)


@given(FILES, st.integers(0, 4), st.sampled_from(["x", "doi"]), LATEX)
def test_setting_and_removing_a_field_changes_nothing_else(
    text: str, number: int, name: str, value: str
) -> None:
    facts = scan_bib(text)
    assume(len(facts.entries) > number)
    entry = facts.entries[number]
    before = values(text, facts)
    try:
        edit = set_field(text, entry, name, value, FileStyle(text, facts))
    except ValueError:
        return
    changed = edit.applied_to(text)
    after = values(changed, scan_bib(changed))
    assert [one for i, one in enumerate(after) if i != number] == [
        one for i, one in enumerate(before) if i != number
    ]
    assert entry.span.contains(edit.span)
    there = entry.field(name)
    new = scan_bib(changed).entries[number]
    field = new.field(name)
    assert field is not None
    assert field.value_span.of(changed) in (f"{{{value}}}", f'"{value}"', value)
    assert len(new.fields) == len(entry.fields) + (there is None)
    if there is None:
        assert remove_field(changed, new, name).applied_to(changed) == text
    else:
        assert edit.span == there.value_span


@given(FILES, st.sampled_from(["a", "c", "zz"]), st.lists(st.tuples(st.sampled_from("xyz"), LATEX)))
def test_an_entry_that_was_added_can_be_removed(
    text: str, key: str, fields: list[tuple[str, str]]
) -> None:
    facts = scan_bib(text)
    try:
        edit = add_entry(text, facts, "book", key, fields)
    except ValueError:
        return
    changed = edit.applied_to(text)
    after = scan_bib(changed)
    added = [n for n, e in enumerate(after.entries) if (e.type, e.key) == ("book", key)]
    assert len(added) == 1
    rest = values(changed, after)
    del rest[added[0]]
    assert rest == values(text, facts)
    assert remove_entry(changed, after, after.entries[added[0]]).applied_to(changed) == text


@pytest.mark.parametrize("path", found_files(DATA, "*.bib", 35), ids=lambda path: path.name)
def test_in_real_files_an_added_field_can_be_removed(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "replace")
    facts = scan_bib(text)
    style = FileStyle(text, facts)
    for number, entry in enumerate(facts.entries[:40]):
        if not entry.whole or entry.complaint:
            continue
        changed = set_field(text, entry, "zz-new", "V", style).applied_to(text)
        new = scan_bib(changed).entries[number]
        assert remove_field(changed, new, "zz-new").applied_to(changed) == text
        assert [f.name for f in new.fields if f.name != "zz-new"] == [f.name for f in entry.fields]
