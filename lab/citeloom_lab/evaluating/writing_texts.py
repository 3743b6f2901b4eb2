"""Writes the texts of an evaluation, or takes those that are kept."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import perf_counter

from citeloom.actions.context import Context
from citeloom.actions.writing.models import model_name, no_model, ports, usage_of
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.port import (
    MethodError,
    MethodFault,
    NoProgress,
    NothingKept,
    Progress,
)
from citeloom.methods.verify import verify
from citeloom.models.port import AnswerError, ContextTooLongError, ModelError
from citeloom.models.setup import Setup
from citeloom_lab.evaluating.limits import SpentLimits
from citeloom_lab.evaluating.plan import EvaluatedMethod, EvaluationPlan
from citeloom_lab.evaluating.remaining import Remaining
from citeloom_lab.evaluation.evaluated_text import EvaluatedText, written_paragraphs
from citeloom_lab.evaluation.example import DataSet, Example
from citeloom_lab.evaluation.kept_texts import TextsOnDisk, code_digest, text_key

SetTexts = Mapping[str, Mapping[str, Sequence[EvaluatedText]]]
"""Texts by the name of their data set and their method, in the order of its examples."""


async def write_texts(
    planned: EvaluationPlan,
    context: Context,
    progress: Progress | None = None,
    setup: Setup | None = None,
    spent: SpentLimits | None = None,
) -> SetTexts:
    """Return the texts of all methods; what is not kept yet is written.

    Each text is kept as soon as it is written, so that a run that was killed goes on. Models at
    different endpoints write side by side, the texts of one after each other.
    """
    used = spent or SpentLimits()
    writer = _TextWriter(planned, context, progress or NoProgress(), setup, used)
    by_model: dict[str, list[EvaluatedMethod]] = {}
    for method in planned.methods:
        by_model.setdefault(method.setup.endpoint if method.setup else "", []).append(method)
    written: dict[tuple[str, str], Sequence[EvaluatedText]] = {}

    async def write(methods: Sequence[EvaluatedMethod]) -> None:
        for each in planned.sets:
            for method in methods:
                written[each.name, method.name] = await writer.texts(each, method)

    await ask_together(map(write, by_model.values()))
    return {
        each.name: {method.name: written[each.name, method.name] for method in planned.methods}
        for each in planned.sets
    }


class KeptTexts:
    """The texts of an evaluation that are kept; ``setup`` is the run's model."""

    def __init__(self, planned: EvaluationPlan, context: Context, setup: Setup | None) -> None:
        self._request, self._setup = planned.request, setup
        self._kept = TextsOnDisk(planned.request.folder or context.user.evaluation)
        self._code = code_digest()

    def get(self, example: Example, method: EvaluatedMethod) -> EvaluatedText | None:
        """Return a text; None if it is not kept."""
        return self._kept.get(self._key(example, method))

    def put(self, example: Example, method: EvaluatedMethod, text: EvaluatedText) -> None:
        """Keep a text in one step."""
        self._kept.put(self._key(example, method), text)

    def _key(self, example: Example, method: EvaluatedMethod) -> str:
        setup = method.setup or self._setup
        model = setup.endpoint if setup and method.uses_model else ""
        asked = repr((self._request.words, self._request.seed))
        parameters = method.parameters.model_dump_json()
        return text_key(example.digest, method.method, parameters, asked, model, self._code)


class _TextWriter:
    """Writes texts, or takes those that are kept.

    Of several models one that cannot be used keeps the others from nothing: its texts are missing
    until the same run is begun again. What such a model says that cannot be used is a result.
    """

    def __init__(
        self,
        planned: EvaluationPlan,
        context: Context,
        progress: Progress,
        setup: Setup | None,
        spent: SpentLimits,
    ) -> None:
        self._request, self._context, self._setup = planned.request, context, setup
        self._kept = KeptTexts(planned, context, setup)
        self._spent = spent
        self._unusable: dict[str, str] = {}
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
            text = self._kept.get(example, method)
            if text is None:
                with self._remaining.writing(method.name):
                    text, lasts = await self._written(example, method)
                if lasts:
                    self._kept.put(example, method, text)
            found.append(text)
        return found

    async def _written(
        self, example: Example, method: EvaluatedMethod
    ) -> tuple[EvaluatedText, bool]:
        """Write a text; tell whether it would be the same another time."""
        wanted = (method.setup or self._setup) if method.uses_model else None
        if method.uses_model and wanted is None:
            raise no_model(method.method)
        if wanted and (why := self._unusable.get(wanted.endpoint)):
            return EvaluatedText((), failure=why), False
        try:
            return await self._asked(example, method, wanted)
        except ModelError as error:
            if method.setup is None:
                raise
            self._unusable[method.setup.endpoint] = error.problem.message
            return EvaluatedText((), failure=error.problem.message), False

    async def _asked(
        self, example: Example, method: EvaluatedMethod, wanted: Setup | None
    ) -> tuple[EvaluatedText, bool]:
        task = example.task(self._request.words, self._request.seed)
        setup = self._spent.setup_within(wanted) if wanted else None
        began = perf_counter()
        async with ports(
            self._context, setup, self._remaining, self._context.user.evaluation, {}
        ) as (opened, ledger):
            failure = fault = ""
            result, lasts = None, True
            warnings: list[str] = []
            try:
                result = await method.of(example).write(
                    task,
                    method.parameters,
                    # Nothing that was read for another data set: its references may have like ids.
                    replace(opened, texts=example, elements=NothingKept()),
                )
                if result.cut_short is not None:
                    raise result.cut_short
                verify(result, task)
            except MethodFault as error:
                fault = str(error)
            except (MethodError, AnswerError, ContextTooLongError) as error:
                failure = "" if result else error.problem.message
                lasts = isinstance(error, MethodError) or method.setup is not None
                warnings = [error.problem.details] if error.problem.details else []
            usage = replace(usage_of(ledger), seconds=round(perf_counter() - began, 3), steps=())
            if setup:
                self._spent.add(setup, usage)
        model = model_name(ledger, setup) if setup else ""
        paragraphs = written_paragraphs(result) if result else ()
        warnings += [*(result.warnings if result else ()), *ledger.notes]
        return EvaluatedText(paragraphs, usage, model, failure, fault, tuple(warnings)), lasts
