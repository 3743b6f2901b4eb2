"""Tables in a terminal and as Markdown."""

import re
from collections.abc import Iterable

from citeloom.visible import visible_line
from citeloom_lab.evaluating.evaluate import Evaluation
from citeloom_lab.evaluation.tables import WordTable, judged_tables, judging_used, tables


def evaluation_in_words(evaluation: Evaluation, currency: str, *, markdown: bool) -> str:
    """Return all tables of an evaluation, and how they were made."""
    request = evaluation.plan.request
    stems = "with stemming" if request.stemming else "without stemming"
    cut = f", texts cut at {request.cut} words" if request.cut else ""
    asked = f"; {request.words} words asked for" if request.words else ""
    bert = f"; BERTScore F1 by {evaluation.bertscore}" if evaluation.bertscore else ""
    found = [table for each in evaluation.comparisons for table in tables(each, currency)]
    judged = evaluation.judgements
    for judgement in judged:
        found += judged_tables(judgement, evaluation.plan.sets)
    if judged:
        found.append(judging_used(judged, currency))
    how = f"ROUGE F1 by {evaluation.rouge} {stems}{cut}{asked}{bert}; seed {request.seed}"
    return f"{how}\n\n{tables_in_words(found, markdown=markdown)}"


def tables_in_words(found: Iterable[WordTable], *, markdown: bool) -> str:
    """Return tables, an empty line between two of them."""
    return "\n\n".join(map(table_as_markdown if markdown else table_as_text, found))


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
