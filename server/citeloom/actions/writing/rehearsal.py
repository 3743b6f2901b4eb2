"""Rehearse a run, so that its estimate counts only what no earlier run has kept."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel

from citeloom.actions.context import Context
from citeloom.actions.corpus.draft_embedder import draft_embedder, opened_embedder
from citeloom.actions.writing.models import Estimate, MadeUp, Setup, estimate, rehearsal_ports
from citeloom.actions.writing.task.plan import Plan
from citeloom.actions.writing.weave import weave_references
from citeloom.actions.writing.weave_plan import WeavePlan
from citeloom.models.cost import Cost
from citeloom.methods.port import Ports
from citeloom.models.memo import Memo
from citeloom.models.port import ModelError
from citeloom.models.rehearsal import RehearsedModel
from citeloom.models.setup import MEMO
from citeloom.problem import InputError

_Run = Callable[[Ports], Coroutine[Any, Any, object]]


@dataclass
class EarlierTexts:
    """What a run has asked and kept before its next text, as far as that can be rehearsed.

    ``answers`` are made up, by their questions. ``untold``: of some text nobody can tell what it
    asks.
    """

    answers: Mapping[Hashable, BaseModel] = field(default_factory=dict)
    made_up: MadeUp = field(default_factory=MadeUp)
    count: int = 0
    untold: bool = False


def rehearsed_estimates(
    plans: Iterable[Plan], context: Context, setup: Setup | None
) -> list[Estimate]:
    """Return what each of the planned texts of one run would cost, written one after the other.

    What an earlier one asks and keeps is not asked again for a later one.
    """
    earlier = EarlierTexts()
    return [rehearsed_estimate(planned, context, setup, earlier) for planned in plans]


def rehearsed_estimate(
    planned: Plan, context: Context, setup: Setup | None, earlier: EarlierTexts | None = None
) -> Estimate:
    """Return what a planned text would cost, without the calls whose answers are kept.

    The method runs once; what the memo has is its answer, and nobody is asked. The time is that of
    earlier answers of the endpoint, where there are any. ``earlier`` are the texts of the same run
    that are written before; this one is added to them.
    """

    if earlier is None and not (context.user.data_folder / MEMO).exists():
        return estimate(planned.cost, setup)

    embedder = None
    if planned.method.compares_texts:
        embedder = draft_embedder(planned.project.root, context)
    if embedder is not None and embedder.setup.address and embedder.may_be_sent_to:
        # It decides which pages are shown, and nobody is asked yet.
        return estimate(_untold(planned.cost, earlier), setup)

    async def write(ports: Ports) -> object:
        async with opened_embedder(embedder, context) as opened:
            given = planned.ports(replace(ports, embedder=opened))
            return await planned.method.write(planned.task, planned.parameters, given)

    return _rehearsed(write, planned.cost, planned, context, setup, earlier)


def rehearsed_weaving(planned: WeavePlan, context: Context, setup: Setup | None) -> Estimate:
    """Return what planned weaving would cost, as ``rehearsed_estimate`` does."""

    def weave(ports: Ports) -> Coroutine[Any, Any, object]:
        return weave_references(planned, context, ports)

    return _rehearsed(weave, planned.cost, planned.written, context, setup)


def _untold(cost: Cost, earlier: EarlierTexts | None) -> Cost:
    """Return the cost of a text that cannot be rehearsed: all may have been asked before it."""
    if earlier is None:
        return cost
    first, earlier.untold = not earlier.count, True
    earlier.count += 1
    return cost if first else cost.at_most


def _rehearsed(
    run: _Run,
    cost: Cost,
    planned: Plan,
    context: Context,
    setup: Setup | None,
    earlier: EarlierTexts | None = None,
) -> Estimate:
    path = context.user.data_folder / MEMO
    if setup is None or not planned.method.uses_model:
        return estimate(cost, setup)
    kept = path if path.exists() else None
    with Memo(kept, setup.settings.memo_days, setup.settings.memo_megabytes) as memo:
        before = EarlierTexts() if earlier is None else earlier
        missing = _missing_calls(run, planned, context, setup, memo, before)
        speed = memo.speed(setup.endpoint)
    if missing is None:
        return estimate(_untold(cost, earlier), setup, speed)
    left = cost.only(missing)
    before.count += 1
    return estimate(left.at_most if before.untold else left, setup, speed)


def _missing_calls(
    run: _Run, planned: Plan, context: Context, setup: Setup, memo: Memo, before: EarlierTexts
) -> Mapping[str, int] | None:
    """Count the questions of each step that no memo answers; None if that cannot be told."""
    model = RehearsedModel(setup, memo, before.answers)
    root, texts, made = planned.project.root, planned.texts, before.made_up
    with rehearsal_ports(context, model, root, texts, planned.heading, made) as ports:
        try:
            asyncio.run(run(ports))
        except (ModelError, InputError):
            return None
    before.answers = model.answers
    return model.missing
