"""Where a chunk may end though no blank line is there: where nothing that was begun is open.

What reads over a line end stops at a blank line, else it is inside of braces, brackets or
parentheses, or it looks for an argument, which no line has that begins with a letter.
"""

import re

from citeloom_latex.spans import Span
from citeloom_latex.tex.chunk import has_blank_line
from citeloom_latex.tex.patterns import COMMENT, NEWLINE, group

_BLANK_LINE = re.compile(r"(?:\r\n?+|\n)[ \t]*+[\r\n]")
_HIDING = rf"{COMMENT}|\\[\\%{{}}()\[\]]"
_BRACE = re.compile(rf"{_HIDING}|[{{}}]|{_BLANK_LINE.pattern}")
_SIGN = re.compile(rf"{_HIDING}|[{{}}()\[\]]|{_BLANK_LINE.pattern}")
_WITHIN = rf"[^{{}}()\[\]\\%\r\n]++|\\[^\r\n]?|{COMMENT}|{NEWLINE}|{group(2)}"
_EVEN = re.compile(
    rf"(?:[^{{}}()\[\]\\%]++|\\[^\r\n]?|{COMMENT}|{group(3)}"
    rf"|\((?:{_WITHIN})*+\)|\[(?:{_WITHIN})*+\])*+"
)
"""Text that opens nothing which it does not close: most of any text, and quickly passed over."""

_FAR = ("\\begin", "\\iffalse")
"""How what is skipped begins where nothing else in it is read to find its end."""


class OpenGroups:
    """What is open in a stretch of a text, read on as far as it is asked.

    ``skip`` and ``lose_at`` must be called in the order of the text.
    """

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._at = start
        self._skipped: list[Span] = []
        self._done = 0
        self._depth = 0
        self._open: set[str] = set()
        self._lost = False

    def skip(self, span: Span) -> None:
        """Pass over a range, not empty, in which a brace may be none to the reader."""
        self._skipped.append(span)

    def lose_at(self, at: int) -> None:
        """Take all as open from here on to the next blank line."""
        self._skipped.append(Span(at, at))

    def are_closed(self, until: int) -> bool:
        """Tell whether nothing that was begun before ``until`` is open there."""
        for span in self._skipped[self._done :]:
            self._read(span.start)
            self._pass_over(span)
            self._done += 1
        self._read(until)
        return self._is_closed()

    def _is_closed(self) -> bool:
        return not (self._lost or self._depth or self._open)

    def _close_all(self) -> None:
        self._depth, self._lost = 0, False
        self._open.clear()

    def _read(self, until: int) -> None:
        text = self._text
        while self._at < until:
            if self._is_closed() and (even := _EVEN.match(text, self._at, until)):
                self._at = even.end()
            signs = _BLANK_LINE if self._lost else _BRACE if self._depth else _SIGN
            found = signs.search(text, self._at, until)
            self._at = found.end() if found else until
            if found:
                self._read_sign(found[0])

    def _read_sign(self, sign: str) -> None:
        if sign == "{":
            self._depth += 1
        elif sign == "}":
            self._depth = max(0, self._depth - 1)
        elif sign[0] in "\r\n":
            self._close_all()
        elif sign in "([":
            self._open.add(")" if sign == "(" else "]")
        elif sign in ")]":
            self._open.discard(sign)

    def _pass_over(self, span: Span) -> None:
        written = span.of(self._text)
        if not written:
            self._lost = True
        elif has_blank_line(written):
            self._close_all()
        elif not (self._is_closed() and (written.startswith(_FAR) or "[" not in written)):
            self._lost = self._lost or not _is_even(written)
        self._at = max(self._at, span.end)


def _is_even(text: str) -> bool:
    """Tell whether a range leaves open, and closes, nothing to one who reads all of it as text."""
    depth, sign = 0, ""
    for found in _SIGN.finditer(text):
        sign = found[0]
        depth += (sign == "{") - (sign == "}")
        if depth < 0 or (sign in "()[]" and not depth):
            return False
    return not depth and not sign.startswith("%") and not text.endswith("\\")
