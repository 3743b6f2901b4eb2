"""Headings, and the parts of a text that stand under them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from citeloom_latex.spans import Span
from citeloom_latex.tex import arguments
from citeloom_latex.tex.facts import Section, SectionHeading
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


class PlacedHeading(NamedTuple):
    """A sectioning command and where it begins, before it is known what stands under it."""

    heading: SectionHeading
    start: int


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
    level, starred, title = LEVELS[command], bool(found[1]), text[title_start:title_end]
    offsets = title_start - start, title_end - start, found.end() - start
    return _new(SectionHeading, (level, starred, title, *offsets))


def sections_of(
    headings: Sequence[tuple[Sequence[PlacedHeading], int]], stops: Sequence[int], end: int
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
        for heading, start in reversed(stretch):
            start += by
            level, after = heading.level, start + heading.end
            while to_come and to_come[-1] >= start:
                following = [(_LOWEST, min(end, to_come.pop()))]
            while following[-1][0] > level:
                following.pop()
            own_end = following[-1][1]
            if own_end < after:
                own_end = after
            found.append(_new(Section, (heading, start, own_end)))
            following.append((level, start))
    found.reverse()
    return tuple(found)
