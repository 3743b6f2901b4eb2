"""Headings, and the parts of a text that stand under them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from citeloom_latex.spans import Span
from citeloom_latex.tex import arguments
from citeloom_latex.tex.facts import Section
from citeloom_latex.tex.patterns import GROUP, OPTION, SPACE

LEVELS = {
    "part": -1,
    "addpart": -1,
    "chapter": 0,
    "addchap": 0,
    "section": 1,
    "addsec": 1,
    "subsection": 2,
    "subsubsection": 3,
    "paragraph": 4,
    "subparagraph": 5,
}
"""Sectioning commands of the standard and KOMA-Script classes."""

_HEADING = re.compile(rf"(\*?+)(?:{SPACE}{OPTION}){{0,2}}+{SPACE}({GROUP})")
# What the constructors of named tuples do, without the call in between.
_new = tuple.__new__
_UNCLOSED = re.compile(rf"(\*?+)(?:{SPACE}{OPTION}){{0,2}}+{SPACE}\{{([^\r\n{{}}\\]*+)")


class SectionHeading(NamedTuple):
    """A sectioning command, before it is known what stands under it."""

    level: int
    starred: bool
    title: str
    title_span: Span
    start: int
    end: int


def heading_at(text: str, start: int, command: str, after: int) -> SectionHeading | None:
    """Read the heading that begins at ``start`` and whose command's name ends at ``after``.

    A title that is still being typed ends with its line.
    """
    found = _HEADING.match(text, after)
    if found:
        title = _new(Span, (found.start(2) + 1, found.end() - 1))
    elif found := _UNCLOSED.match(text, after):
        title = arguments.trimmed(text, Span(*found.span(2)))
    else:
        return None
    level, starred, end = LEVELS[command], bool(found[1]), found.end()
    written = text[title.start : title.end]
    return _new(SectionHeading, (level, starred, written, title, start, end))


def sections_of(
    headings: Sequence[tuple[SectionHeading, int]], stops: Sequence[int], end: int
) -> tuple[Section, ...]:
    """Give each heading, and how far it has moved since it was read, what stands under it.

    ``stops`` are the ordered offsets at which every section ends, whatever its level; ``end`` is
    that of the document's body.
    """
    ends = [end] * len(headings)
    opened: list[int] = []
    to_come = list(reversed(stops))
    for number, (heading, by) in enumerate(headings):
        start = heading.start + by
        while to_come and to_come[-1] < start:
            stop = to_come.pop()
            for before in opened:
                ends[before] = stop
            opened.clear()
        while opened and headings[opened[-1]][0].level >= heading.level:
            ends[opened.pop()] = start
        opened.append(number)
    for before in opened:
        ends[before] = min([end, *to_come[-1:]])
    found = []
    for (heading, by), end in zip(headings, ends, strict=True):
        level, starred, title, title_span, start, after = heading
        if by:
            first, last = title_span
            start, after, title_span = start + by, after + by, _new(Span, (first + by, last + by))
        end = max(after, end)
        span, body = _new(Span, (start, end)), _new(Span, (after, end))
        found.append(_new(Section, (level, starred, title, title_span, span, body)))
    return tuple(found)
