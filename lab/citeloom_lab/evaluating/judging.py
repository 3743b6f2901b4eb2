"""Have a model judge the texts of an evaluation."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from time import perf_counter

from citeloom.actions.context import Context
from citeloom.actions.writing.models import (
    Estimate,
    estimate,
    model_name,
    no_model,
    ports,
    usage_of,
)
from citeloom.methods.modelled.asking_together import ask_all
from citeloom.methods.modelled.method import model_of
from citeloom.methods.port import NoProgress, Progress
from citeloom.models.cost import Cost, joined
from citeloom.models.setup import Setup
from citeloom_lab.evaluating.limits import SpentLimits
from citeloom_lab.evaluating.plan import EvaluationPlan
from citeloom_lab.evaluating.writing_texts import SetTexts
from citeloom_lab.evaluation.comparison import AUTHORS
from citeloom_lab.evaluation.evaluated_text import authors_text
from citeloom_lab.evaluation.judging.comparison import Judgement
from citeloom_lab.evaluation.judging.judge import Judged, TextJudge, TextsOfExample
from citeloom_lab.evaluation.judging.shown_texts import words_expected

AT_ONCE = 8
"""Examples that are judged side by side; the endpoint's own limit holds for their questions."""


def judging_cost(planned: EvaluationPlan, judge: TextJudge) -> Cost:
    """Return the calls of a judge if every method writes a text for every example."""
    texts = len(planned.methods) + judge.judges_authors
    return joined(
        judge.cost(example, texts, words_expected(example, planned.request.words))
        for each in planned.sets
        for example in each.examples
    )


def judging_estimate(planned: EvaluationPlan, judge: TextJudge, setup: Setup | None) -> Estimate:
    """Return what a judge would cost if nothing of its answers is kept."""
    return estimate(judging_cost(planned, judge), setup)


async def judge_texts(
    planned: EvaluationPlan,
    texts: SetTexts,
    context: Context,
    progress: Progress | None = None,
    setup: Setup | None = None,
    spent: SpentLimits | None = None,
) -> tuple[Judgement, ...]:
    """Return what each judge of the plan says of all texts.

    Answers are kept by the memo, so that a run that was stopped goes on, and another one with the
    same texts asks nothing.
    """
    used = spent or SpentLimits()
    tell = progress or NoProgress()
    return tuple(
        [
            await _judgement(judge, planned, texts, context, tell, setup, used)
            for judge in planned.judges
        ]
    )


async def _judgement(
    judge: TextJudge,
    planned: EvaluationPlan,
    texts: SetTexts,
    context: Context,
    progress: Progress,
    setup: Setup | None,
    spent: SpentLimits,
) -> Judgement:
    if setup is None:
        raise no_model(judge.name)
    given = list(_texts_of_examples(judge, planned, texts))
    found: list[Judged] = []
    began = perf_counter()
    within = spent.setup_within(setup)
    async with ports(context, within, progress, context.user.evaluation, {}) as (opened, ledger):
        model = model_of(opened, judge.name)
        try:
            for start in range(0, len(given), AT_ONCE):
                progress.stage(f"{judge.name}: examples", start, len(given))
                found += await ask_all(
                    judge.judge(each, opened, model) for each in given[start : start + AT_ONCE]
                )
        finally:
            seconds = round(perf_counter() - began, 3)
            usage = replace(usage_of(ledger), seconds=seconds, steps=())
            spent.add(setup, usage)
    return Judgement(judge, model_name(ledger, setup), _by_set(judge, planned, found), usage)


def _texts_of_examples(
    judge: TextJudge, planned: EvaluationPlan, texts: SetTexts
) -> Iterator[TextsOfExample]:
    for each in planned.sets:
        for at, example in enumerate(each.examples):
            own = {method: found[at] for method, found in texts[each.name].items()}
            if judge.judges_authors:
                own[AUTHORS] = authors_text(example)
            written = {method: text for method, text in own.items() if text.sentences}
            yield TextsOfExample(example, written, planned.request.seed)


def _by_set(
    judge: TextJudge, planned: EvaluationPlan, found: list[Judged]
) -> Mapping[str, Mapping[str, list[Mapping[str, float]]]]:
    """Return the values of all examples by data set and method."""
    methods = [method.name for method in planned.methods]
    methods += [AUTHORS] if judge.judges_authors else []
    rest = iter(found)
    values = {}
    for each in planned.sets:
        judged = [next(rest) for _ in each.examples]
        values[each.name] = {
            method: [example.get(method, {}) for example in judged] for method in methods
        }
    return values
