"""Turns offsets of a text into lines and columns, in the units of editors, and back."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Literal

from citeloom_latex.spans import Characters, Span

Unit = Literal["utf-8", "utf-16", "utf-32"]

_ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2)}
"""Of a unit the encoding, and how many bytes one is."""

LINE_END = re.compile(r"\r\n?+|\n")
_BLOCK = 8192


class LineIndex:
    """Where the lines of one text begin.

    Only ``\\n``, ``\\r\\n`` and ``\\r`` end a line: a form feed, U+0085 or U+2028 stands in the
    middle of one, as it does for editors. Lines and columns count from 0; what lies outside the
    text is moved to the nearest place inside it.
    """

    # The lines are kept in blocks, which begin where a line begins: how many a block has, and, once
    # somebody asks, where they begin in it. A large file has a million of them.

    def __init__(self, text: Characters) -> None:
        at, counts = _blocks(text, 0, len(text))
        self._set(text, at or [0], counts or [1], [None] * (len(at) or 1))

    def _set(
        self,
        text: Characters,
        at: Sequence[int],
        counts: Sequence[int],
        lines: list[Sequence[int] | None],
    ) -> None:
        self._text = text
        self._at = at
        self._counts = counts
        self._lines = lines
        self._until = list(accumulate(counts))

    def replaced(self, span: Span, new: str, text: Characters) -> "LineIndex":
        """Return the index of ``text``, which has ``new`` in place of what stood at ``span``."""
        first = max(0, bisect_right(self._at, span.start - 1) - 1)
        last = bisect_right(self._at, span.end)
        shift = len(new) - len(span)
        start = self._at[first]
        end = self._at[last] + shift if last < len(self._at) else len(text)
        at, counts = _blocks(text, start, end)
        moved = [offset + shift for offset in self._at[last:]]
        index = LineIndex.__new__(LineIndex)
        index._set(
            text,
            [*self._at[:first], *at, *moved],
            [*self._counts[:first], *counts, *self._counts[last:]],
            [*self._lines[:first], *[None] * len(at), *self._lines[last:]],
        )
        return index

    def __len__(self) -> int:
        return self._until[-1]

    def line_of(self, offset: int) -> int:
        """Return the number of the line that holds a code point, its line end included."""
        block = max(0, bisect_right(self._at, offset) - 1)
        line = bisect_right(self._lines_of(block), offset - self._at[block]) - 1
        return max(0, line) + self._first_of(block)

    def start_of(self, line: int) -> int:
        """Return the offset at which a line begins."""
        line = min(max(line, 0), len(self) - 1)
        block = bisect_right(self._until, line)
        return self._at[block] + self._lines_of(block)[line - self._first_of(block)]

    def position(self, offset: int, unit: Unit) -> tuple[int, int]:
        """Return line and column of an offset, the column in code units of ``unit``."""
        block = max(0, bisect_right(self._at, offset) - 1)
        begins = self._lines_of(block)
        row = max(0, bisect_right(begins, offset - self._at[block]) - 1)
        line = row + self._first_of(block)
        start = self._at[block] + begins[row]
        # Of a line's end only the first of two signs can stand before a place in that line.
        before = self._text[start : max(offset, start)].removesuffix("\r")
        return line, units(before, unit)

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
        return start + code_points(self._text[start : min(end, start + column)], column, unit)

    def _lines_of(self, block: int) -> Sequence[int]:
        """Return where the lines of a block begin in it."""
        # Two threads may both read here; they find the same, and either result will do.
        found = self._lines[block]
        if found is None:
            start, behind = self._at[block], block + 1
            end = self._at[behind] if behind < len(self._at) else len(self._text)
            found = list(accumulate(_lengths(self._text[start:end]), initial=0))[
                : self._counts[block]
            ]
            self._lines[block] = found
        return found

    def _first_of(self, block: int) -> int:
        return self._until[block - 1] if block else 0

    def _end_of(self, line: int) -> int:
        """Return where a line ends, without its line end."""
        if line + 1 == len(self):
            return len(self._text)
        end = self.start_of(line + 1)
        return end - 2 if self._text[max(0, end - 2) : end] == "\r\n" else end - 1


def _blocks(text: Characters, start: int, end: int) -> tuple[list[int], list[int]]:
    """Return where the blocks from ``start`` to ``end`` begin, and how many lines each has.

    Both are beginnings of lines, or the end of the text, whose last line counts even if empty.
    """
    part, is_last = text[start:end], end == len(text)
    at: list[int] = []
    counts: list[int] = []
    begin = 0
    while begin < len(part) or (is_last and not at):
        found = LINE_END.search(part, min(begin + _BLOCK, len(part)))
        stop = found.end() if found else len(part)
        at.append(start + begin)
        counts.append(part.count("\n", begin, stop) + _returns(part, begin, stop))
        begin = stop
    if is_last:
        counts[-1] += 1
    return at, counts


def _returns(part: str, begin: int, stop: int) -> int:
    """Return how many carriage returns end a line on their own."""
    count = part.count("\r", begin, stop)
    return count and count - part.count("\r\n", begin, stop)


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


def units(text: str, unit: Unit) -> int:
    """Return the length of a text in code units."""
    if unit == "utf-32" or text.isascii():
        return len(text)
    encoding, width = _ENCODINGS[unit]
    return len(text.encode(encoding, "replace")) // width


def code_points(line: str, column: int, unit: Unit) -> int:
    """Return how many code points of a line stand before a column, which counts code units."""
    if unit == "utf-32" or line.isascii():
        return min(column, len(line))
    encoding, width = _ENCODINGS[unit]
    # What is cut in the middle is ignored.
    return len(line.encode(encoding, "replace")[: column * width].decode(encoding, "ignore"))
