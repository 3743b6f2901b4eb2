"""The environments of a part of a text that hold no running text."""

import re
from collections.abc import Iterator, Sequence

from citeloom_latex.prose.commands import LEFT_OUT, SHORT_FORMS
from citeloom_latex.spans import Span
from citeloom_latex.tex.patterns import NOT_LETTER, one_of
from citeloom_latex.tex.skipped import covers

_ENDS = {end: begin for begin, end in SHORT_FORMS.items()}
_BOUNDARY = re.compile(
    rf"\\(?:(begin|end)[ \t]*+\{{({one_of(LEFT_OUT)})\*?\}}"
    rf"|({one_of(SHORT_FORMS)}){NOT_LETTER}|({one_of(_ENDS)}){NOT_LETTER})"
)


def left_out(text: str, part: Span, skipped: Sequence[Span]) -> Iterator[Span]:
    """Yield the ranges of such environments, from ``\\begin`` to ``\\end``, inner ones first.

    One that has no end in ``part`` is still being typed, and is not left out.
    """
    opened: list[tuple[str, int]] = []
    waiting: dict[str, int] = {}
    for found in _BOUNDARY.finditer(text, part.start, part.end):
        if covers(skipped, found.start()):
            continue
        name = found[2] or found[3] or _ENDS[found[4]]
        if found[1] == "begin" or found[3]:
            opened.append((name, found.start()))
            waiting[name] = waiting.get(name, 0) + 1
        elif waiting.get(name):
            while opened:
                inner, start = opened.pop()
                waiting[inner] -= 1
                if inner == name:
                    yield Span(start, found.end())
                    break
