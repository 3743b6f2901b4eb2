"""What judges say of methods, on each data set and on all: means with intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from citeloom.methods.result import Usage
from citeloom_lab.evaluation.comparison import pooled
from citeloom_lab.evaluation.example import DataSet
from citeloom_lab.evaluation.judging.judge import TextJudge
from citeloom_lab.evaluation.resampling import Interval, difference, interval

ExampleValues = Sequence[Mapping[str, float]]
"""Values of a judge's metrics, a mapping for each example of a set; what is unknown is left out."""


@dataclass(frozen=True)
class Judgement:
    """The values that a judge gave, by data set and method, and what that used.

    ``model`` is the model that answered, as its answers say.
    """

    judge: TextJudge
    model: str
    values: Mapping[str, Mapping[str, ExampleValues]]
    usage: Usage


@dataclass(frozen=True)
class JudgedMethod:
    """A method's means by metric, and their paired differences to the first method.

    ``judged`` are how many of its texts have values at all.
    """

    method: str
    judged: int
    means: Mapping[str, Interval | None]
    differences: Mapping[str, Interval | None]


@dataclass(frozen=True)
class JudgedSet:
    """The methods on one data set, or on all together, by one judge."""

    name: str
    examples: int
    rows: tuple[JudgedMethod, ...]


def judged_sets(judgement: Judgement, sets: Sequence[DataSet]) -> tuple[JudgedSet, ...]:
    """Return the means on each data set, and on all where there are several."""
    papers = {each.name: [example.paper for example in each.examples] for each in sets}
    found = [
        _judged_set(judgement, each.name, judgement.values[each.name], papers[each.name])
        for each in sets
    ]
    if len(sets) > 1:
        methods = judgement.values[sets[0].name]
        together = {
            method: [value for each in sets for value in judgement.values[each.name][method]]
            for method in methods
        }
        of_all = [paper for each in sets for paper in papers[each.name]]
        found.append(_judged_set(judgement, pooled(sets), together, of_all))
    return tuple(found)


def _judged_set(
    judgement: Judgement, name: str, values: Mapping[str, ExampleValues], papers: Sequence[str]
) -> JudgedSet:
    metrics = [metric.name for metric in judgement.judge.metrics]
    first = next(iter(values.values()))
    rows = tuple(
        JudgedMethod(
            method,
            sum(bool(each) for each in own),
            {metric: interval(_of(own, metric), papers) for metric in metrics},
            {
                metric: None
                if own is first
                else difference(_of(own, metric), _of(first, metric), papers)
                for metric in metrics
            },
        )
        for method, own in values.items()
    )
    return JudgedSet(name, len(papers), rows)


def _of(values: ExampleValues, metric: str) -> list[float | None]:
    return [each.get(metric) for each in values]
