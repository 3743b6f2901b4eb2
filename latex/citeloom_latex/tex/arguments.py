"""Arguments of commands: groups, options and comma-separated lists, with exact ranges."""

import re
from collections.abc import Iterator

from citeloom_latex.spans import Span
from citeloom_latex.tex.patterns import COMMENT, GROUP, NEWLINE, OPTION, SPACE

_GROUP = re.compile(SPACE + f"({GROUP})")
_OPTION = re.compile(SPACE + f"({OPTION})")
_BRACE = re.compile(SPACE + r"\{")
_LIST = re.compile(rf"(?:[^{{}}\\%\r\n]++|\\[_&#$]|{COMMENT}|{NEWLINE})*+")
_HALF_TYPED = re.compile(rf"(?:[^\s,%\\{{}}]++[ \t]*+,{SPACE})*+[^\s,%\\{{}}]*+")
_PIECE = re.compile(r"%[^\r\n]*+|([^\s,%]++(?:\s++[^\s,%]++)*+)")


def group(text: str, at: int) -> Span | None:
    """Return the contents of the ``{...}`` that comes next, spaces and comments passed over.

    ``None`` where there is none, or where it is not closed in its paragraph.
    """
    found = _GROUP.match(text, at)
    return Span(found.start(1) + 1, found.end() - 1) if found else None


def option(text: str, at: int) -> Span | None:
    """Return the contents of the ``[...]`` that comes next, like ``group``."""
    found = _OPTION.match(text, at)
    return Span(found.start(1) + 1, found.end() - 1) if found else None


def brace(text: str, at: int) -> int | None:
    """Return the offset just after the ``{`` that comes next, or ``None``."""
    found = _BRACE.match(text, at)
    return found.end() if found else None


def key_list(text: str, start: int) -> tuple[Span, bool]:
    """Return the range of a list of keys that begins just after a ``{``, and if a ``}`` ends it.

    Without one, an author is still typing: the list then ends where a key cannot go on.
    """
    found = _LIST.match(text, start)
    if found and text.startswith("}", found.end()):
        return Span(start, found.end()), True
    half = _HALF_TYPED.match(text, start)
    return Span(start, half.end() if half else start), False


def pieces(text: str, span: Span) -> Iterator[Span]:
    """Yield the ranges of the items of a comma-separated list, without the spaces around them."""
    for found in _PIECE.finditer(text, span.start, span.end):
        if found.lastindex:
            yield Span(found.start(1), found.end(1))


def trimmed(text: str, span: Span) -> Span:
    """Return a range without the white space at its ends."""
    start, end = span.start, span.end
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
