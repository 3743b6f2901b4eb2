"""Seeing where a usual entry ends gives what reading every entry field by field gives."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citeloom_latex.bib.index import Index
from citeloom_latex.bib.indexing import index_of
from citeloom_latex.bib.other_entries import OtherEntryReader
from corpus import BOTH, found_files

FIELDS = [
    "{T}", "{a {b} {{c}}}", '"q {\\"o} q"', "1999", "x # {y}", "{mail a@b.org}", "{never closed",
    '"never closed', "{too}} many", "{\n@misc{inside, year = 1}\n}", "{% }", "{é🙂\u2028}", "",
]  # fmt: skip
BETWEEN = [
    "\n\n", "\n", "\r\n\r\n", "", " ", "\n  ", "\n\n\n\n\n\n\n\n", "\f\n", "\n% said\n", "\n}\n",
    "\n{a} {b}\n", "\n@comment{x, y}\n", '\n@string{s = "S"}\n', "%", "\n%", " see ", "\u2028",
]  # fmt: skip
ENTRY = st.builds(
    "@{}{{{},{}\n}}".format,
    st.sampled_from(
        ["misc", "ARTICLE ", "\nbook\n", "string", "Comment", "preamble", "commentary"]
    ),
    st.sampled_from(["k", " smith:20", "é", "\u2028k", "a b", "", "x=y", "o'neil(3)", "@k"]),
    st.lists(st.sampled_from(FIELDS).map("\n  title = {},".format), max_size=3).map("".join),
)
UNIFORM = st.tuples(st.sampled_from(BETWEEN), st.lists(ENTRY, max_size=4)).map(
    lambda drawn: drawn[0].join(drawn[1])
)
MIXED = st.lists(st.one_of(ENTRY, st.sampled_from(BETWEEN)), max_size=9).map("".join)


def read_one_by_one(text: str) -> Index:
    index = Index()
    others = OtherEntryReader(text, index)
    done, at = 0, text.find("@")
    while at >= 0:
        if at >= done:
            done = others.read(at)
        at = text.find("@", at + 1)
    return index


def check_same(text: str) -> int:
    seen, read = index_of(text), read_one_by_one(text)
    assert len(seen.starts) == len(seen.ends) == len(seen.heads)
    entries = [
        [index.entry(number, text, 0, 0) for number in range(len(index.starts))]
        for index in (seen, read)
    ]
    heads = [[(e.type, e.key, e.key_start, e.start, e.end) for e in found] for found in entries]
    assert heads[0] == heads[1]
    assert list(seen.keys()) == list(read.keys()) == [entry.key for entry in entries[0]]
    assert [e.fields for e in entries[0]] == [e.fields for e in entries[1]]
    assert [e.complaint for e in entries[0]] == [e.complaint for e in entries[1]]
    assert (seen.strings, seen.problems) == (read.strings, read.problems)
    return len(heads[0])


@given(st.one_of(UNIFORM, MIXED))
@example("")
@example(" }\n")
@example("@misc{k,\n  title = {never closed,\n  title = {too}} many,\n}")
@example("@misc{k, year = 1, % {\n  title = 2}}")
@example("@misc{k, year = {1} many}\n@ see,\n  title = {2},\n")
def test_any_text(text: str) -> None:
    check_same(text)


@pytest.mark.parametrize("folder", BOTH)
def test_real_files(folder: Path) -> None:
    texts = (path.read_bytes().decode("latin-1") for path in found_files(folder, "*.bib", 35))
    assert sum(check_same(text[:300_000]) for text in texts) > 100


def test_every_character_that_stands_in_two_bytes_or_more() -> None:
    """Also a lone half of a surrogate pair, which no file holds but an editor may send."""
    for char in ("é", "€", "🙂", "\ud83d", "\x00", "\xff"):
        text = f"@misc{{a, x = {{{char}}}}}\n\n@misc{{b{char}, x = 1}}\n"
        assert check_same(text) == 2
