"""A text that changes has the facts of the same text scanned afresh."""

from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom_latex.bib import scan
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.scan import facts_of, read_parts, scan_bib
from citeloom_latex.bib.stored_parts import pack_parts, unpack_parts
from citeloom_latex.bib.text import BibText
from citeloom_latex.spans import Span
from corpus import found_files

DATA = Path(__file__).parents[2] / "data"

PIECES = [
    "@", "@misc{", "\n@misc{a, ", "@string(", "@string{s = ", "@comment{", "@preamble{", "key", ",",
    "\n", " ", "title = ", "year=1", "{", "}", '"', "(", ")", "#", "%", "=", "\\", "é", "@article",
    "\n@articlex,", "\r\n", "\r", "🙂", "}@misc{k,\n", "\n@book{b, x = {1}}\n", "a@b.org", "% @a{",
]  # fmt: skip

SNIPPETS = [
    path.read_bytes().decode("utf-8")[:2000]
    for path in found_files(DATA / "bbt-torture", "*.bib", 20)
]

PIECE = st.one_of(st.sampled_from(PIECES), st.sampled_from(SNIPPETS))
TEXT = st.lists(PIECE, max_size=12).map("".join)
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), TEXT | PIECE), max_size=6)


@pytest.fixture(autouse=True, scope="module")
def small_parts() -> Iterator[None]:
    """Cut texts into parts of a few lines, so that edits meet the borders."""
    patch = pytest.MonkeyPatch()
    patch.setattr(scan, "PART", 30)
    yield
    patch.undo()


def check_same(facts: BibFacts, text: str) -> None:
    afresh = scan_bib(text)
    assert facts.entries == afresh.entries
    assert facts.strings == afresh.strings
    assert facts.problems == afresh.problems
    assert facts == afresh


@given(TEXT, EDITS)
def test_any_edits_give_the_facts_of_scanning_afresh(
    text: str, edits: list[tuple[float, int, str]]
) -> None:
    bib = BibText.of(text)
    check_same(bib.facts, text)
    for place, length, new in edits:
        start = int(place * len(text))
        end = min(len(text), start + length)
        before, old = bib, text
        bib = bib.replaced(Span(start, end), new)
        text = text[:start] + new + text[end:]
        assert (bib.text, len(bib)) == (text, len(text))
        assert before.text == old
        check_same(bib.facts, text)


@given(TEXT)
def test_a_text_in_parts_has_the_facts_of_the_whole(text: str) -> None:
    in_parts = scan_bib(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "PART", 1 << 30)
        check_same(in_parts, text)


@given(TEXT)
def test_what_was_read_is_the_same_once_it_was_packed(text: str) -> None:
    parts = read_parts(text)
    unpacked = unpack_parts(text, pack_parts(text, parts))
    assert unpacked is not None
    check_same(facts_of(text, unpacked), text)
    check_same(BibText.of(text, unpacked).facts, text)
    begin = 0
    for read, again in zip(parts, unpacked, strict=True):
        assert again.index.survey(text, begin) == read.index.survey(text, begin)
        begin += read.length


@given(TEXT, st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1), st.floats(0, 1))
def test_damaged_bytes_are_parts_of_the_whole_text_or_none(
    text: str, changes: list[tuple[float, int]], kept: float
) -> None:
    packed = bytearray(pack_parts(text, read_parts(text)))
    for place, byte in changes:
        packed[int(place * (len(packed) - 1))] = byte
    del packed[int(kept * len(packed)) :]
    parts = unpack_parts(text, bytes(packed))
    assert parts is None or sum(part.length for part in parts) == len(text)


@given(TEXT)
def test_the_entry_at_an_offset(text: str) -> None:
    entries = BibText.of(text).facts.entries
    for offset in range(0, len(text) + 1, 7):
        around = [e for e in entries if e.span.start <= offset <= e.span.end]
        assert entries.at(offset) == (around[-1] if around else None)


def test_an_entry_ends_where_a_part_begins_that_holds_none() -> None:
    entry = "@misc{k, title = {" + "T" * 40 + "}}"
    text = entry + "@string{a = {" + "b" * 40 + "}}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "PART", 8)
        found = BibText.of(text).facts.entries
        assert len(found.pieces) > 1
    assert found.at(len(entry)) == found[0]
    assert found.at(len(entry) + 1) is None


def test_parts_that_an_edit_did_not_touch_are_not_read_again() -> None:
    texts = [f"@misc{{k{n}, title = {{T}}}}\n" for n in range(100)]
    starts = list(accumulate(map(len, texts), initial=0))
    bib = BibText.of("".join(texts))
    changed = bib.replaced(Span(starts[50] + 6, starts[50] + 7), "q")
    old, new = bib.facts.entries.pieces, changed.facts.entries.pieces
    assert changed.facts.entries[50].key == "q50"
    assert [e.key for e in changed.facts.entries[51:53]] == ["k51", "k52"]
    read_again = {id(piece.index) for piece in new} - {id(piece.index) for piece in old}
    assert 0 < len(read_again) <= 4
    assert len(new) > 20


@pytest.mark.parametrize("span", [Span(-1, 0), Span(0, 9), Span(3, 2)])
def test_a_span_outside_of_the_text_is_refused(span: Span) -> None:
    with pytest.raises(ValueError, match="not in a text of 8 characters"):
        BibText.of("@misc{a}").replaced(span, "x")


def test_an_entry_cannot_be_changed() -> None:
    entry = scan_bib("@misc{a}").entries[0]
    with pytest.raises(AttributeError):
        entry.key = "b"


@given(TEXT, st.sampled_from(["title", "year", "x"]))
def test_the_first_field_of_a_name_is_found_without_reading_all(text: str, name: str) -> None:
    for entry, other in zip(scan_bib(text).entries, scan_bib(text).entries, strict=True):
        assert entry.first_field(name) == other.field(name)
