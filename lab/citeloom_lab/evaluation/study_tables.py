"""The tables of a study: a line for each method by each model, how runs ended, what was told."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from citeloom_lab.evaluation.comparison import AUTHORS, ExampleScores, MethodScores, SetComparison
from citeloom_lab.evaluation.example import DataSet
from citeloom_lab.evaluation.judging.comparison import Judgement, judged_sets
from citeloom_lab.evaluation.metrics import METRICS
from citeloom_lab.evaluation.tables import NONE, WordTable, mean_in_words

_SHOWN = ("rouge1", "rouge2", "rouge_l", "citation_recall", "citation_precision")


def study_tables(
    comparison: SetComparison, judgements: Sequence[Judgement], sets: Sequence[DataSet]
) -> Iterator[WordTable]:
    """Yield the tables of a study; the comparison is that of all its data sets."""
    rows = [row for row in comparison.rows if row.method != AUTHORS]
    yield _summary(rows, judgements, sets)
    yield WordTable(
        "how the runs ended",
        ("method", "with a text", "of these with warnings", "refused by checks", "without a text"),
        tuple((row.method, *map(str, _endings(row))) for row in rows),
    )
    yield from _said("runs that gave their author no text", "why", rows, _why)
    yield from _said("warnings", "warning", rows, lambda run: run.text.warnings)


def _summary(
    rows: Sequence[MethodScores], judgements: Sequence[Judgement], sets: Sequence[DataSet]
) -> WordTable:
    shown = [metric for metric in METRICS if metric.name in _SHOWN]
    judged = [
        (
            each.judge.metrics[each.judge.main],
            {row.method: row for row in judged_sets(each, sets)[-1].rows},
        )
        for each in judgements
    ]

    def cells(row: MethodScores) -> Iterator[str]:
        yield from (mean_in_words(row.means[metric.name], metric) for metric in shown)
        for metric, methods in judged:
            own = methods.get(row.method)
            yield mean_in_words(own.means[metric.name], metric) if own else NONE
        used = row.usage
        yield f"{used.seconds / 60:.1f}"
        yield f"{used.calls + used.memo_hits:,}"
        yield f"{used.input_tokens + used.output_tokens:,}"
        yield f"{used.money:.2f}"

    return WordTable(
        "means of all papers",
        (
            "method",
            *(metric.heading for metric in shown),
            *(each.judge.name for each in judgements),
            "minutes",
            "answers",
            "tokens",
            "money",
        ),
        tuple((row.method, *cells(row)) for row in rows),
    )


def _endings(row: MethodScores) -> tuple[int, int, int, int]:
    whole = [run for run in row.examples if not _why(run)]
    warned = sum(bool(run.text.warnings) for run in whole)
    return len(whole), warned, row.faulty, row.failed


def _why(run: ExampleScores) -> tuple[str, ...]:
    """Return why an author would have got no text."""
    why = run.text.failure or run.text.fault
    return (why,) if why else ()


def _said(
    title: str,
    what: str,
    rows: Iterable[MethodScores],
    words_of: Callable[[ExampleScores], Iterable[str]],
) -> Iterator[WordTable]:
    """Yield a table of what was said of which examples; none if nothing was."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        for run in row.examples:
            for words in words_of(run):
                found.setdefault((row.method, words), []).append(run.example)
    lines = tuple((method, words, ", ".join(own)) for (method, words), own in found.items())
    if lines:
        yield WordTable(title, ("method", what, "examples"), lines)
