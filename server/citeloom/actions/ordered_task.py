"""Do what is ordered in a process of its own."""

from dataclasses import dataclass, field, replace

from pydantic import SecretStr

from citeloom.actions.context import DraftTask
from citeloom.actions.order import JobProgress, Order
from citeloom.actions.plan_of_order import plan_of_order
from citeloom.models.receiver import NO_RECEIVER, Receiver, check_receiver


@dataclass(frozen=True)
class OrderedTask(DraftTask):
    """An order that a process is to do.

    ``receiver`` is whom the user has agreed to send to; no other model beyond this machine is
    asked. ``model_key`` is the key of the language model, if the editor handed one over.
    """

    order: Order
    receiver: Receiver = NO_RECEIVER
    model_key: SecretStr = field(default_factory=lambda: SecretStr(""))


async def do_ordered(task: OrderedTask, progress: JobProgress) -> object:
    """Plan an order on the texts, and do it.

    Raises
    ------
    InputError
        If the user has not agreed to send to the model; as `plan_of_order` and `OrderPlan.run` do.
    """
    progress.stage("reading the draft")
    planned = await plan_of_order(
        task.order, task.context, task.model_key.get_secret_value(), progress
    )
    setup = planned.setup
    if setup is not None:
        check_receiver(setup, task.receiver)
        setup = replace(setup, ask_editor=progress.ask)
    return await planned.run(progress, setup)
