"""Sentences and paragraphs in another order: nothing is lost, and nothing of the author's moves."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.result import SentenceKind
from citeloom.placing.block import ItemKind, read_block
from citeloom.placing.folding import fold
from citeloom.placing.record import Record, RecordedParagraph, RecordedSentence, record_of
from citeloom.placing.revising.rearranging import (
    joined_with_next,
    moved_paragraph,
    moved_sentence,
    ordered,
    split_before,
    without_sentence,
)
from citeloom.placing.revising.replacing import RevisedText, replaced
from citeloom.placing.revising.standing_text import StandingText, standing_text
from placing_samples import ORIGIN, latex_of, result

NAMES = "ABCDEF"
RECORD: Record = record_of(result([NAMES]), ORIGIN)
A, B, C, D = (latex_of(name) for name in "ABCD")


def read(content: str) -> StandingText:
    return standing_text(content, RECORD, "\n")


def changed(text: StandingText | None) -> str:
    assert text is not None
    return text.content


def test_a_paragraph_is_split_before_a_sentence() -> None:
    assert changed(split_before(read(f"{A}\n{B} {C}\n"), 0, 2)) == f"{A}\n{B}\n\n{C}\n"
    assert split_before(read(f"{A}\n{B}\n"), 0, 0) is None


def test_two_paragraphs_become_one() -> None:
    assert changed(joined_with_next(read(f"  {A}\n\n{B}\n"), 0)) == f"  {A}\n{B}\n"
    assert joined_with_next(read(f"{A}\n\n{B}\n"), 1) is None


def test_a_sentence_moves_over_its_neighbour() -> None:
    text = read(f"{A}\nMine stands here.\n{B}\n\n{C}\n")
    up = moved_sentence(text, 0, 2, -1)
    assert changed(up) == f"{A}\n{B}\nMine stands here.\n\n{C}\n"
    assert changed(moved_sentence(text, 0, 2, 1)) == f"{A}\nMine stands here.\n\n{B}\n{C}\n"
    assert changed(moved_sentence(text, 1, 0, -1)) == f"{A}\nMine stands here.\n{B}\n{C}\n"
    assert moved_sentence(text, 0, 0, -1) is None
    assert moved_sentence(text, 0, 1, 1) is None


def test_a_comment_goes_with_its_sentence_and_hides_no_other() -> None:
    text = read(f"{A} % check\n{B}\n")
    assert changed(moved_sentence(text, 0, 0, 1)) == f"{B}\n{A} % check\n"
    assert changed(moved_sentence(text, 0, 2, -1)) == f"{B}\n{A} % check\n"


def test_a_footnote_that_is_glued_to_a_sentence_goes_with_it() -> None:
    note = "%\n\\footnote{By us.}"
    text = read(f"{A}{note}\n{B}\n")
    assert changed(moved_sentence(text, 0, 0, 1)) == f"{B}\n{A}{note}\n"
    assert changed(moved_sentence(text, 0, 2, -1)) == f"{B}\n{A}{note}\n"


def test_paragraphs_change_places() -> None:
    text = read(f"{A}\n{B}\n\nMine.\n{C}\n")
    assert changed(moved_paragraph(text, 1, -1)) == f"Mine.\n{C}\n\n{A}\n{B}\n"
    assert moved_paragraph(text, 0, -1) is None


def test_sentences_in_order_leave_the_authors_words_in_place() -> None:
    text = read(f"{C}\nMine.\n{A}\n{B}\n")
    place = {fold(latex): number for number, latex in enumerate((A, B, C))}
    assert changed(ordered(text, 0, place)) == f"{A}\nMine.\n{B}\n{C}\n"
    assert ordered(read(f"{A}\n{B}\n"), 0, place) is None


def test_a_sentence_of_ours_alone_is_left_out() -> None:
    text = read(f"{A}\nMine.\n{B}\n")
    assert changed(without_sentence(text, 0, 0)) == f"Mine.\n{B}\n"
    assert without_sentence(text, 0, 1) is None


def test_no_sentence_goes_where_it_would_not_be_known() -> None:
    text = read(f"{A}\n{B}\n\nas they say\n\n{C}\n")
    assert moved_sentence(text, 2, 0, -1) is None
    assert joined_with_next(text, 1) is None


HEADING = RecordedSentence("\\subsection{Trees}", SentenceKind.HEADING, (), ())
BELOW = replace(RECORD, earlier=(HEADING,))


def below(content: str) -> StandingText:
    return standing_text(content, BELOW, "\n")


def test_no_paragraph_moves_over_a_heading_and_none_is_left_bare() -> None:
    text = below(f"{A}\n\n{HEADING.latex}\n\n{B}\n")
    assert moved_paragraph(text, 2, -1) is None
    assert moved_paragraph(text, 0, 1) is None
    assert without_sentence(text, 2, 0) is None
    assert without_sentence(below(f"{HEADING.latex}\n\n{A}\n\n{B}\n"), 2, 0) is not None


def test_a_heading_goes_with_the_last_sentence_below_it() -> None:
    text = below(f"{A}\n\n{HEADING.latex}\n\n{B}\n")
    after = replaced(RevisedText(text, BELOW), {fold(B): ()})
    assert after.text.content == f"{A}\n"
    assert HEADING not in after.record.sentences()
    mine = below(f"{A}\n\n{HEADING.latex}\n\n{B}\n\nMine stands here.\n")
    after = replaced(RevisedText(mine, BELOW), {fold(B): ()})
    assert HEADING.latex in after.text.content


PIECES = st.sampled_from(
    [
        *map(latex_of, NAMES),
        "Mine stands here.",
        "\\emph{Mine} is this \\citep{own}.",
        "words without an end",
        "% a remark of mine",
        "\\begin{itemize}\n\\item Mine.\n\\end{itemize}",
    ]
)
GAPS = st.sampled_from(["\n", " ", "\n\n", "\n  \n", "\n\n\n"])


@st.composite
def contents(draw: st.DrawFn) -> str:
    content = ""
    for piece in draw(st.lists(PIECES, min_size=1, max_size=8)):
        gap = draw(GAPS) if content else ""
        if content.rpartition("\n")[2].lstrip().startswith("%") or " % " in content[-30:]:
            gap = gap if "\n" in gap else "\n"
        content += gap + piece
    return content + "\n"


CHANGES: dict[str, Callable[[StandingText, int, int], StandingText | None]] = {
    "split": split_before,
    "join": lambda text, paragraph, _: joined_with_next(text, paragraph),
    "up": lambda text, paragraph, item: moved_sentence(text, paragraph, item, -1),
    "down": lambda text, paragraph, item: moved_sentence(text, paragraph, item, 1),
    "paragraph up": lambda text, paragraph, _: moved_paragraph(text, paragraph, -1),
    "paragraph down": lambda text, paragraph, _: moved_paragraph(text, paragraph, 1),
    "order": lambda text, paragraph, _: ordered(
        text, paragraph, {fold(latex_of(name)): -number for number, name in enumerate(NAMES)}
    ),
}


def words(content: str) -> Counter[str]:
    return Counter(content.split())


def found(content: str) -> list[str]:
    items = read_block(content, map(latex_of, NAMES)).items
    return [item.key for item in items if item.kind is ItemKind.SENTENCE]


@pytest.mark.parametrize("name", CHANGES)
@given(contents(), st.integers(0, 7), st.integers(0, 7))
def test_nothing_is_lost_in_another_order(
    name: str, content: str, paragraph: int, item: int
) -> None:
    text = read(content)
    assert text.content.split() == content.split()
    paragraph %= len(text.paragraphs)
    item %= len(text.paragraphs[paragraph])
    after = CHANGES[name](text, paragraph, item)
    if after is None:
        return
    assert words(after.content) == words(content)
    assert Counter(found(after.content)) == Counter(found(content))
    mine = [it.key for own in text.paragraphs for it in own if it.kind is ItemKind.AUTHOR]
    now = [it.key for own in after.paragraphs for it in own if it.kind is ItemKind.AUTHOR]
    assert Counter(mine) == Counter(now)
    if not name.startswith("paragraph"):
        remarks = [key for key in mine if not key.startswith("%")]
        assert [key for key in now if not key.startswith("%")] == remarks
    assert after.content.endswith("\n")


@pytest.mark.parametrize(
    "latex",
    [
        r"Their rings tell the years~\citep{lee}.",
        r"The author counts their rings~\citep{lee}.",
        r"To tell the years, the author counts their rings~\citep{lee}.",
    ],
)
def test_who_is_spoken_of_goes_with_the_sentence_that_names_them(latex: str) -> None:
    """Found: "Their rings …" was moved or split away from "Lee plants …", and told of another."""
    named, theirs, other = (
        RecordedSentence(words, SentenceKind.STATEMENT, (key,), ())
        for words, key in (
            (r"\citet{lee} plants trees.", "lee"),
            (latex, "lee"),
            (r"\citet{roe} cuts them.", "roe"),
        )
    )
    sentences = (named, theirs, other)
    record = replace(RECORD, paragraphs=(RecordedParagraph("", sentences),))
    first, second, third = (it.latex for it in sentences)
    text = standing_text(f"{first} % note\n{second}\n{third}\n", record, "\n")
    both = f"{third}\n{first} % note\n{second}\n"
    assert changed(moved_sentence(text, 0, 3, -1)) == both
    assert changed(moved_sentence(text, 0, 0, 1)) == both
    assert changed(moved_sentence(text, 0, 2, 1)) == both
    assert split_before(text, 0, 2) is None
    assert changed(ordered(text, 0, {fold(first): 2, fold(second): 2, fold(third): 1})) == both
    apart = standing_text(f"{first}\n{third}\n{second}\n", record, "\n")
    assert changed(moved_sentence(apart, 0, 2, -1)) == f"{first}\n{second}\n{third}\n"
