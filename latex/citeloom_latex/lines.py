"""Turns offsets of a text into lines and columns, in the units of editors, and back."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Literal

from citeloom_latex.spans import Characters, Span

Unit = Literal["utf-8", "utf-16", "utf-32"]

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_LINES_OF_A_BLOCK = 128


class LineIndex:
    """Where the lines of one text begin.

    Only ``\\n``, ``\\r\\n`` and ``\\r`` end a line: a form feed, U+0085 or U+2028 stands in the
    middle of one, as it does for editors. Lines and columns count from 0; what lies outside the
    text is moved to the nearest place inside it.
    """

    # The lines are kept in blocks: where each begins, and where its lines begin in it.

    def __init__(self, text: Characters) -> None:
        self._set(text, *_blocks(text, 0, len(text)))

    def _set(self, text: Characters, at: Sequence[int], lines: Sequence[Sequence[int]]) -> None:
        self._text = text
        self._at = at
        self._lines = lines
        self._until = list(accumulate(map(len, lines)))

    def replaced(self, span: Span, new: str, text: Characters) -> "LineIndex":
        """Return the index of ``text``, which has ``new`` in place of what stood at ``span``."""
        first = max(0, bisect_right(self._at, span.start - 1) - 1)
        last = bisect_right(self._at, span.end)
        shift = len(new) - len(span)
        start = self._at[first]
        end = self._at[last] + shift if last < len(self._at) else len(text)
        at, lines = _blocks(text, start, end)
        if last < len(self._at):  # The line at ``end`` is the first of the next block.
            at, lines = _without_last(at, lines)
        moved = [offset + shift for offset in self._at[last:]]
        index = LineIndex.__new__(LineIndex)
        index._set(
            text,
            [*self._at[:first], *at, *moved],
            [*self._lines[:first], *lines, *self._lines[last:]],
        )
        return index

    def __len__(self) -> int:
        return self._until[-1]

    def line_of(self, offset: int) -> int:
        """Return the number of the line that holds a code point, its line end included."""
        block = max(0, bisect_right(self._at, offset) - 1)
        line = bisect_right(self._lines[block], offset - self._at[block]) - 1
        return max(0, line) + self._first_of(block)

    def start_of(self, line: int) -> int:
        """Return the offset at which a line begins."""
        line = min(max(line, 0), len(self) - 1)
        block = bisect_right(self._until, line)
        return self._at[block] + self._lines[block][line - self._first_of(block)]

    def position(self, offset: int, unit: Unit) -> tuple[int, int]:
        """Return line and column of an offset, the column in code units of ``unit``."""
        line = self.line_of(offset)
        start = self.start_of(line)
        before = self._text[start : min(max(offset, start), self._end_of(line))]
        if unit == "utf-32" or before.isascii():
            return line, len(before)
        if unit == "utf-8":
            return line, len(before.encode("utf-8", "surrogatepass"))
        return line, len(before) + len(_ASTRAL.findall(before))

    def offset(self, line: int, column: int, unit: Unit) -> int:
        """Return the offset of a line and column.

        A column beyond the end of its line means that end; one in the middle of a code point
        means where it begins.
        """
        if line < 0:
            return 0
        if line >= len(self):
            return len(self._text)
        start, end = self.start_of(line), self._end_of(line)
        column = max(column, 0)
        content = self._text[start:end]
        if unit == "utf-8" and not content.isascii():
            column = _code_points_of_bytes(content, column)
        elif unit == "utf-16" and not content.isascii():
            column = _code_points_of_utf16(content, column)
        return min(start + column, end)

    def _first_of(self, block: int) -> int:
        return self._until[block - 1] if block else 0

    def _end_of(self, line: int) -> int:
        """Return where a line ends, without its line end."""
        if line + 1 == len(self):
            return len(self._text)
        end = self.start_of(line + 1)
        return end - 2 if self._text[max(0, end - 2) : end] == "\r\n" else end - 1


def _blocks(
    text: Characters, start: int, end: int
) -> tuple[Sequence[int], Sequence[Sequence[int]]]:
    """Return the blocks of the lines from ``start`` to ``end``, the empty line there included."""
    lengths = list(_lengths(text[start:end]))
    at, lines = [], []
    for first in range(0, len(lengths), _LINES_OF_A_BLOCK):
        ends = accumulate(lengths[first : first + _LINES_OF_A_BLOCK], initial=0)
        *block, length = ends
        at.append(start)
        lines.append(block)
        start += length
    return at, lines


def _lengths(text: str) -> Iterator[int]:
    """Yield the lengths of all lines with their ends, and 0 for what stands after the last."""
    *whole, rest = text.split("\n")
    if "\r" not in text:
        yield from (len(line) + 1 for line in whole)
        yield 0
        return
    for line in whole:
        if "\r" in line[:-1]:
            *returned, last = line[:-1].split("\r")
            yield from (len(line) + 1 for line in returned)
            line = last + line[-1]
        yield len(line) + 1
    yield from (len(line) + 1 for line in rest.split("\r")[:-1])
    yield 0


def _without_last(
    at: Sequence[int], lines: Sequence[Sequence[int]]
) -> tuple[Sequence[int], Sequence[Sequence[int]]]:
    if len(lines[-1]) == 1:
        return at[:-1], lines[:-1]
    return at, [*lines[:-1], lines[-1][:-1]]


def _code_points_of_bytes(content: str, column: int) -> int:
    data = content.encode("utf-8", "surrogatepass")
    column = min(column, len(data))
    while column < len(data) and data[column] & 0xC0 == 0x80:
        column -= 1
    return len(data[:column].decode("utf-8", "surrogatepass"))


def _code_points_of_utf16(content: str, column: int) -> int:
    pairs = 0
    for astral in _ASTRAL.finditer(content):
        unit = astral.start() + pairs
        if unit >= column:
            break
        if unit + 1 == column:
            return astral.start()
        pairs += 1
    return column - pairs
