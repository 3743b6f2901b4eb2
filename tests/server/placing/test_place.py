"""Results placed into texts: inside their section, between marks, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled

from citeloom.placing.marks import begin_mark, end_mark, find_marks
from citeloom.placing.merge import MergeConflict
from citeloom.placing.placement import PlacementError, place, section_block
from citeloom.placing.record import record_of
from citeloom_latex.tex.facts import Section, SectionHeading
from citeloom_latex.tex.scan import scan_tex
from placing_samples import ORIGIN, after, latex_of, put, result, strip_marks

AB = result(["AB"])
AB_ID = record_of(AB, ORIGIN).id
BLOCK = "\n".join([begin_mark(AB_ID), latex_of("A"), latex_of("B"), end_mark(AB_ID)])


@tabled(least=9)
def test_a_new_block(text: str, expected: str) -> None:
    line_end = "\r\n" if "\r\n" in text else "\r" if "\r" in text else "\n"
    placement = put(text, AB)
    assert after(text, placement) == expected.replace("@", BLOCK.replace("\n", line_end))
    assert placement.edit is not None
    assert placement.edit.span.start == placement.edit.span.end
    assert (placement.record.id, placement.replaced, placement.kept) == (AB_ID, "", ())


def test_a_section_that_is_a_whole_empty_file() -> None:
    section = Section(SectionHeading(1, False, "Related Work", 0, 0, 0), 0, 0)
    placement = place("", section, scan_tex(""), AB, None, ORIGIN)
    assert after("", placement) == BLOCK


def test_written_again_nothing_changes() -> None:
    text = "\\section{Related Work}\nText.\n\n\\section{Next}\n"
    first = put(text, AB)
    written = after(text, first)
    again = put(written, AB, first.record)
    assert again.edit is None
    assert again.record == first.record


def test_another_result_takes_its_place() -> None:
    text = "\\section{Related Work}\n"
    first = put(text, AB)
    second = put(after(text, first), result(["A", "C"]), first.record)
    assert after(after(text, first), second) == after(text, put(text, result(["A", "C"])))
    assert second.replaced == AB_ID


def test_the_authors_words_stay() -> None:
    text = "\\section{Related Work}\n"
    first = put(text, AB)
    written = after(text, first).replace(latex_of("A"), "My own \\emph{words}.")
    second = put(written, result(["AC"]), first.record)
    assert after(written, second).splitlines()[3:5] == ["My own \\emph{words}.", latex_of("C")]
    assert second.kept == ("My own \\emph{words}.",)


def test_where_both_changed_the_same_the_authors_words_stay() -> None:
    text = "\\section{Related Work}\n"
    first = put(text, AB)
    mine = latex_of("A").replace("does", "never does")
    written = after(text, first).replace(latex_of("A"), mine)
    second = put(written, result(["CB"]), first.record)
    assert after(written, second).splitlines()[3:5] == [mine, latex_of("B")]
    (collision,) = second.collisions
    assert (collision.own, collision.new) == (mine, (latex_of("C"),))


def test_what_cannot_be_merged_is_shown() -> None:
    text = "\\section{Related Work}\n"
    first = put(text, AB)
    written = after(text, first).replace(latex_of("A"), "{\\em My own words.")
    with pytest.raises(MergeConflict) as caught:
        put(written, result(["CB"]), first.record)
    assert f"-{{\\em My own words.\n+{latex_of('C')}" in caught.value.problem.details


def test_a_note_on_the_mark_and_its_indentation_stay() -> None:
    text = (
        f"\\section{{Related Work}}\n  % citeloom:begin {AB_ID} my note\n  {latex_of('A')}\n"
        f"  {latex_of('B')}\n  % citeloom:end {AB_ID} !\n"
    )
    second = put(text, result(["A"]), record_of(AB, ORIGIN))
    assert after(text, second) == (
        f"\\section{{Related Work}}\n  % citeloom:begin {second.record.id} my note\n"
        f"  {latex_of('A')}\n  % citeloom:end {second.record.id} !\n"
    )


def test_without_its_record_text_that_nobody_touched_is_replaced() -> None:
    text = f"\\section{{Related Work}}\n{BLOCK}\n"
    rewrapped = text.replace(" does", "\n  does")
    assert latex_of("C") in after(rewrapped, put(rewrapped, result(["C"])))
    assert put(rewrapped, AB).edit is None


def test_a_copy_of_a_text_that_stands_elsewhere_has_an_id_of_its_own() -> None:
    copy = record_of(AB, ORIGIN, {AB_ID})
    third = record_of(AB, ORIGIN, {AB_ID, copy.id})
    assert len({AB_ID, copy.id, third.id}) == 3
    text = f"\\section{{Related Work}}\n{BLOCK}\n".replace(AB_ID, third.id)
    assert latex_of("A") not in after(text, put(text, result(["C"])))
    touched = text.replace("A does", "A never does")
    with pytest.raises(MergeConflict):
        put(touched, result(["C"]))


def test_without_its_record_text_that_was_touched_is_the_authors() -> None:
    text = f"\\section{{Related Work}}\n{BLOCK}\n".replace("A does", "A never does")
    with pytest.raises(MergeConflict):
        put(text, result(["C"]))
    assert put(text, AB).edit is None


def test_the_record_of_another_result_counts_for_nothing() -> None:
    text = f"\\section{{Related Work}}\n{BLOCK}\n".replace("A does", "C does")
    with pytest.raises(MergeConflict):
        put(text, result(["D"]), record_of(result(["CB"]), ORIGIN))


def test_an_empty_block_is_filled() -> None:
    text = f"\\section{{Related Work}}\n{begin_mark(AB_ID)}\n\n{end_mark(AB_ID)}\n"
    assert after(text, put(text, AB)) == f"\\section{{Related Work}}\n{BLOCK}\n"


def test_a_sentence_that_the_author_moved_keeps_its_sources() -> None:
    text = "\\section{Related Work}\n"
    first = put(text, result(["ABC", "DE"]))
    lines = after(text, first).split("\n")
    lines.insert(3, lines.pop(4))
    moved = "\n".join(lines)
    second = put(moved, result(["AC", "DE"]), first.record)
    moved_again = after(moved, second)
    third = put(moved_again, result(["AC", "DF"]), second.record)
    final = after(moved_again, third)
    assert [line[0] for line in final.split("\n") if "does it" in line] == list("BACDF")
    for record in (second.record, third.record):
        assert [one.latex for one in record.earlier] == [latex_of("B")]
    assert put(final, result(["AC", "DF"]), third.record).record == third.record
    without = final.replace(latex_of("B") + "\n", "")
    assert put(without, result(["AC", "DF"]), third.record).record.earlier == ()


MARKS = [begin_mark(AB_ID), end_mark(AB_ID)]


@pytest.mark.parametrize(
    "text",
    [
        f"\\section{{Related Work}}\n{MARKS[0]}\nText.\n",
        f"\\section{{Related Work}}\nText.\n{MARKS[1]}\n",
        f"\\section{{Related Work}}\n{MARKS[0]}\nText.\n\\section{{Next}}\n{MARKS[1]}\n",
        f"{MARKS[0]}\n\\section{{Related Work}}\nText.\n{MARKS[1]}\n",
        f"\\section{{Related Work}}\n{BLOCK}\n{BLOCK}\n",
    ],
)
def test_marks_that_leave_it_open_stop_it(text: str) -> None:
    with pytest.raises(PlacementError) as caught:
        put(text, AB)
    assert "citeloom:" in caught.value.span.of(text)


def test_marks_elsewhere_do_not_matter() -> None:
    text = f"\\section{{Related Work}}\n\\section{{Next}}\n{BLOCK}\n{MARKS[0]}\n"
    assert after(text, put(text, AB)).count(BLOCK) == 2


def test_a_subsection_between_the_marks_is_the_authors() -> None:
    split = BLOCK.replace(latex_of("B"), "\\subsection{More}\n" + latex_of("B"))
    text = f"\\section{{Related Work}}\n{split}\n\\section{{Next}}\n"
    assert put(text, AB, record_of(AB, ORIGIN)).edit is None


def test_of_two_blocks_the_one_before_the_subsections_is_the_sections() -> None:
    text = f"\\section{{Related Work}}\n{BLOCK}\n\\subsection{{Graphs}}\n{BLOCK}\n"
    facts = scan_tex(text)
    blocks = find_marks(text).blocks
    assert section_block(text, facts.sections[0], facts) == blocks[0]
    assert section_block(text, facts.sections[1], facts) == blocks[1]


@pytest.mark.parametrize("around", ["comment", "verbatim"])
def test_a_block_that_latex_never_sees_is_the_authors(around: str) -> None:
    hidden = f"\\begin{{{around}}}\n{BLOCK}\n\\end{{{around}}}\n"
    text = f"\\usepackage{{verbatim}}\\section{{Related Work}}\n{hidden}"
    assert after(text, put(text, AB)) == f"{text}\n{BLOCK}\n"


line_ends = st.sampled_from(["\n", "\r\n", "\r"])
words = st.text(
    st.characters(exclude_characters="\\%{}\r\n", exclude_categories=["Cs"]), max_size=10
)
own_lines = st.lists(
    words
    | st.sampled_from(["", "", "% note", "\\label{sec:rw}", "  \\cite{a}", "\\clearpage", "é % x"]),
    max_size=4,
)
followers = st.sampled_from(
    [
        "\\section{Next}",
        "\\subsection{Graphs}",
        "\\bibliography{refs}",
        "\\end{document}",
        "\\appendix",
    ]
)


@st.composite
def drafts(draw: st.DrawFn) -> str:
    line_end = draw(line_ends)
    lines = [*draw(own_lines), "\\section{Related Work}" + draw(words), *draw(own_lines)]
    if draw(st.booleans()):
        lines += [draw(words) + draw(followers), *draw(own_lines)]
    text = line_end.join(lines)
    return text + (line_end if draw(st.booleans()) else "")


names = st.lists(st.text(st.sampled_from("ABCDEF"), min_size=1, max_size=4), min_size=1, max_size=3)


@given(drafts(), names)
def test_any_draft_stays_as_it_is_around_the_block(text: str, paragraphs: list[str]) -> None:
    rendered = result(paragraphs)
    placement = put(text, rendered)
    written = after(text, placement)
    assert placement.edit is not None
    at = placement.edit.span.start
    inserted = placement.edit.new_text
    assert written == text[:at] + inserted + text[at:]
    assert len(find_marks(written)) == 1
    assert inserted.strip("\r\n") == inserted.strip()
    heading = scan_tex(written).sections[0]
    assert heading.body.contains(find_marks(written).blocks[0].content)
    again = put(written, rendered, placement.record)
    assert again.edit is None
    assert again.record == placement.record
    stripped = strip_marks(written)
    assert "citeloom:" not in stripped
    assert stripped.startswith(text[:at])
    assert stripped.endswith(text[at:])


@given(drafts(), names, names)
def test_a_new_result_changes_nothing_around_the_block(
    text: str, paragraphs: list[str], others: list[str]
) -> None:
    first = put(text, result(paragraphs))
    written = after(text, first)
    second = put(written, result(others), first.record)
    assert after(written, second) == after(text, put(text, result(others)))


@given(drafts(), names, names, st.data())
def test_any_line_of_an_author_between_the_marks_stays(
    text: str, paragraphs: list[str], others: list[str], data: st.DataObject
) -> None:
    first = put(text, result(paragraphs))
    written = after(text, first)
    block = find_marks(written).blocks[0]
    content = block.content.of(written)
    line_end = "\r\n" if "\r\n" in content else "\r" if "\r" in content else "\n"
    lines = content.removesuffix(line_end).split(line_end)
    at = data.draw(st.integers(0, len(lines) - 1))
    mine = "Mine alone, \\emph{indeed}."
    if data.draw(st.booleans()):
        lines[at] = mine
    else:
        lines.insert(at, mine)
    edited = (
        written[: block.content.start]
        + "".join(line + line_end for line in lines)
        + written[block.content.end :]
    )
    assert put(edited, result(paragraphs), first.record).edit is None
    try:
        second = put(edited, result(others), first.record)
    except MergeConflict as conflict:
        assert f"-{mine}" in conflict.problem.details
    else:
        assert after(edited, second).count(mine) == 1
        assert any(mine in passage for passage in second.kept)
