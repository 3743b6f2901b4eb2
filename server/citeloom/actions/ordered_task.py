"""Do what is ordered in a process of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import SecretStr

from citeloom.actions.context import context_over
from citeloom.actions.order import JobProgress, Order
from citeloom.models.receiver import NOBODY, Receiver, check_receiver
from citeloom.settings import UserSettings
from citeloom_latex.lined import LinedText


@dataclass(frozen=True)
class OrderedTask:
    """The input of such a process: an order and the unsaved texts.

    ``model_key`` is the key of the language model, if the editor handed one over. ``receiver`` is
    whom the user has agreed to send to; no other model beyond this machine is asked. ``folders``
    are those that are open in the editor.
    """

    order: Order
    texts: Mapping[Path, str]
    user: UserSettings
    model_key: SecretStr = field(default_factory=lambda: SecretStr(""))
    receiver: Receiver = NOBODY
    folders: tuple[Path, ...] = ()


async def do_ordered(task: OrderedTask, progress: JobProgress) -> object:
    """Plan an order on the texts, and do it.

    Raises
    ------
    InputError
        If the user has not agreed to send to the model; as `Order.plan` and `OrderPlan.run` do.
    """
    progress.stage("reading the draft")
    texts = {path: LinedText(text) for path, text in task.texts.items()}
    context = context_over(texts, task.user, task.folders)
    planned = await task.order.plan(context, task.model_key.get_secret_value(), progress)
    setup = planned.setup
    if setup is not None:
        check_receiver(setup, task.receiver)
        setup = replace(setup, ask_editor=progress.ask)
    return await planned.run(progress, setup)
