"""Plan any order."""

from importlib import import_module
from typing import cast

from citeloom.actions.context import Context
from citeloom.actions.order import Order
from citeloom.actions.order_plan import OrderPlan
from citeloom.methods.port import Progress


async def plan_of_order(
    order: Order, context: Context, handed_over: str = "", progress: Progress | None = None
) -> OrderPlan:
    """Plan an order on the draft as it is; no language model is asked.

    ``handed_over`` is the key of the language model, as an editor has it.

    Raises
    ------
    InputError
        If it does not fit the draft, or nothing can be done.
    """
    module, name = order.kind.planner.split(":")
    plan = getattr(import_module(module), name)
    return cast(OrderPlan, await plan(order, context, handed_over, progress))
