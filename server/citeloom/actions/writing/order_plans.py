"""The plans of orders to write, to weave and to revise."""

from dataclasses import dataclass

from citeloom.actions.checking.claims.new_sentences import with_doubts
from citeloom.actions.context import Context
from citeloom.actions.order_plan import OrderPlan
from citeloom.actions.writing.dry_run import DryRun, dry_run, weaving_dry_run
from citeloom.actions.writing.forecast import Forecast, forecast, weaving_forecast
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.revising.revise import plans_for_model, revise
from citeloom.actions.writing.stored.made_texts import (
    section_target,
    waiting_related_work,
)
from citeloom.actions.writing.task.plan import Plan, plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import WaitingText
from citeloom.actions.writing.weave import weave
from citeloom.actions.writing.weave_plan import WeavePlan, WeaveRequest, plan_weave
from citeloom.actions.writing.write import Written, write
from citeloom.methods.port import Progress
from citeloom.models.setup import Setup


@dataclass(frozen=True)
class PlannedTexts(OrderPlan):
    """A plan of texts that one method writes, one after the other."""

    texts: tuple[Plan, ...]

    @property
    def asks_model(self) -> bool:
        return any(text.method.uses_model for text in self.texts)

    def forecast(self) -> Forecast | None:
        return forecast(self.texts, self.context, self.setup) if self.texts else None

    def sent(self) -> DryRun:
        return dry_run(self.texts, self.context)


@dataclass(frozen=True)
class PlannedWriting(PlannedTexts):
    """A plan to write for a section of the draft."""

    order: WriteRequest

    def forecast(self) -> Forecast:
        return forecast(self.texts, self.context, self.setup)

    async def run(self, progress: Progress, setup: Setup | None) -> WaitingText:
        section_target(self.texts[0])
        progress.stage("writing")
        return waiting_related_work(await self.written(progress, setup), self.order, setup)

    async def written(self, progress: Progress, setup: Setup | None) -> Written:
        return await write(self.texts[0], self.context, progress, setup)


@dataclass(frozen=True)
class PlannedWeaving(PlannedTexts):
    """A plan to weave references in."""

    weaving: WeavePlan

    def forecast(self) -> Forecast:
        return weaving_forecast(self.weaving, self.context, self.setup)

    def sent(self) -> DryRun:
        return weaving_dry_run(self.weaving, self.context)

    async def run(self, progress: Progress, setup: Setup | None) -> WaitingText:
        text = await weave(self.weaving, self.context, progress, setup)
        return with_doubts(text, self.weaving.written.opened, self.context)


@dataclass(frozen=True)
class PlannedRevising(PlannedTexts):
    """A plan to revise; the texts are those that a model writes."""

    order: ReviseRequest

    async def run(self, progress: Progress, setup: Setup | None) -> WaitingText:
        progress.stage("writing")
        return await revise(self.order, self.context, progress, setup)


async def plan_writing(
    order: WriteRequest, context: Context, handed_over: str = "", progress: Progress | None = None
) -> PlannedWriting:
    """Plan to write, as `citeloom.actions.plan_of_order.plan_of_order` does."""
    found = None
    if order.from_corpus or order.from_library:
        from citeloom.actions.corpus.find_references import find_references

        found = await find_references(order, context, progress, handed_over)
    return PlannedWriting(context, handed_over, (plan(order, context, found),), order)


async def plan_weaving(
    order: WeaveRequest, context: Context, handed_over: str = "", _: Progress | None = None
) -> PlannedWeaving:
    """Plan to weave, as `citeloom.actions.plan_of_order.plan_of_order` does."""
    weaving = plan_weave(order, context)
    return PlannedWeaving(context, handed_over, (weaving.written,), weaving)


async def plan_revising(
    order: ReviseRequest, context: Context, handed_over: str = "", _: Progress | None = None
) -> PlannedRevising:
    """Plan to revise, as `citeloom.actions.plan_of_order.plan_of_order` does."""
    return PlannedRevising(context, handed_over, plans_for_model(order, context), order)
