"""The list of references of a PDF, entry by entry."""

import re
from collections.abc import Iterator, Sequence

from citeloom.papers.fulltext.pdf.lines import Line
from citeloom.papers.fulltext.pdf.mending import join_lines
from citeloom.papers.fulltext.reference_text import reference_of
from citeloom.papers.fulltext.text import Reference

LONGEST = 1_500
"""Characters of an entry: more is text that stands after the list."""

_LABEL = re.compile(r"(?:\[(?P<mark>[^\[\]]{1,40})\]|(?P<number>\d{1,3})\.)\s+(?=\S)")


def references_in(lines: Sequence[Line], words: frozenset[str]) -> tuple[Reference, ...]:
    """Return the references of the lines that stand under such a heading.

    An entry begins with a label (``[12]``, ``12.``), else where its column begins and the lines
    after it are indented. Its own label is what stands in brackets; without one, its place in the
    list with a hash before it (``#3``).
    """
    found = []
    for number, group in enumerate(_entries(lines), start=1):
        text = join_lines([line.text for line in group], words)[:LONGEST]
        label = _LABEL.match(text)
        if label:
            name = label["mark"] or label["number"]
            found.append(reference_of(name.strip(), text[label.end() :]))
        else:
            found.append(reference_of(f"#{number}", text))
    return tuple(found)


def _entries(lines: Sequence[Line]) -> Iterator[list[Line]]:
    labelled = sum(_LABEL.match(line.text) is not None for line in lines)
    by_label = labelled >= max(1, len(lines) // 12)
    starts = _starts(lines)
    group: list[Line] = []
    for line in lines:
        if by_label:
            begins = _LABEL.match(line.text) is not None
        else:
            begins = _begins(line, group[-1] if group else None, starts[line.column])
        if begins and group:
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _starts(lines: Sequence[Line]) -> dict[int, tuple[float, float]]:
    """Return for each column where its lines begin, at the left and at the right."""
    found: dict[int, tuple[float, float]] = {}
    for line in lines:
        least, most = found.get(line.column, (line.left, line.left))
        found[line.column] = (min(least, line.left), max(most, line.left))
    return found


def _begins(line: Line, before: Line | None, starts: tuple[float, float]) -> bool:
    left, right = starts
    hanging = right - left > 0.5 * line.size
    if hanging:
        return line.left < left + 0.4 * line.size
    if before is None or before.column != line.column:
        return before is not None and before.text.endswith(".")
    return before.base - line.base > 1.35 * line.size
