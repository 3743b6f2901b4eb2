"""A new result and an author's changes of the last one, sentence by sentence."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.placing.merge import MergeConflict, merge

Text = Sequence[Sequence[str]]


def text(shorthand: str) -> list[list[str]]:
    """``AB|C`` is two paragraphs, of the sentences ``A.`` and ``B.``, and of ``C.``."""
    return [[f"{name}." for name in part] for part in shorthand.split("|") if part]


def lines(shorthand: str) -> str:
    """The same as LaTeX, one sentence a line; lower case is what an author wrote."""
    paragraphs = ["".join(f"{name}.\n" for name in part) for part in shorthand.split("|") if part]
    return "\n".join(paragraphs)


@pytest.mark.parametrize(
    ("base", "now", "new", "expected"),
    [
        # Nothing of the author's: the new text.
        ("AB", "AB", "AC", "AC"),
        ("AB|C", "AB|C", "D|E", "D|E"),
        ("AB|C", "AB|C", "ABC", "ABC"),
        ("", "", "AB|C", "AB|C"),
        ("AB", "", "AC", "AC"),
        # Nothing new: the author's text.
        ("AB|C", "xB|Cy", "AB|C", "xB|Cy"),
        ("AB|C", "B", "AB|C", "B"),
        ("AB|C", "CBA", "AB|C", "CBA"),
        # Both, in different places.
        ("ABC", "xBC", "ABD", "xBD"),
        ("ABC", "xBC", "ABCD", "xBCD"),
        ("ABC", "BC", "ABCD", "BCD"),
        ("ABC", "ABxC", "DABC", "DABxC"),
        ("AB|CD", "ABx|CD", "AB|CE", "ABx|CE"),
        ("AB|CD", "AB|CD|x", "EB|CD", "EB|CD|x"),
        ("AB|CD", "ABCD", "EB|CD", "EBCD"),
        ("AB|CD", "x|AB|CD", "AB|CE", "x|AB|CE"),
        # Neighbours that are replaced are each a change of its own.
        ("AB", "xB", "AC", "xC"),
        # The same change on both sides.
        ("ABC", "AC", "AC", "AC"),
        ("ABC", "ADC", "ADC", "ADC"),
        ("ABC", "ADCx", "ADC", "ADCx"),
        # The record is lost, but what stands there is the new text.
        ("", "AB|C", "AB|C", "AB|C"),
    ],
)
def test_merged(base: str, now: str, new: str, expected: str) -> None:
    assert merge(lines(now), text(base), text(new)).content == lines(expected)


@pytest.mark.parametrize(
    ("base", "now", "new", "passages", "deleted"),
    [
        ("ABC", "AxC", "ADC", ["x."], ["B."]),
        ("ABC", "AC", "ADC", [], ["B."]),
        ("ABC", "ABxC", "ABDC", ["x."], []),
        ("ABC", "ABxC", "ABD", ["x."], ["C."]),
        ("ABC", "ABxC", "DEF", ["x."], ["A.", "B.", "C."]),
        ("AB|CD", "ABx|CD", "ABCD", ["x."], []),
        ("", "xy", "AB", ["x. y."], []),
        # A sentence that was taken out or moved would come back at another place.
        ("ABCDE", "ACDE", "ACDEB", [], ["B."]),
        ("ABCDE", "BACDE", "ACDEB", [], ["B."]),
    ],
)
def test_collisions(base: str, now: str, new: str, passages: list[str], deleted: list[str]) -> None:
    with pytest.raises(MergeConflict) as caught:
        merge(lines(now), text(base), text(new))
    assert list(caught.value.passages) == passages
    assert set(caught.value.deleted) <= set(deleted)


def test_the_conflict_shows_what_would_change() -> None:
    with pytest.raises(MergeConflict) as caught:
        merge(lines("AxC"), text("ABC"), text("ADC"))
    assert caught.value.problem.details.splitlines()[2:] == [
        "@@ -1,3 +1,3 @@",
        " A.",
        "-x.",
        "+D.",
        " C.",
    ]


def test_kept_are_the_authors_passages() -> None:
    assert merge("A.\nMine, and\nmine.\n% why\n\nB.\n", text("A|B"), text("A|C")).kept == (
        "Mine, and mine. % why",
    )


def test_the_authors_line_breaks_stay_where_a_sentence_stays() -> None:
    base, new = [["It is long.", "So is it.", "End."]], [["It is long.", "New.", "End."]]
    assert merge("It is\n  long. So\nis it.\tEnd.\n", base, new).content == (
        "It is\n  long.\nNew.\nEnd.\n"
    )


def test_rewrapped_text_is_not_changed_by_the_same_result() -> None:
    base = [["It is long.", "So is it."], ["End."]]
    content = "It is\r\n  long. So is\r\nit.\r\n\r\n\r\n\r\nEnd."
    assert merge(content, base, base).content == content


def test_a_comment_at_the_end_of_a_line_swallows_nothing() -> None:
    assert merge("A.\nB. % good\n", text("AB"), text("CB")).content == "C.\nB. % good\n"
    assert merge("A. % good\nB.\nC.\n", text("ABC"), text("ABD")).content == "A. % good\nB.\nD.\n"


def test_new_lines_have_the_files_line_end() -> None:
    assert merge("A.\r\n", text("A"), text("AB|C"), "\r\n").content == "A.\r\nB.\r\n\r\nC.\r\n"


@pytest.mark.parametrize(
    "content",
    [
        "\\begin{itemize}\n\\item A.\n\\item B.\n\\end{itemize}\n",
        "{\\small\nA.\nB.\n}\n",
        "\\paragraph{First.} A.\n\\label{x}\nB.\n",
        "\\begin{verbatim}\nA.\n\nB.\n\\end{verbatim}\n",
    ],
)
def test_commands_of_the_author_stay_or_stop_it(content: str) -> None:
    assert merge(content, text("AB"), text("AB")).content == content
    with pytest.raises(MergeConflict):
        merge(content, text("AB"), text("CD"))


sequences = st.lists(st.lists(st.sampled_from("ABCDEF"), min_size=1, max_size=4), max_size=4).map(
    lambda parts: "|".join(map("".join, parts))
)
edits = st.lists(
    st.tuples(
        st.sampled_from(["replace", "insert", "delete", "join", "split", "swap"]),
        st.integers(0, 20),
    ),
    max_size=4,
)


def edited(shorthand: str, changes: Sequence[tuple[str, int]]) -> str:
    """Change a text as an author does; each new sentence is another lower-case letter."""
    items = list(shorthand)
    for own, (what, where) in zip("wxyz", changes, strict=False):
        at = where % (len(items) + 1)
        if what == "insert":
            items.insert(at, own)
        elif what == "split":
            items.insert(at, "|")
        elif at < len(items):
            if what == "replace" and items[at] != "|":
                items[at] = own
            elif what == "delete" or (what == "join" and items[at] == "|"):
                del items[at]
            elif what == "swap":
                items[at], items[at - 1] = items[at - 1], items[at]
    return "|".join(part for part in "".join(items).split("|") if part)


@given(sequences, sequences)
def test_without_changes_of_the_author_the_new_text_stands(base: str, new: str) -> None:
    assert merge(lines(base), text(base), text(new)).content == lines(new)


@given(sequences, edits)
def test_without_anything_new_every_byte_stays(base: str, changes: list[tuple[str, int]]) -> None:
    now = edited(base, changes)
    if now:
        assert merge(lines(now), text(base), text(base)).content == lines(now)


@given(sequences, sequences, edits)
def test_what_the_author_did_stands_or_nothing_is_written(
    base: str, new: str, changes: list[tuple[str, int]]
) -> None:
    now = edited(base, changes)
    if not now:
        return
    try:
        merged = merge(lines(now), text(base), text(new)).content
    except MergeConflict as conflict:
        assert now != base
        assert all(passage in lines(now).replace("\n", " ") for passage in conflict.passages)
        return
    letters = [letter for letter in merged if letter.isalpha()]
    own = [letter for letter in now if letter.islower()]
    assert [letter for letter in letters if letter.islower()] == own
    for letter in set(new) - set(base) - {"|"}:
        assert letters.count(letter) >= new.count(letter)
    assert merge(merged, text(new), text(new)).content == merged


@given(st.integers(1, 8), st.integers(0, 7), st.integers(0, 7))
def test_a_deleted_sentence_stays_deleted(length: int, deleted: int, changed: int) -> None:
    base = "ABCDEFGH"[: length + 1]
    deleted, changed = deleted % len(base), changed % len(base)
    now = base[:deleted] + base[deleted + 1 :]
    new = base[:changed] + "N" + base[changed + 1 :]
    if deleted == changed:
        with pytest.raises(MergeConflict) as caught:
            merge(lines(now), text(base), text(new))
        assert caught.value.deleted == (f"{base[deleted]}.",)
    else:
        expected = new[:deleted] + new[deleted + 1 :]
        assert merge(lines(now), text(base), text(new)).content == lines(expected)
