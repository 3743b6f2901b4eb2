"""Many edits of one text in a row, each at a line and column of what the one before it left."""

from bisect import bisect_left
from itertools import accumulate
from typing import NamedTuple

from citeloom_latex.lines import LINE_END, Unit, code_points, units


class _Piece(NamedTuple):
    """A part of the text, the number of line ends in it, and its length in units of an editor."""

    text: str
    ends: int
    length: int


class EditsInARow:
    """A text in pieces that each edit copies one of, whether its lines are long or many.

    Lines and columns mean what they mean in a ``LineIndex``.
    """

    # No piece but the last is empty, and none begins in the middle of a line end.

    def __init__(self, text: str, unit: Unit, size: int) -> None:
        """Take a text; near the root of its length, ``size`` keeps the pieces short and few."""
        self._unit = unit
        self._size = size
        self._pieces = self._cut(text)
        self._count()

    @property
    def text(self) -> str:
        """The text as the edits have left it."""
        return "".join(piece.text for piece in self._pieces)

    def replace(self, one: tuple[int, int], other: tuple[int, int], new: str) -> None:
        """Put ``new`` in place of what stands between two places, which are lines and columns."""
        at = self._at(*one)
        (first, start), (last, end) = sorted((at, self._at(*other) if other != one else at))
        text = self._pieces[first].text[:start] + new + self._pieces[last].text[end:]
        if last + 1 < len(self._pieces) and (not text or text[-1] == "\r"):
            last += 1
            text += self._pieces[last].text
        if first and text[:1] == "\n":
            first -= 1
            text = self._pieces[first].text + text
        before, after = self._pieces[first : last + 1], self._cut(text)
        self._pieces[first : last + 1] = after
        if [piece.ends for piece in before] != [piece.ends for piece in after]:
            self._count()

    def _cut(self, text: str) -> list[_Piece]:
        pieces: list[_Piece] = []
        start = 0
        while start < len(text) or not pieces:
            end = start + self._size if len(text) - start > 2 * self._size else len(text)
            end += text[end - 1 : end + 1] == "\r\n"
            part = text[start:end]
            pieces.append(_Piece(part, _flat(part).count("\n"), units(part, self._unit)))
            start = end
        return pieces

    def _count(self) -> None:
        self._until = list(accumulate(piece.ends for piece in self._pieces))

    def _at(self, line: int, column: int) -> tuple[int, int]:
        """Return the number of a piece, and the offset in it, of a line and column."""
        if line < 0:
            return 0, 0
        if line > self._until[-1]:
            return len(self._pieces) - 1, len(self._pieces[-1].text)
        number = bisect_left(self._until, line)
        before = line - self._until[number] + self._pieces[number].ends
        start = _behind(self._pieces[number].text, before) if before else 0
        column = max(column, 0)
        while True:
            text, ends, length = self._pieces[number]
            end = LINE_END.search(text, start) if ends else None
            if start or end:
                text = text[start : end.start() if end else None]
                length = units(text, self._unit)
            if column <= length or end or number + 1 == len(self._pieces):
                return number, start + code_points(text, column, self._unit)
            column -= length
            number, start = number + 1, 0


def _flat(text: str) -> str:
    """Return a text of the same length in which each line end is, or ends with, ``\\n``."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def _behind(text: str, ends: int) -> int:
    """Return the offset behind some line ends of a text."""
    return len(text) - len(_flat(text).split("\n", ends)[ends])
