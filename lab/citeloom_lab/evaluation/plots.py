"""Comparisons as pictures, by matplotlib, which is loaded when the first is drawn."""

from collections.abc import Sequence
from typing import Any

from citeloom_lab.evaluation.comparison import MethodScores, SetComparison
from citeloom_lab.evaluation.judging.comparison import Judgement
from citeloom_lab.evaluation.metrics import METRICS
from citeloom_lab.evaluation.resampling import Interval

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
"""Okabe and Ito's, which people with any kind of colour vision tell apart."""
_MARKERS = "osD^vPX*"
_APART = 0.7
"""Of the room between two places, so much is shared among the methods."""


class Figures:
    """Draws pictures."""

    def __init__(self) -> None:
        from matplotlib.figure import Figure

        self._figure: Any = Figure

    def overlap(self, comparison: SetComparison) -> Any:
        """Return ROUGE of the methods side by side, with intervals."""
        metrics = [metric for metric in METRICS if metric.is_interval]
        rows = _with_overlap(comparison)
        figure, axes = self._axes(f"{_title(comparison)}: overlap with the authors' text")
        values = [[row.means[metric.name] for metric in metrics] for row in rows]
        _draw_points(axes, [row.method for row in rows], values)
        axes.set_xticks(range(len(metrics)), [metric.heading for metric in metrics])
        axes.set_ylabel("F1, 95 % intervals")
        return figure

    def by_references(self, comparison: SetComparison) -> Any:
        """Return R1 by the number of references, with intervals (CKMA, Figure 3)."""
        rows = _with_overlap(comparison)
        figure, axes = self._axes(f"{_title(comparison)}: R1 by number of references")
        values = [list(row.by_references) for row in rows]
        _draw_points(axes, [row.method for row in rows], values, joined=True)
        places = [f"{name}\n({count})" for name, count in comparison.bands]
        axes.set_xticks(range(len(places)), places)
        axes.set_xlabel("references (examples)")
        axes.set_ylabel("ROUGE-1 F1, 95 % intervals")
        return figure

    def judged(self, judgement: Judgement) -> Any:
        """Return boxes of a judge's values of all examples (ChatCite, Figure 3)."""
        metrics = judgement.judge.metrics
        methods = list(next(iter(judgement.values.values())))
        figure = self._figure(figsize=(2.2 * len(metrics) + 1, 4.5), layout="constrained")
        figure.suptitle(f"{judgement.judge.name} by {judgement.model}")
        for at, metric in enumerate(metrics, 1):
            axes = figure.add_subplot(1, len(metrics), at)
            values = [
                [
                    each[metric.name]
                    for own in judgement.values.values()
                    for each in own[method]
                    if metric.name in each
                ]
                for method in methods
            ]
            boxes = axes.boxplot(values, patch_artist=True, showmeans=True)
            for box, colour in zip(boxes["boxes"], _colours(len(methods)), strict=True):
                box.set_facecolor(colour)
                box.set_alpha(0.6)
            for line in boxes["medians"]:
                line.set_color("black")
            axes.set_title(metric.heading, fontsize="medium")
            axes.set_xticks(range(1, len(methods) + 1), methods, rotation=90)
            axes.grid(axis="y", alpha=0.3)
        return figure

    def _axes(self, title: str) -> tuple[Any, Any]:
        figure = self._figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(title, fontsize="medium")
        axes.grid(axis="y", alpha=0.3)
        return figure, axes


def _title(comparison: SetComparison) -> str:
    return f"{comparison.name}, {comparison.examples:,} examples of {comparison.papers:,} papers"


def _with_overlap(comparison: SetComparison) -> Sequence[MethodScores]:
    return [row for row in comparison.rows if row.means["rouge1"] is not None]


def _colours(number: int) -> list[str]:
    return [_COLOURS[at % len(_COLOURS)] for at in range(number)]


def _draw_points(
    axes: Any,
    methods: Sequence[str],
    values: Sequence[Sequence[Interval | None]],
    *,
    joined: bool = False,
) -> None:
    """Draw a point with its interval for each method at each place, beside each other."""
    step = _APART / max(1, len(methods))
    for at, (method, own) in enumerate(zip(methods, values, strict=True)):
        known = [(place, found) for place, found in enumerate(own) if found is not None]
        moved = (at - (len(methods) - 1) / 2) * step
        low = [found.mean - found.low if found.is_known else 0.0 for _, found in known]
        high = [found.high - found.mean if found.is_known else 0.0 for _, found in known]
        axes.errorbar(
            [place + moved for place, _ in known],
            [found.mean for _, found in known],
            yerr=[low, high],
            fmt=_MARKERS[at % len(_MARKERS)] + ("-" if joined else ""),
            linewidth=0.8,
            elinewidth=1.2,
            capsize=2,
            color=_COLOURS[at % len(_COLOURS)],
            label=method,
        )
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
