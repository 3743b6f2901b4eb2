"""Plan any order."""

from citeloom.actions.checking.claims.judging_plan import JudgeRequest, plan_judging
from citeloom.actions.context import Context
from citeloom.actions.order import Order
from citeloom.actions.order_plan import OrderPlan
from citeloom.actions.writing.order_plans import plan_revising, plan_weaving, plan_writing
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.methods.port import Progress


async def plan_order(
    order: Order, context: Context, handed_over: str = "", progress: Progress | None = None
) -> OrderPlan:
    """Plan an order on the draft as it is; no language model is asked.

    ``handed_over`` is the key of the language model, as an editor has it.

    Raises
    ------
    InputError
        If it does not fit the draft, or nothing can be done.
    """
    match order:
        case WriteRequest():
            return await plan_writing(order, context, handed_over, progress)
        case WeaveRequest():
            return await plan_weaving(order, context, handed_over)
        case ReviseRequest():
            return await plan_revising(order, context, handed_over)
        case JudgeRequest():
            return await plan_judging(order, context, handed_over)
    raise TypeError(f"nobody plans a {type(order).__name__}")
