"""Rehearse a run, so that its estimate counts only what no earlier run has kept."""

import asyncio
from collections.abc import Mapping, Sequence

from citeloom.actions.context import Context
from citeloom.actions.writing.models import Estimate, Setup, earlier_runs, estimate
from citeloom.actions.writing.write import Plan
from citeloom.methods.port import KeptElements, Ports
from citeloom.models.memo import Memo
from citeloom.models.port import ModelError
from citeloom.models.quoting import Fence
from citeloom.models.rehearsal import RehearsedModel
from citeloom.models.secret import installation_secret
from citeloom.models.setup import MEMO
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Paper
from citeloom.problem import InputError


def rehearsed_estimate(planned: Plan, context: Context, setup: Setup | None) -> Estimate:
    """Return what a planned run would cost, without the calls whose answers are kept.

    The method runs once; what the memo has is its answer, and nobody is asked. The time is that of
    earlier answers of the endpoint, where there are any.

    Raises
    ------
    InputError
        If one of the user's own prompts cannot be used.
    """
    path = context.user.data_folder / MEMO
    if setup is None or not path.exists():
        return estimate(planned.cost, setup)
    with Memo(path, setup.settings.memo_days, setup.settings.memo_megabytes) as memo:
        missing = _missing_calls(planned, context, setup, memo)
        speed = memo.speed(setup.endpoint)
    cost = planned.cost if missing is None else planned.cost.only(missing)
    return estimate(cost, setup, speed)


def _missing_calls(
    planned: Plan, context: Context, setup: Setup, memo: Memo
) -> Mapping[str, int] | None:
    """Count the questions of each step that no memo answers; None if that cannot be told."""
    model = RehearsedModel(setup, memo)
    with earlier_runs(context, setup, planned.project.root, planned.texts) as earlier:
        fence = Fence(installation_secret(context.user.data_folder))
        elements = _OnlyRead(earlier.elements)
        ports = Ports(
            model=model,
            prompts=earlier.prompts,
            elements=elements,
            fence=fence,
            texts=earlier.texts,
        )
        try:
            asyncio.run(planned.method.write(planned.task, planned.parameters, ports))
        except (ModelError, InputError):
            return None
    return model.missing


class _OnlyRead:
    """Gives kept key elements, and keeps none: those of a rehearsal are made up."""

    def __init__(self, kept: KeptElements) -> None:
        self._kept = kept

    def get(self, paper: Paper) -> Sequence[KeyElement]:
        return self._kept.get(paper)

    def put(self, paper: Paper, elements: Sequence[KeyElement]) -> None:
        pass
