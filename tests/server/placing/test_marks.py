"""The comment lines around generated text: found where they are, and never guessed."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.placing.marks import begin_mark, end_mark, find_marks

A, B = "0123456789", "abcdef0123"


def block(result_id: str, content: str = "Text.\n", line_end: str = "\n") -> str:
    return f"{begin_mark(result_id)}{line_end}{content}{end_mark(result_id)}{line_end}"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_exact_ranges(line_end: str) -> None:
    text = f"before{line_end}{block(A, f'Text.{line_end}', line_end)}after"
    marks = find_marks(text)
    (found,) = marks
    assert found.id == A
    assert found.content.of(text) == f"Text.{line_end}"
    assert found.span.of(text) == block(A, f"Text.{line_end}", line_end)
    assert found.begin.of(text) == begin_mark(A) + line_end
    assert found.end.of(text) == end_mark(A) + line_end
    assert found.begin_id.of(text) == found.end_id.of(text) == A
    assert not marks.problems


def test_a_mark_fits_a_line_of_80() -> None:
    assert len(begin_mark(A)) < 80
    assert len(begin_mark(A, from_titles=True)) < 80


def test_indentation_and_other_spacing() -> None:
    text = f"\t %  citeloom:begin   {A} -- my note\n  Text.\n  %citeloom:end {A}  "
    (found,) = find_marks(text)
    assert found.span.of(text) == text
    assert found.content.of(text) == "  Text.\n"


def test_two_blocks_of_the_same_result() -> None:
    text = block(A) + "between\n" + block(A)
    assert [one.content.of(text) for one in find_marks(text)] == ["Text.\n", "Text.\n"]
    assert not find_marks(text).problems


@pytest.mark.parametrize(
    ("text", "ids", "problem_lines"),
    [
        (f"{begin_mark(A)}\nText.\n", [], [0]),
        (f"Text.\n{end_mark(A)}\n", [], [1]),
        (f"{begin_mark(A)}\nText.\n{end_mark(B)}\n", [], [0, 2]),
        (f"{begin_mark(A)}\n{block(B)}{end_mark(A)}\n", [B], [0, 4]),
        (f"{begin_mark(A)}\n{block(A)}", [A], [0]),
        (f"{block(A)}{end_mark(A)}\n", [A], [3]),
        (f"{end_mark(A)}\n{begin_mark(A)}\n", [], [0, 1]),
        (f"% citeloom:begin\nText.\n{end_mark(A)}\n", [], [0, 2]),
        (f"% citeloom:begin {A}0\nText.\n{end_mark(A)}\n", [], [0, 2]),
        ("% citeloom:begin ../../x\n% citeloom:end ../../x\n", [], [0, 1]),
        (f"{begin_mark(A)}\nText. {end_mark(A)}\n", [], [0, 1]),
    ],
)
def test_what_does_not_pair_up_is_reported(
    text: str, ids: list[str], problem_lines: list[int]
) -> None:
    marks = find_marks(text)
    assert [one.id for one in marks] == ids
    assert [text.count("\n", 0, one.span.start) for one in marks.problems] == problem_lines
    assert all("citeloom:" in one.message for one in marks.problems)


@pytest.mark.parametrize(
    "text",
    [
        f"% % citeloom:begin {A}\n% % citeloom:end {A}\n",
        f"%% citeloom:begin {A}\n",
        f"See \\% citeloom:begin {A}\n",
        "% citeloom:beginning\n",
        "% citeloom: ignore\n",
    ],
)
def test_what_is_no_mark(text: str) -> None:
    marks = find_marks(text)
    assert not marks.blocks
    assert not marks.problems


@given(st.lists(st.sampled_from([begin_mark(A), end_mark(A), begin_mark(B), end_mark(B), "Text."])))
def test_every_mark_is_in_a_block_or_reported(lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    marks = find_marks(text)
    assert 2 * len(marks) + len(marks.problems) == sum(line != "Text." for line in lines)
    for one in marks:
        assert "citeloom:" not in one.content.of(text)


pieces = st.sampled_from([begin_mark(A), end_mark(A), *"%\\ \t\r\nab"])


@given(st.lists(pieces).map("".join))
def test_no_text_makes_it_fail(text: str) -> None:
    spans = [one.span for one in find_marks(text)]
    assert all(one.end <= two.start for one, two in pairwise(spans))
