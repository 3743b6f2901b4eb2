"""A new result and an author's changes of the last one, sentence by sentence."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled

from citeloom.placing.merge import MergeConflict, merge
from citeloom.problem import Remedy

Text = Sequence[Sequence[str]]


def text(shorthand: str) -> list[list[str]]:
    """``AB|C`` is two paragraphs, of the sentences ``A.`` and ``B.``, and of ``C.``."""
    return [[f"{name}." for name in part] for part in shorthand.split("|") if part]


def lines(shorthand: str) -> str:
    """The same as LaTeX, one sentence a line; lower case is what an author wrote."""
    paragraphs = ["".join(f"{name}.\n" for name in part) for part in shorthand.split("|") if part]
    return "\n".join(paragraphs)


@tabled(least=21)
def test_merged(base: str, now: str, new: str, expected: str) -> None:
    assert merge(lines(now), text(base), text(new)).content == lines(expected)


@tabled(least=12)
def test_the_authors_words_stay_where_both_changed_the_same(
    base: str, now: str, new: str, expected: str, left_out: str
) -> None:
    merged = merge(lines(now), text(base), text(new))
    assert merged.content == lines(expected)
    assert [latex for it in merged.collisions for latex in it.new] == [f"{it}." for it in left_out]


def on(paper: str, words: str) -> str:
    return f"{words}~\\citep{{{paper}}}."


def test_an_edited_sentence_stands_where_the_new_text_speaks_of_its_paper() -> None:
    base = [[on("a", "Trees are cut"), on("b", "Graphs are cut")], [on("c", "Words are read")]]
    new = [[on("c", "Some read words")], [on("b", "Others cut graphs"), on("a", "Trees fall")]]
    mine = on("a", "Trees are felled, we think,")
    content = "\n".join([mine, base[0][1], "", base[1][0]]) + "\n"
    merged = merge(content, base, new)
    assert merged.content == "\n".join([new[0][0], "", new[1][0], mine]) + "\n"
    (collision,) = merged.collisions
    assert (collision.own, collision.before, collision.new) == (mine, (base[0][0],), (new[1][1],))
    assert collision.span is not None
    assert collision.merged is not None
    assert collision.span.of(content) == collision.merged.of(merged.content) == mine


def test_edited_sentences_keep_their_order_among_themselves() -> None:
    """In new paragraphs, which follow them, and in one paragraph."""
    base = [[on("a", "Trees are cut"), on("b", "Graphs are cut")], [on("c", "Words are read")]]
    mine = [on("a", "Trees are felled"), on("b", "Graphs are torn"), on("c", "Words are heard")]
    content = f"{mine[0]}\n{mine[1]}\n\n{mine[2]}\n"
    more = on("d", "Sums add")
    new = [[on("c", "Some read"), more], [on("b", "Some cut"), on("a", "Trees fall")]]
    merged = merge(content, base, new)
    assert merged.content == f"{mine[0]}\n{mine[1]}\n\n{mine[2]}\n{more}\n"
    assert merged.moved == 2


def test_a_new_sentence_on_a_further_paper_comes_beside_the_authors() -> None:
    base = [[on("a", "Trees are cut"), on("b", "Graphs are cut")]]
    new = [[on("a,n", "Trees and nets are cut"), on("b", "Graphs are cut")]]
    mine = on("a", "Trees are felled")
    edited = merge(f"{mine}\n{base[0][1]}\n", base, new)
    assert edited.content == "\n".join([mine, *new[0]]) + "\n"
    taken_out = merge(f"{base[0][1]}\nMine.\n", base, new)
    assert taken_out.content == "\n".join([*new[0], "Mine."]) + "\n"
    assert edited.collisions == taken_out.collisions == ()


def test_a_sentence_that_was_taken_out_stays_out_in_other_words_too() -> None:
    base = [[on("a", "Trees are cut"), on("b", "Graphs are cut")]]
    new = [[on("b", "Some cut graphs")], [on("a", "Some cut trees")]]
    merged = merge(f"{base[0][1]}\n", base, new)
    assert merged.content == f"{new[0][0]}\n"
    assert [(it.own, it.span, it.new) for it in merged.collisions] == [("", None, (new[1][0],))]


def test_an_edited_sentence_of_a_paper_that_is_no_longer_written_about_stays() -> None:
    base = [[on("a", "Trees are cut"), on("b", "Graphs are cut"), on("c", "Words are read")]]
    mine = on("b", "Graphs, too, are cut")
    content = "\n".join([base[0][0], mine, base[0][2]]) + "\n"
    new = [[on("c", "Some read words"), on("a", "Some cut trees")]]
    assert merge(content, base, new).content == "\n".join([*new[0], mine]) + "\n"


@pytest.mark.parametrize(
    ("content", "passage", "advice"),
    [
        ("x.\n", "x.", Remedy.RESTORE_RECORD),
        ("A.\n", "A.", Remedy.RESTORE_RECORD),
    ],
)
def test_without_the_last_result_nothing_is_merged(content: str, passage: str, advice: str) -> None:
    with pytest.raises(MergeConflict) as caught:
        merge(content, [], text("AB"))
    assert caught.value.passage.of(content) == passage
    assert caught.value.problem.advice == advice
    assert f"'{passage}'" in str(caught.value)


@pytest.mark.parametrize("own", ["\\begin{itemize} \\item x.", "{\\em x.", "x.}", "$x."])
def test_a_passage_that_leaves_a_group_open_is_named(own: str) -> None:
    content = f"A.\n{own}\nC.\n"
    assert merge(content, text("ABC"), text("ABC")).content == content
    with pytest.raises(MergeConflict) as caught:
        merge(content, text("ABC"), text("DEF"))
    assert caught.value.passage.of(content).startswith(own)
    assert caught.value.problem.advice == Remedy.CLOSE


def test_the_conflict_shows_what_would_change() -> None:
    with pytest.raises(MergeConflict) as caught:
        merge(lines("AxC"), [], text("ADC"))
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
        "\\begin{verbatim}\nA.\n\nB.\n\\end{verbatim}\n",
    ],
)
def test_what_the_author_put_in_a_group_stays(content: str) -> None:
    assert merge(content, text("AB"), text("AB")).content == content
    merged = merge(content, text("AB"), [["C.", "D.", on("e", "E")]])
    assert merged.content == f"{content}{on('e', 'E')}\n"


def test_new_sentences_come_between_the_authors_commands() -> None:
    content = "\\paragraph{First.} A.\n\\label{x}\nB.\n"
    assert merge(content, text("AB"), text("AB")).content == content
    assert merge(content, text("AB"), text("CD")).content == (
        "\\paragraph{First.}\nC.\n\\label{x}\nD.\n"
    )


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
def test_what_the_author_did_stands(base: str, new: str, changes: list[tuple[str, int]]) -> None:
    now = edited(base, changes)
    if not now or not base:
        return
    merged = merge(lines(now), text(base), text(new))
    letters = [letter for letter in merged.content if letter.isalpha()]
    own = [letter for letter in now if letter.islower()]
    assert [letter for letter in letters if letter.islower()] == own
    left_out = [latex[0] for it in merged.collisions for latex in it.new]
    for letter in set(new) - set(base) - {"|"}:
        assert letters.count(letter) + left_out.count(letter) == new.count(letter)
    assert merge(merged.content, text(new), text(new)).content == merged.content


@given(st.integers(1, 8), st.integers(0, 7), st.integers(0, 7))
def test_a_deleted_sentence_stays_deleted(length: int, deleted: int, changed: int) -> None:
    base = "ABCDEFGH"[: length + 1]
    deleted, changed = deleted % len(base), changed % len(base)
    now = base[:deleted] + base[deleted + 1 :]
    new = base[:changed] + "N" + base[changed + 1 :]
    if deleted == changed:
        merged = merge(lines(now), text(base), text(new))
        assert merged.content == lines(now)
        assert [it.new for it in merged.collisions] == [("N.",)]
    else:
        expected = new[:deleted] + new[deleted + 1 :]
        assert merge(lines(now), text(base), text(new)).content == lines(expected)
