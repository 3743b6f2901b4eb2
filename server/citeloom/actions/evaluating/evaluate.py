"""Run methods over data sets, keep each text, and compare them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Any

from citeloom.actions.context import Context
from citeloom.actions.evaluating.remaining import Remaining
from citeloom.actions.writing.models import Estimate, Setup, estimate, no_model, ports, usage_of
from citeloom.actions.writing.write import WriteRequest, parameters_of
from citeloom.evaluation.baselines import Lead, Oracle, RandomSentences
from citeloom.evaluation.comparison import (
    AUTHORS,
    SetComparison,
    compare,
    pooled,
    score_authors,
    score_texts,
    sum_usage,
)
from citeloom.evaluation.evaluated_text import EvaluatedText, evaluated_text
from citeloom.evaluation.example import DataSet, Example, drawn_examples
from citeloom.evaluation.kept_texts import TextsOnDisk, code_digest, text_key
from citeloom.evaluation.metrics import Scorer
from citeloom.evaluation.reading import read_data_set
from citeloom.evaluation.rouge import rouge_version
from citeloom.evaluation.saved_texts import SavedTexts, read_saved_texts
from citeloom.methods.cost import Cost, StepCost
from citeloom.methods.parameters import Parameters
from citeloom.methods.port import (
    Method,
    MethodError,
    MethodFault,
    NoProgress,
    NothingKept,
    NothingRead,
    Progress,
)
from citeloom.methods.registry import METHODS, method_named
from citeloom.methods.result import Usage
from citeloom.methods.verify import verify
from citeloom.models.port import AnswerError, BudgetExceededError, ContextTooLongError
from citeloom.problem import InputError

_BASELINES: tuple[Callable[[Example], Method[Any]], ...] = (
    lambda _: Lead(),
    lambda _: RandomSentences(),
    Oracle,
)
_NAMES = (Lead.name, RandomSentences.name, Oracle.name)


SetTexts = Mapping[str, Mapping[str, Sequence[EvaluatedText]]]
"""Texts by the name of their data set and their method, in the order of its examples."""


@dataclass(frozen=True)
class EvaluationRequest:
    """A request to evaluate methods on data sets.

    ``parameters`` are the methods' own as the user typed them, by ``method.parameter``. ``words``
    are asked of every method, ``cut`` is where ROUGE stops reading. ``sample``: only so many
    examples of all sets, drawn by the seed. ``folder`` is where texts are kept; None for the data
    folder. ``saved`` are files of texts that were written before, by the names that they get.
    """

    data: Sequence[Path]
    methods: Sequence[str]
    parameters: Mapping[str, str] = field(default_factory=dict)
    words: int | None = None
    cut: int | None = None
    stemming: bool = True
    seed: int = 0
    sample: int | None = None
    folder: Path | None = None
    saved: Mapping[str, Path] = field(default_factory=dict)


@dataclass(frozen=True)
class EvaluatedMethod:
    """A method with its parameters; ``of`` makes it for an example (the oracle reads its text).

    ``saved`` are texts that were written before, where these are compared and nothing is written.
    """

    name: str
    parameters: Parameters
    of: Callable[[Example], Method[Any]]
    uses_model: bool = False
    saved: SavedTexts | None = None


@dataclass(frozen=True)
class EvaluationPlan:
    """Data sets that were read, and the methods that will write for them."""

    request: EvaluationRequest
    sets: tuple[DataSet, ...]
    methods: tuple[EvaluatedMethod, ...]

    @property
    def examples(self) -> int:
        """How many texts each method has to write."""
        return sum(len(each.examples) for each in self.sets)

    @property
    def uses_model(self) -> bool:
        return any(method.uses_model for method in self.methods)

    def cost(self, method: EvaluatedMethod) -> Cost:
        """Return the model calls of all texts of a method; kept answers are not left out."""
        request = self.request
        steps = [
            step
            for each in self.sets
            for example in each.examples
            for step in method.of(example)
            .cost(example.task(request.words, request.seed), method.parameters)
            .steps
        ]
        return Cost(tuple(_together(steps)))


def _together(steps: Sequence[StepCost]) -> Iterator[StepCost]:
    """Yield the steps of all texts, those of one name as one."""
    for name in dict.fromkeys(step.step for step in steps):
        own = [step for step in steps if step.step == name]
        most = sum(step.most for step in own)
        yield StepCost(
            name,
            sum(step.least for step in own),
            most,
            ceil(sum(step.most * step.input_tokens for step in own) / max(1, most)),
            ceil(sum(step.most * step.output_tokens for step in own) / max(1, most)),
            sum(step.chain for step in own),
        )


@dataclass(frozen=True)
class Evaluation:
    """What came of an evaluation: the plan, and the methods compared on each set and on all."""

    plan: EvaluationPlan
    comparisons: tuple[SetComparison, ...]
    texts: SetTexts
    rouge: str


def method_names() -> tuple[str, ...]:
    """Return the names of all that can be evaluated."""
    return (*(method.name for method in METHODS), *_NAMES)


def plan_evaluation(request: EvaluationRequest) -> EvaluationPlan:
    """Read the data sets and find the methods.

    Raises
    ------
    InputError
        If a file cannot be read, or a method or a parameter is unknown.
    """
    methods = tuple(_method(name, request.parameters) for name in dict.fromkeys(request.methods))
    known = {method.name for method in methods}
    if taken := next((name for name in request.saved if name in known or name == AUTHORS), ""):
        raise InputError(f"--texts {taken}: that is the name of a method that is evaluated")
    methods += tuple(
        EvaluatedMethod(name, Parameters(), lambda _: Lead(), saved=read_saved_texts(path))
        for name, path in request.saved.items()
    )
    for name in request.parameters:
        if (prefix := name.partition(".")[0]) not in known:
            raise InputError(
                f"parameter {name}: no method '{prefix}' is evaluated",
                advice="name it as METHOD.PARAMETER",
            )
    sets = tuple(map(read_data_set, request.data))
    names = [each.name for each in sets]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise InputError(f"two data sets are called '{twice}'")
    if request.sample is not None:
        sets = drawn_examples(sets, request.sample, request.seed)
    return EvaluationPlan(request, sets, methods)


def _method(name: str, given: Mapping[str, str]) -> EvaluatedMethod:
    if name in _NAMES:
        return EvaluatedMethod(name, Parameters(), _BASELINES[_NAMES.index(name)])
    if name not in method_names():
        raise InputError(
            f"there is no method '{name}'", advice=f"methods: {', '.join(method_names())}"
        )
    method = method_named(name)
    own = {key: value for key, value in given.items() if key.partition(".")[0] == name}
    parameters = parameters_of(method, WriteRequest(Path(), parameters=own))
    return EvaluatedMethod(name, parameters, lambda _: method, method.uses_model)


def evaluation_estimate(
    planned: EvaluationPlan, method: EvaluatedMethod, setup: Setup | None
) -> Estimate:
    """Return what a method's texts would cost if nothing of them is kept."""
    return estimate(planned.cost(method), setup)


async def write_texts(
    planned: EvaluationPlan,
    context: Context,
    progress: Progress | None = None,
    setup: Setup | None = None,
) -> SetTexts:
    """Return the texts of all methods; what is not kept yet is written.

    Each text is kept as soon as it is written, so that a run that was killed goes on.

    Raises
    ------
    InputError
        If a text cannot be kept; as ServiceError if a model cannot be used.
    """
    writer = _TextWriter(planned, context, progress or NoProgress(), setup)
    return {
        each.name: {method.name: await writer.texts(each, method) for method in planned.methods}
        for each in planned.sets
    }


async def evaluate(
    planned: EvaluationPlan,
    context: Context,
    progress: Progress | None = None,
    setup: Setup | None = None,
) -> Evaluation:
    """Write what is not kept yet, measure all texts, and compare the methods.

    Raises
    ------
    InputError
        If a library is missing, else as ``write_texts`` does.
    """
    request = planned.request
    scorer = Scorer(stemming=request.stemming, cut=request.cut)
    texts = await write_texts(planned, context, progress, setup)
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
    return Evaluation(planned, tuple(comparisons), texts, rouge_version())


def _compared(name: str, scored: Mapping[str, Sequence[Any]]) -> SetComparison:
    """Compare methods; the row of the authors comes last, and nothing is compared with it."""
    methods = {method: own for method, own in scored.items() if method != AUTHORS}
    return compare(name, {**methods, AUTHORS: scored[AUTHORS]})


class _TextWriter:
    """Writes texts, or takes those that are kept."""

    def __init__(
        self,
        planned: EvaluationPlan,
        context: Context,
        progress: Progress,
        setup: Setup | None,
    ) -> None:
        folder = planned.request.folder or context.user.evaluation
        self._request, self._context, self._setup = planned.request, context, setup
        self._kept = TextsOnDisk(folder)
        self._code = code_digest()
        self._used = Usage()
        self._remaining = Remaining(
            progress, {method.name: planned.examples for method in planned.methods}
        )

    async def texts(self, of: DataSet, method: EvaluatedMethod) -> list[EvaluatedText]:
        found = []
        for example in of.examples:
            self._remaining.next_text(of.name, method.name)
            if method.saved is not None:
                found.append(method.saved.of(example))
                continue
            key = self._key(example, method)
            text = self._kept.get(key)
            if text is None:
                with self._remaining.writing(method.name):
                    text, lasts = await self._written(example, method)
                if lasts:
                    self._kept.put(key, text)
            found.append(text)
        return found

    def _key(self, example: Example, method: EvaluatedMethod) -> str:
        request, setup = self._request, self._setup
        model = setup.endpoint if setup and method.uses_model else ""
        asked = repr((request.words, request.seed))
        parameters = method.parameters.model_dump_json()
        return text_key(example.digest, method.name, parameters, asked, model, self._code)

    def _within_limits(self, setup: Setup | None) -> Setup | None:
        """Return the model with what is left of its limits, which are those of the whole run."""
        if setup is None:
            return None
        given, used = setup.settings, self._used
        spent = (
            ("calls", given.calls, used.calls),
            ("tokens", given.tokens, used.input_tokens + used.output_tokens),
            ("money", given.money, used.money),
        )
        left = {name: limit - own for name, limit, own in spent if limit}
        if over := next((name for name, rest in left.items() if rest <= 0), ""):
            raise BudgetExceededError(
                f"this run has reached its limit of {over}",
                f"set model.{over} higher in config.toml; what was written is kept",
            )
        return replace(setup, settings=given.model_copy(update=left))

    async def _written(
        self, example: Example, method: EvaluatedMethod
    ) -> tuple[EvaluatedText, bool]:
        """Write a text; tell whether it would be the same another time."""
        if method.uses_model and self._setup is None:
            raise no_model(method.name)
        task = example.task(self._request.words, self._request.seed)
        setup = self._within_limits(self._setup) if method.uses_model else None
        began = perf_counter()
        async with ports(
            self._context, setup, self._remaining, self._context.user.evaluation, {}
        ) as (opened, ledger):
            failure = fault = ""
            result, lasts = None, True
            try:
                result = await method.of(example).write(
                    task,
                    method.parameters,
                    # Nothing that was read for another data set: its references may have like ids.
                    replace(opened, texts=example, elements=NothingKept(), readings=NothingRead()),
                )
                verify(result, task)
            except MethodFault as error:
                fault = str(error)
            except MethodError as error:
                failure = error.problem.message
            except (AnswerError, ContextTooLongError) as error:
                failure, lasts = error.problem.message, False
            usage = replace(usage_of(ledger), seconds=round(perf_counter() - began, 3), steps=())
            self._used = sum_usage([self._used, usage])
        model = setup.name if setup else ""
        if result is None:
            return EvaluatedText((), usage, model, failure, fault), lasts
        return evaluated_text(result, usage, model, fault), lasts


def failures(evaluation: Evaluation) -> Iterator[str]:
    """Yield a line on each text that could not be written or was refused."""
    for name, methods in evaluation.texts.items():
        examples = next(each for each in evaluation.plan.sets if each.name == name).examples
        for method, texts in methods.items():
            for example, text in zip(examples, texts, strict=True):
                if why := text.failure or text.fault:
                    yield f"{name}, {example.id}, {method}: {why}"
