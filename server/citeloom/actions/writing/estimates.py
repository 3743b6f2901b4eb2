"""Estimates of runs, which count only the questions whose answers no earlier run has kept."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from citeloom.actions.context import Context
from citeloom.actions.corpus.draft_embedder import draft_embedder, opened_embedder
from citeloom.actions.writing.models import Estimate, MadeUp, estimate, ports_to
from citeloom.actions.writing.task.plan import Plan
from citeloom.actions.writing.weave import weave_references
from citeloom.actions.writing.weave_plan import WeavePlan
from citeloom.methods.port import NoProgress, Ports
from citeloom.models.cost import Cost, joined
from citeloom.models.memo import Memo
from citeloom.models.setup import MEMO, Setup
from citeloom.models.simulated_run import SimulatedModel, SimulatedRun


def writing_estimate(plans: Sequence[Plan], context: Context, setup: Setup | None) -> Estimate:
    """Return what planned texts of one run would cost, written one after the other.

    Calls whose answers are kept are not counted: the memo gives them, and nobody is asked. What an
    earlier text asks is not asked again for a later one. The time is that of earlier answers of the
    endpoint, where there are any.
    """

    async def write(planned: Plan, given: Ports) -> None:
        embedder = None
        if planned.method.compares_texts:
            embedder = draft_embedder(planned.project.root, context)
        if embedder is not None and embedder.setup.address:
            embedder = None  # Which pages are shown does not change how many questions there are.
        async with opened_embedder(embedder, context) as opened:
            ports = replace(given, embedder=opened, first_sample=planned.first_sample)
            await planned.method.write(planned.task, planned.parameters, ports)

    return _estimated(plans, write, context, setup)


def weaving_estimate(planned: WeavePlan, context: Context, setup: Setup | None) -> Estimate:
    """Return what planned weaving would cost, as ``writing_estimate`` does."""

    async def weave(_: Plan, given: Ports) -> None:
        await weave_references(planned, context, given)

    return _estimated((planned.written,), weave, context, setup)


def _estimated(
    plans: Sequence[Plan],
    write: Callable[[Plan, Ports], Awaitable[None]],
    context: Context,
    setup: Setup | None,
) -> Estimate:
    if not all(planned.method.uses_model for planned in plans):
        return estimate(Cost(), setup)
    made = defaultdict[SimulatedModel, MadeUp](dict)
    with kept_answers(context, setup) as memo:
        simulated = simulated_run_of(setup, memo)

        def cost(planned: Plan) -> Cost:
            about = planned.project.root, planned.texts

            async def run(model: SimulatedModel) -> None:
                with ports_to(model, context, NoProgress(), *about, made[model]) as opened:
                    await write(planned, opened)

            return simulated.cost(run)

        total = joined(map(cost, plans))
        return estimate(total, setup, memo.speed(setup.endpoint) if setup else None)


def kept_answers(context: Context, setup: Setup | None) -> Memo:
    """Return the memo with the answers of earlier runs, without any where there was none."""
    path = context.user.data_folder / MEMO
    if setup is None or not path.exists():
        return Memo(None)
    return Memo(path, setup.settings.memo_days, setup.settings.memo_megabytes)


def simulated_run_of(setup: Setup | None, memo: Memo) -> SimulatedRun:
    """Return a simulated run with the configured model, or with one of which no answer is kept."""
    return SimulatedRun(setup.address, setup.name, memo) if setup else SimulatedRun("", "", memo)
