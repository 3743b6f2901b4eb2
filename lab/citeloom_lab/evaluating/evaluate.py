"""Run methods over data sets, measure all texts, and compare the methods."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from citeloom.actions.context import Context
from citeloom.methods.port import Progress
from citeloom.models.setup import Setup
from citeloom_lab.evaluating.judging import judge_texts
from citeloom_lab.evaluating.limits import SpentLimits
from citeloom_lab.evaluating.plan import EvaluationPlan
from citeloom_lab.evaluating.writing_texts import SetTexts, write_texts
from citeloom_lab.evaluation.bert_score import TransformersTokens
from citeloom_lab.evaluation.comparison import (
    AUTHORS,
    ExampleScores,
    SetComparison,
    compare,
    pooled,
    score_authors,
    score_texts,
)
from citeloom_lab.evaluation.judging.comparison import Judgement
from citeloom_lab.evaluation.metrics import Scorer
from citeloom_lab.evaluation.rouge import rouge_version


@dataclass(frozen=True)
class Evaluation:
    """What came of an evaluation: the plan, and the methods compared on each set and on all.

    ``judgements`` are what models say of the texts, ``bertscore`` is the model of BERTScore.
    """

    plan: EvaluationPlan
    comparisons: tuple[SetComparison, ...]
    texts: SetTexts
    rouge: str
    judgements: tuple[Judgement, ...] = ()
    bertscore: str = ""


async def evaluate(
    planned: EvaluationPlan,
    context: Context,
    progress: Progress | None = None,
    setup: Setup | None = None,
) -> Evaluation:
    """Write what is not kept yet, measure all texts, and compare the methods."""
    request = planned.request
    embedder = TransformersTokens(request.bertscore) if request.bertscore else None
    scorer = Scorer(stemming=request.stemming, cut=request.cut, embedder=embedder)
    spent = SpentLimits()
    texts = await write_texts(planned, context, progress, setup, spent)
    judgements = await judge_texts(planned, texts, context, progress, setup, spent)
    scored = {
        each.name: {
            AUTHORS: score_authors(each.examples, scorer),
            **{
                method: score_texts(own, each.examples, scorer)
                for method, own in texts[each.name].items()
            },
        }
        for each in planned.sets
    }
    comparisons = [_compared(each.name, scored[each.name]) for each in planned.sets]
    if len(planned.sets) > 1:
        methods = next(iter(scored.values()))
        together = {
            method: [each for own in scored.values() for each in own[method]] for method in methods
        }
        comparisons.append(_compared(pooled(planned.sets), together))
    bertscore = embedder.name if embedder else ""
    return Evaluation(planned, tuple(comparisons), texts, rouge_version(), judgements, bertscore)


def _compared(name: str, scored: Mapping[str, Sequence[ExampleScores]]) -> SetComparison:
    """Compare methods; the row of the authors comes last, and nothing is compared with it."""
    methods = {method: own for method, own in scored.items() if method != AUTHORS}
    return compare(name, {**methods, AUTHORS: scored[AUTHORS]})


def failures(evaluation: Evaluation) -> Iterator[str]:
    """Yield a line on each text that could not be written or was refused."""
    for name, methods in evaluation.texts.items():
        examples = next(each for each in evaluation.plan.sets if each.name == name).examples
        for method, texts in methods.items():
            for example, text in zip(examples, texts, strict=True):
                if why := text.failure or text.fault:
                    yield f"{name}, {example.id}, {method}: {why}"
