"""Arguments of commands: groups, options and comma-separated lists, with exact ranges."""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from citeloom_latex.spans import Characters, Span
from citeloom_latex.tex.patterns import COMMENT, GROUP, NEWLINE, OPTION, SPACE

_GROUP = re.compile(SPACE + f"({GROUP})")
_OPTION = re.compile(SPACE + f"({OPTION})")
_STAR = re.compile(rf"{SPACE}\*")
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


class Use(NamedTuple):
    """The arguments with which a macro is used; ``None`` for one that is left out or a star."""

    arguments: tuple[Span | None, ...]
    starred: bool
    end: int


def use_at(text: str, signature: str, after: int, with_keys: Collection[int] = ()) -> Use:
    """Read the arguments of a macro whose name ends at ``after``.

    ``signature`` is that of a ``Wrapper``, ``with_keys`` the numbers of the arguments that are
    lists of keys: such a one may be half typed. What comes after a missing argument is not read.
    """
    found: list[Span | None] = []
    starred, at = False, after
    for number, kind in enumerate(signature):
        closed = True
        argument: Span | None = None
        if kind == "s":
            if star := _STAR.match(text, at):
                starred, at = True, star.end()
        elif kind == "o":
            argument = option(text, at)
        elif number in with_keys and (opened := brace(text, at)):
            argument, closed = key_list(text, opened)
        else:
            argument = group(text, at)
        if argument is None and kind not in "so":
            break
        found.append(argument)
        at = at if argument is None else argument.end + closed
        if not closed:
            break
    return Use(tuple(found), starred, at)


def pieces(text: str, span: Span) -> Iterator[Span]:
    """Yield the ranges of the items of a comma-separated list, without the spaces around them."""
    for found in _PIECE.finditer(text, span.start, span.end):
        if found.lastindex:
            yield Span(found.start(1), found.end(1))


def trimmed(text: Characters, span: Span) -> Span:
    """Return a range without the white space at its ends."""
    start, end = span.start, span.end
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
