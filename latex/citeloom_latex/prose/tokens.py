"""The tokens of LaTeX that matter to a reader of its text, and what they open and close."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from citeloom_latex.spans import Span
from citeloom_latex.tex.skipped import covers

_WORD = r"(?:[^\\{}$~&\s`'^_-]++|'(?!')|-(?!-))++"

TOKEN = re.compile(
    rf"({_WORD}(?:[ ]{_WORD})*+)"
    r"|(\s++)"
    r"|\\([A-Za-z@]++)"
    r"|(\\(?:[^A-Za-z@]|\Z))"
    r"|(---?|``|''|.)",
    re.DOTALL,
)
"""Words with single spaces between them (group 1), space (2), the name of a command (3), a control
symbol with its backslash (4), or another sign (5)."""

_ENVIRONMENT = re.compile(r"\s*+\{[^{}]*+\}")


class GroupKind(Enum):
    """What opens and closes."""

    BRACE = 1
    MATHS = 2
    ENVIRONMENT = 3


class Delimiter(NamedTuple):
    """Where something opens (``step`` is 1) or closes (-1)."""

    kind: GroupKind
    step: int
    span: Span


_SIGNS = {
    "{": (GroupKind.BRACE, 1),
    "}": (GroupKind.BRACE, -1),
    r"\[": (GroupKind.MATHS, 1),
    r"\(": (GroupKind.MATHS, 1),
    r"\]": (GroupKind.MATHS, -1),
    r"\)": (GroupKind.MATHS, -1),
}


def delimiters(text: str, part: Span, skipped: Sequence[Span]) -> Iterator[Delimiter]:
    """Yield what opens and closes in a part of a text, except where it is ``skipped``."""
    at, in_dollars = part.start, False
    while token := TOKEN.match(text, at, part.end):
        start, at = token.span()
        name, sign = token[3], token[4] or token[5]
        if name in ("begin", "end") and (found := _ENVIRONMENT.match(text, at, part.end)):
            at = found.end()
            kind, step = GroupKind.ENVIRONMENT, 1 if name == "begin" else -1
        elif sign == "$":
            at += text.startswith("$", at, part.end)
            kind, step = GroupKind.MATHS, -1 if in_dollars else 1
        elif sign in _SIGNS:
            kind, step = _SIGNS[sign]
        else:
            continue
        if not covers(skipped, start):
            in_dollars ^= sign == "$"
            yield Delimiter(kind, step, Span(start, at))
