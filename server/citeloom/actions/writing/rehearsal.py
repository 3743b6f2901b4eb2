"""Rehearse a run, so that its estimate counts only what no earlier run has kept."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any

from citeloom.actions.context import Context
from citeloom.actions.corpus.draft_embedder import draft_embedder, opened_embedder
from citeloom.actions.writing.models import Estimate, Setup, estimate, rehearsal_ports
from citeloom.actions.writing.task.plan import Plan
from citeloom.actions.writing.weave import weave_references
from citeloom.actions.writing.weave_plan import WeavePlan
from citeloom.methods.cost import Cost
from citeloom.methods.port import Ports
from citeloom.models.memo import Memo
from citeloom.models.port import ModelError
from citeloom.models.rehearsal import RehearsedModel
from citeloom.models.setup import MEMO
from citeloom.problem import InputError

_Run = Callable[[Ports], Coroutine[Any, Any, object]]


def rehearsed_estimate(planned: Plan, context: Context, setup: Setup | None) -> Estimate:
    """Return what a planned run would cost, without the calls whose answers are kept.

    The method runs once; what the memo has is its answer, and nobody is asked. The time is that of
    earlier answers of the endpoint, where there are any.

    Raises
    ------
    InputError
        If one of the user's own prompts cannot be used.
    """

    if not (context.user.data_folder / MEMO).exists():
        return estimate(planned.cost, setup)

    embedder = None
    if planned.method.compares_texts:
        embedder = draft_embedder(planned.project.root, context)
    if embedder is not None and embedder.setup.address and embedder.may_be_sent_to:
        # It decides which pages are shown, and nobody is asked yet.
        return estimate(planned.cost, setup)

    async def write(ports: Ports) -> object:
        async with opened_embedder(embedder, context) as opened:
            given = planned.ports(replace(ports, embedder=opened))
            return await planned.method.write(planned.task, planned.parameters, given)

    return _rehearsed(write, planned.cost, planned, context, setup)


def rehearsed_weaving(planned: WeavePlan, context: Context, setup: Setup | None) -> Estimate:
    """Return what planned weaving would cost, as ``rehearsed_estimate`` does."""

    def weave(ports: Ports) -> Coroutine[Any, Any, object]:
        return weave_references(planned, context, ports)

    return _rehearsed(weave, planned.cost, planned.written, context, setup)


def _rehearsed(
    run: _Run, cost: Cost, planned: Plan, context: Context, setup: Setup | None
) -> Estimate:
    path = context.user.data_folder / MEMO
    if setup is None or not planned.method.uses_model:
        return estimate(cost, setup)
    kept = path if path.exists() else None
    with Memo(kept, setup.settings.memo_days, setup.settings.memo_megabytes) as memo:
        missing = _missing_calls(run, planned, context, setup, memo)
        speed = memo.speed(setup.endpoint)
    return estimate(cost if missing is None else cost.only(missing), setup, speed)


def _missing_calls(
    run: _Run, planned: Plan, context: Context, setup: Setup, memo: Memo
) -> Mapping[str, int] | None:
    """Count the questions of each step that no memo answers; None if that cannot be told."""
    model = RehearsedModel(setup, memo)
    root, texts = planned.project.root, planned.texts
    with rehearsal_ports(context, model, root, texts, planned.heading) as ports:
        try:
            asyncio.run(run(ports))
        except (ModelError, InputError):
            return None
    return model.missing
