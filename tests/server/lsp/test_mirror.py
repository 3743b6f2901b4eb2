"""Open documents are what the client has, whatever it types and however it counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import TextDocument

from citeloom.lsp.texts import Buffer
from citeloom_latex.edits_in_a_row import EditsInARow
from citeloom_latex.lined import LinedText
from citeloom_latex.lines import LineIndex, Unit
from citeloom_latex.spans import Span
from lsp_inside import client_position, splits_line_end

LETTERS = ["a", "é", "\U0001d538", "\f", "\u2028", "\x85", "\v", "\x1c", "\n", "\r", "\r\n", " "]
TEXTS = st.lists(st.sampled_from(LETTERS), max_size=12).map("".join)


@given(
    TEXTS,
    st.lists(st.tuples(TEXTS, st.integers(0, 99), st.integers(0, 99)), max_size=8),
    st.sampled_from(["utf-8", "utf-16", "utf-32"]),
)
def test_a_storm_of_edits(text: str, edits: list[tuple[str, int, int]], unit: Unit) -> None:
    buffer = Buffer("file:///a.tex", None, 1, LinedText(text))  # type: ignore[arg-type]
    changes: list[types.TextDocumentContentChangeEvent] = []
    for new, one, other in edits:
        start, end = sorted((one % (len(text) + 1), other % (len(text) + 1)))
        if splits_line_end(text, start) or splits_line_end(text, end):
            continue
        where = types.Range(client_position(text, start, unit), client_position(text, end, unit))
        changes.append(types.TextDocumentContentChangePartial(range=where, text=new))
        text = text[:start] + new + text[end:]
    after = buffer.changed(changes, 2, unit)
    assert after.text == text
    assert after.content.lines.position(len(text), unit) == LineIndex(text).position(
        len(text), unit
    )


WHERE = st.tuples(st.integers(-1, 12), st.integers(-1, 20))


@given(
    TEXTS,
    st.lists(st.tuples(WHERE, WHERE, TEXTS), max_size=12),
    st.sampled_from(["utf-8", "utf-16", "utf-32"]),
    st.integers(1, 9),
)
def test_edits_in_a_row_leave_what_one_after_the_other_leaves(
    text: str,
    edits: list[tuple[tuple[int, int], tuple[int, int], str]],
    unit: Unit,
    size: int,
) -> None:
    made, content = EditsInARow(text, unit, size), LinedText(text)
    for one, other, new in edits:
        made.replace(one, other, new)
        start, end = sorted(content.lines.offset(*place, unit) for place in (one, other))
        content = content.replaced(Span(start, end), new)
        assert made.text == content.text


@given(st.data(), st.text("aé\U0001d538\n", max_size=30))
def test_what_pygls_leaves_is_left(data: st.DataObject, text: str) -> None:
    theirs = TextDocument("file:///a.tex", text)
    made = EditsInARow(text, "utf-16", 5)
    for _ in range(data.draw(st.integers(1, 8))):
        start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(theirs.source))] * 2)))
        # pygls has no line behind a last line end.
        if theirs.source[end - 1 : end] == "\n" or theirs.source[start - 1 : start] == "\n":
            continue
        first, last = (client_position(theirs.source, at, "utf-16") for at in (start, end))
        new = data.draw(st.text("bß\U0001d539\n", max_size=9))
        made.replace((first.line, first.character), (last.line, last.character), new)
        change = types.TextDocumentContentChangePartial(range=types.Range(first, last), text=new)
        theirs.apply_change(change)
    assert made.text == theirs.source


@pytest.mark.parametrize("unit", ["utf-8", "utf-16", "utf-32"])
def test_places_outside_of_the_text_move_into_it(unit: Unit) -> None:
    buffer = Buffer("file:///a.tex", None, 1, LinedText("abc"))  # type: ignore[arg-type]
    far = types.Range(types.Position(0, 99), types.Position(9, 0))
    change = types.TextDocumentContentChangePartial(range=far, text="X")
    assert buffer.changed([change], 2, unit).text == "abcX"


def test_half_characters_and_marks_at_the_start_survive_as_text() -> None:
    buffer = Buffer("file:///a.tex", None, 1, LinedText(""))  # type: ignore[arg-type]
    whole = types.TextDocumentContentChangeWholeDocument(text="\ufeffa\ud800")
    after = buffer.changed([whole], 2, "utf-16")
    assert after.text == "\ufeffa\ufffd"
