"""Tables in a terminal and as Markdown."""

import re
from collections.abc import Iterable

from citeloom.visible import visible_line
from citeloom_lab.evaluation.tables import WordTable


def table_as_text(table: WordTable) -> str:
    """Return a table in columns: the first to the left, the others to the right."""
    rows = [[*map(visible_line, row)] for row in (table.headings, *table.rows)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(table.headings))]
    lines = ["  ".join(_aligned(row, widths)).rstrip() for row in rows]
    return "\n".join([visible_line(table.title), *lines])


def _aligned(row: list[str], widths: list[int]) -> Iterable[str]:
    first, *others = row
    yield first.ljust(widths[0])
    for word, width in zip(others, widths[1:], strict=True):
        yield word.rjust(width)


def table_as_markdown(table: WordTable) -> str:
    """Return a table for a Markdown file."""
    rows = [table.headings, ("---", *("---:" for _ in table.headings[1:])), *table.rows]
    lines = [f"| {' | '.join(map(_cell, row))} |" for row in rows]
    return "\n".join([f"**{_cell(table.title)}**", "", *lines])


def _cell(word: str) -> str:
    """Return words that Markdown shows as they are."""
    return re.sub(r"([\\`*_<>|])", r"\\\1", visible_line(word))
