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

_LOWEST = -2
"""A level above all of them: that of the end of a text."""

_HEADING = re.compile(rf"(\*?+)(?:{SPACE}{OPTION}){{0,2}}+{SPACE}({GROUP})")
# What the constructors of named tuples do, without the call in between.
_new = tuple.__new__
_UNCLOSED = re.compile(rf"(\*?+)(?:{SPACE}{OPTION}){{0,2}}+{SPACE}\{{([^\r\n{{}}\\]*+)")


class SectionHeading(NamedTuple):
    """A sectioning command, before it is known what stands under it."""

    level: int
    starred: bool
    title: str
    title_start: int
    title_end: int
    start: int
    end: int


def heading_at(text: str, start: int, command: str, after: int) -> SectionHeading | None:
    """Read the heading that begins at ``start`` and whose command's name ends at ``after``.

    A title that is still being typed ends with its line.
    """
    found = _HEADING.match(text, after)
    if found:
        title_start, title_end = found.start(2) + 1, found.end() - 1
    elif found := _UNCLOSED.match(text, after):
        title_start, title_end = arguments.trimmed(text, Span(*found.span(2)))
    else:
        return None
    level, starred, end = LEVELS[command], bool(found[1]), found.end()
    written = text[title_start:title_end]
    return _new(SectionHeading, (level, starred, written, title_start, title_end, start, end))


def sections_of(
    headings: Sequence[tuple[Sequence[SectionHeading], int]], stops: Sequence[int], end: int
) -> tuple[Section, ...]:
    """Give each heading what stands under it.

    ``headings`` are those of each stretch of the text, and how far it has moved since it was read.
    ``stops`` are the ordered offsets at which every section ends, whatever its level; ``end`` is
    that of the document's body.
    """
    found: list[Section] = []
    to_come = [*stops]
    following = [(_LOWEST, end)]  # The next headings of ever higher levels, the nearest last.
    for stretch, by in reversed(headings):
        for level, starred, title, first, last, start, body_start in reversed(stretch):
            start += by
            body_start += by
            while to_come and to_come[-1] >= start:
                following = [(_LOWEST, min(end, to_come.pop()))]
            while following[-1][0] > level:
                following.pop()
            own_end = following[-1][1]
            if own_end < body_start:
                own_end = body_start
            fact = level, starred, title, first + by, last + by, start, body_start, own_end
            found.append(_new(Section, fact))
            following.append((level, start))
    found.reverse()
    return tuple(found)
