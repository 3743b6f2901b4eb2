"""Comparisons as tables of words, which a terminal and a Markdown file can show."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from citeloom.methods.result import Usage
from citeloom_lab.evaluation.comparison import OVERLAP, SetComparison
from citeloom_lab.evaluation.example import DataSet
from citeloom_lab.evaluation.judging.comparison import Judgement, judged_sets
from citeloom_lab.evaluation.metrics import METRICS, Metric
from citeloom_lab.evaluation.resampling import Interval

NONE = "–"


@dataclass(frozen=True, slots=True)
class WordTable:
    """A table: what it shows, its headings, and its rows of as many words each."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(comparison: SetComparison, currency: str = "") -> Iterator[WordTable]:
    """Yield the tables of a data set: overlap, the texts themselves, references, what was used."""
    first = comparison.rows[0].method
    shown = f"{comparison.name}: {_count(comparison.examples, 'example')}"
    shown += f" of {_count(comparison.papers, 'paper')}"
    written = [row for row in comparison.rows if row.means["rouge1"] is not None]
    overlap = [metric for metric in METRICS if metric.is_interval]
    yield WordTable(
        f"{shown}; overlap with the authors' text, and differences to {first}, with 95 % intervals",
        (
            "method",
            *(metric.heading for metric in overlap),
            *(f"Δ{metric.heading}" for metric in overlap),
        ),
        tuple(
            (
                row.method,
                *(_interval(row.means[metric.name]) for metric in overlap),
                *(_interval(row.differences[name], signed=True) for name in OVERLAP),
            )
            for row in written
        ),
    )
    others = [
        metric
        for metric in METRICS
        if not metric.is_interval and any(row.means[metric.name] for row in comparison.rows)
    ]
    yield WordTable(
        f"{shown}; the texts themselves, means",
        ("method", *(metric.heading for metric in others), "no text", "refused"),
        tuple(
            (
                row.method,
                *(mean_in_words(row.means[metric.name], metric) for metric in others),
                f"{row.failed}",
                f"{row.faulty}",
            )
            for row in comparison.rows
        ),
    )
    if len(comparison.bands) > 1:
        yield WordTable(
            f"{shown}; R1 by number of references (examples)",
            ("method", *(f"{name} ({count})" for name, count in comparison.bands)),
            tuple((row.method, *map(_interval, row.by_references)) for row in written),
        )
    if any(row.models for row in written):
        used = [(row.method, row.models, row.usage) for row in written if row.models]
        yield _used(f"{shown}; what was used", "method", used, currency)


def judged_tables(judgement: Judgement, sets: Sequence[DataSet]) -> Iterator[WordTable]:
    """Yield a table of what a judge says for each data set, and for all."""
    judge = judgement.judge
    for judged in judged_sets(judgement, sets):
        yield WordTable(
            f"{judged.name}: {_count(judged.examples, 'example')}; {judge.name} by "
            f"{judgement.model}, with 95 % intervals",
            ("method", *(metric.heading for metric in judge.metrics), "texts"),
            tuple(
                (
                    row.method,
                    *(
                        _interval(row.means[metric.name], decimals=metric.decimals)
                        for metric in judge.metrics
                    ),
                    f"{row.judged}",
                )
                for row in judged.rows
            ),
        )


def judging_used(judgements: Sequence[Judgement], currency: str = "") -> WordTable:
    """Return the table of what the judges used."""
    rows = [(each.judge.name, (each.model,), each.usage) for each in judgements]
    return _used("what judging used", "judge", rows, currency)


def _used(
    title: str, what: str, rows: Iterable[tuple[str, Sequence[str], Usage]], currency: str
) -> WordTable:
    return WordTable(
        title,
        (what, "model", "calls", "kept", "tokens read", "written", currency or "money", "s"),
        tuple(
            (
                name,
                ", ".join(models),
                f"{usage.calls:,}",
                f"{usage.memo_hits:,}",
                f"{usage.input_tokens:,}",
                f"{usage.output_tokens:,}",
                f"{usage.money:.2f}",
                f"{usage.seconds:,.0f}",
            )
            for name, models, usage in rows
        ),
    )


def _interval(found: Interval | None, *, signed: bool = False, decimals: int = 1) -> str:
    if found is None:
        return NONE
    sign = "+" if signed else ""
    # 0.0 is added so that no rounded value reads as "-0.0".
    mean, low, high = (
        round(value, decimals) + 0.0 for value in (found.mean, found.low, found.high)
    )
    between = f" [{low:.{decimals}f}, {high:.{decimals}f}]" if found.is_known else ""
    return f"{mean:{sign}.{decimals}f}{between}"


def mean_in_words(found: Interval | None, metric: Metric) -> str:
    """Return a mean with as many decimals as its metric has."""
    if found is None:
        return NONE
    # One invented key among a thousand texts must not be rounded away.
    decimals = 2 if metric.name == "invented" and found.mean else metric.decimals
    return f"{found.mean:.{decimals}f}"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
