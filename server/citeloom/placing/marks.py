"""The comment lines that mark the beginning and end of generated text.

A mark stands alone on its line. Marks that do not pair up are reported: where generated text begins
or ends is never guessed.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from citeloom.placing.folding import RESULT_ID
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import TexFacts

_MARK = re.compile(
    rf"%[ \t]*citeloom:(begin|end)(?![\w-])(?:[ \t]+({RESULT_ID})(?!\w))?"
    r"([ \t]+woven\b)?[^\r\n]*"
)

_BASES = {False: "the papers cited", True: "titles alone"}
"""What a text is written from, as its mark says it."""


@dataclass(frozen=True, slots=True)
class MarkedBlock:
    """Generated text with its marks.

    ``begin`` and ``end`` are the whole lines of the marks, indentation and line end included;
    ``begin_id`` and ``end_id`` are the result ids in them. ``woven``: the text is a part of one of
    the author's paragraphs; a whole related work is never written there.
    """

    id: str
    begin: Span
    end: Span
    begin_id: Span
    end_id: Span
    woven: bool = False

    @property
    def span(self) -> Span:
        """The range of the text and both marks."""
        return Span(self.begin.start, self.end.end)

    @property
    def content(self) -> Span:
        """The range between the marks."""
        return Span(self.begin.end, self.end.start)


@dataclass(frozen=True, slots=True)
class MarkProblem:
    """A mark without its pair: where it is, and what is wrong, in words for the author."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Marks:
    """The marked blocks of a text, over which it iterates, and the marks that do not pair up."""

    blocks: tuple[MarkedBlock, ...]
    problems: tuple[MarkProblem, ...]

    def __iter__(self) -> Iterator[MarkedBlock]:
        return iter(self.blocks)

    def __len__(self) -> int:
        return len(self.blocks)


@dataclass(frozen=True, slots=True)
class _Mark:
    opens: bool
    id: str
    id_span: Span
    line: Span
    woven: bool


def begin_mark(result_id: str, *, woven: bool = False, from_titles: bool = False) -> str:
    """Return the line before the text of a result, without its line end.

    ``from_titles``: nothing but the titles of the papers stands behind it.
    """
    how = "woven in, written" if woven else "-- written"
    return f"% citeloom:begin {result_id} {how} from {_BASES[from_titles]}; see .citeloom/"


def with_basis_corrected(line: str, *, from_titles: bool) -> str:
    """Return what follows the id in a mark, with what the text is from put right.

    Words that the author has changed stay as they are.
    """
    old, new = f"from {_BASES[not from_titles]};", f"from {_BASES[from_titles]};"
    return line.replace(old, new)


def end_mark(result_id: str) -> str:
    """Return the line after the text of a result, without its line end."""
    return f"% citeloom:end {result_id}"


def find_marks(text: str) -> Marks:
    """Return the marked blocks of ``text``, in order, and the marks that do not pair up.

    Two marks make a block if they have the same id and no mark stands between them. A mark inside
    a comment does not count.
    """
    marks, problems = _read(text)
    blocks: list[MarkedBlock] = []
    unpaired: list[_Mark] = []
    last: _Mark | None = None
    for mark in marks:
        if last is not None and last.opens and not mark.opens and last.id == mark.id:
            blocks.append(
                MarkedBlock(mark.id, last.line, mark.line, last.id_span, mark.id_span, last.woven)
            )
            unpaired.pop()
            last = None
        else:
            unpaired.append(mark)
            last = mark
    problems += [MarkProblem(mark.line, _complaint(mark)) for mark in unpaired]
    problems.sort(key=lambda problem: problem.span)
    return Marks(tuple(blocks), tuple(problems))


def is_seen(text: str, block: MarkedBlock, facts: TexFacts) -> bool:
    """Tell whether LaTeX sees a block: it does not stand in verbatim text or a dead branch."""
    start = block.begin_id.start
    before = bisect_right(facts.skipped, start, key=lambda skipped: skipped.start)
    if not before:
        return True
    around = facts.skipped[before - 1]
    return block.end_id.end > around.end or text.startswith("%", around.start)


def mark_lines(text: str) -> tuple[Span, ...]:
    """Return the lines of all marks of ``text``, paired or not, with their line ends."""
    marks, _ = _read(text)
    return tuple(mark.line for mark in marks)


def _read(text: str) -> tuple[list[_Mark], list[MarkProblem]]:
    marks: list[_Mark] = []
    problems: list[MarkProblem] = []
    for match in _MARK.finditer(text):
        start, before = _line_start(text, match.start())
        if "%" in before.replace("\\\\", "").replace("\\%", "") or before.endswith("\\"):
            continue
        which, found_id, woven = match.groups()
        if before.strip(" \t"):
            message = f"citeloom:{which} is not alone on its line; put it on a line of its own"
            problems.append(MarkProblem(Span(*match.span()), message))
        elif found_id is None:
            message = f"citeloom:{which} has no result id; restore the line or remove it"
            problems.append(MarkProblem(Span(*match.span()), message))
        else:
            line = Span(start, _after_line_end(text, match.end()))
            marks.append(_Mark(which == "begin", found_id, Span(*match.span(2)), line, bool(woven)))
    return marks, problems


def _complaint(mark: _Mark) -> str:
    which, other = ("begin", "end") if mark.opens else ("end", "begin")
    return (
        f"citeloom:{which} {mark.id} has no matching citeloom:{other} {mark.id}; restore that line "
        "or remove this one"
    )


def _line_start(text: str, at: int) -> tuple[int, str]:
    start = at
    while start and text[start - 1] not in "\r\n":
        start -= 1
    return start, text[start:at]


def _after_line_end(text: str, at: int) -> int:
    return at + (2 if text.startswith("\r\n", at) else 1 if at < len(text) else 0)
