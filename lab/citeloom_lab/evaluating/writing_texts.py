"""Writes the texts of an evaluation, or takes those that are kept."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import perf_counter

from citeloom.actions.context import Context
from citeloom.actions.writing.models import Setup, model_name, no_model, ports, usage_of
from citeloom.methods.port import (
    MethodError,
    MethodFault,
    NoProgress,
    NothingKept,
    NothingRead,
    Progress,
)
from citeloom.methods.verify import verify
from citeloom.models.port import AnswerError, ContextTooLongError
from citeloom_lab.evaluating.limits import SpentLimits
from citeloom_lab.evaluating.plan import EvaluatedMethod, EvaluationPlan
from citeloom_lab.evaluating.remaining import Remaining
from citeloom_lab.evaluation.evaluated_text import EvaluatedText, evaluated_text
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

    Each text is kept as soon as it is written, so that a run that was killed goes on.
    """
    used = spent or SpentLimits()
    writer = _TextWriter(planned, context, progress or NoProgress(), setup, used)
    return {
        each.name: {method.name: await writer.texts(each, method) for method in planned.methods}
        for each in planned.sets
    }


class _TextWriter:
    """Writes texts, or takes those that are kept."""

    def __init__(
        self,
        planned: EvaluationPlan,
        context: Context,
        progress: Progress,
        setup: Setup | None,
        spent: SpentLimits,
    ) -> None:
        folder = planned.request.folder or context.user.evaluation
        self._request, self._context, self._setup = planned.request, context, setup
        self._kept = TextsOnDisk(folder)
        self._code = code_digest()
        self._spent = spent
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
        return text_key(example.digest, method.method, parameters, asked, model, self._code)

    async def _written(
        self, example: Example, method: EvaluatedMethod
    ) -> tuple[EvaluatedText, bool]:
        """Write a text; tell whether it would be the same another time."""
        if method.uses_model and self._setup is None:
            raise no_model(method.method)
        task = example.task(self._request.words, self._request.seed)
        wanted = self._setup if method.uses_model else None
        setup = self._spent.setup_within(wanted) if wanted else None
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
                if result.cut_short is not None:
                    raise result.cut_short
                verify(result, task)
            except MethodFault as error:
                fault = str(error)
            except MethodError as error:
                failure = error.problem.message
            except (AnswerError, ContextTooLongError) as error:
                failure, lasts = error.problem.message, False
            usage = replace(usage_of(ledger), seconds=round(perf_counter() - began, 3), steps=())
            self._spent.add(usage)
        model = model_name(ledger, setup) if setup else ""
        if result is None:
            return EvaluatedText((), usage, model, failure, fault), lasts
        return evaluated_text(result, usage, model, fault), lasts
