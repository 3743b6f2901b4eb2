"""Offsets of a text as lines and columns, in the units that editors count in."""

import re
from bisect import bisect_right
from typing import Literal

Unit = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = re.compile(r"\r\n|\r|\n")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class LineIndex:
    """Where the lines of one text begin.

    Only ``\\n``, ``\\r\\n`` and ``\\r`` end a line: a form feed, U+0085 or U+2028 stands in the
    middle of one, as it does for editors. Lines and columns count from 0; what lies outside the
    text is moved to the nearest place inside it.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0]
        self._ends: list[int] = []
        for end in _LINE_END.finditer(text):
            self._ends.append(end.start())
            self._starts.append(end.end())
        self._ends.append(len(text))

    def __len__(self) -> int:
        return len(self._starts)

    def line_of(self, offset: int) -> int:
        """Return the number of the line that holds a code point, its line end included."""
        return max(0, bisect_right(self._starts, offset) - 1)

    def start_of(self, line: int) -> int:
        """Return the offset at which a line begins."""
        return self._starts[min(max(line, 0), len(self._starts) - 1)]

    def position(self, offset: int, unit: Unit) -> tuple[int, int]:
        """Return line and column of an offset, the column in code units of ``unit``."""
        line = self.line_of(offset)
        start = self._starts[line]
        before = self._text[start : min(max(offset, start), self._ends[line])]
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
        if line >= len(self._starts):
            return len(self._text)
        start, end = self._starts[line], self._ends[line]
        column = max(column, 0)
        content = self._text[start:end]
        if unit == "utf-8" and not content.isascii():
            column = _code_points_of_bytes(content, column)
        elif unit == "utf-16" and not content.isascii():
            column = _code_points_of_utf16(content, column)
        return min(start + column, end)


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
