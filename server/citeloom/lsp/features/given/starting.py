"""Start a job once its user agrees to what it sends."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from citeloom.actions.user.sending_agreement import NOBODY
from citeloom.actions.writing.menu import SendingQuestion
from citeloom.lsp.questions.sending import (
    Purpose,
    as_json,
    can_ask_whether,
    is_agreed,
    may_be_sent,
    reason_of,
    remember,
)
from citeloom.problem import InputError, Remedy

if TYPE_CHECKING:
    from citeloom.actions.user.sending_agreement import Receiver
    from citeloom.actions.writing.forecast import Forecast
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.writing import Order


def start(
    parts: "Parts", order: "Order", receiver: "Receiver" = NOBODY, reason: str = ""
) -> dict[str, object]:
    """Start a job; the answer has its id, and whether it waits until others are done.

    ``receiver`` and ``reason`` are as in `Writing.start`.

    Raises
    ------
    InputError
        If it cannot be started.
    """
    running = parts.writing.start(order, receiver, reason)
    return {"job": running.job.id, "waits": parts.writing.waits(running)}


def start_agreed(
    parts: "Parts",
    order: "Order",
    made: "Forecast",
    purpose: Purpose,
    *,
    agreed: bool,
    dry_run: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """Start a job that asks a language model, or ask the user: the answer has no job then.

    ``agreed``: the user has agreed just now. ``dry_run`` are the arguments with which
    ``citeloom.dryRun`` shows what would be sent, where it can.

    Raises
    ------
    InputError
        If no model can be asked, or as ``start``.
    """
    if made.obstacle:
        raise InputError(made.obstacle, advice=Remedy.USE_NO_MODEL)
    estimate = {"estimate": as_json(made)}
    folder, questions = parts.session.context.user.data_folder, parts.writing.questions
    if agreed:
        remember(parts.editor, folder, order.about.root, made)
        questions.pop(order.about, None)
    elif not is_agreed(folder, order.about.root, made):
        can_ask = can_ask_whether(parts.editor)
        if not can_ask:
            questions[order.about] = SendingQuestion(order.request, made.receiver)
        parts.background.run(_ask(parts, order, made, purpose, dry_run))
        return {"job": None, "waits": False, "asked": can_ask, **estimate}
    return {**start(parts, order, made.receiver, reason_of(made, purpose)), **estimate}


async def _ask(
    parts: "Parts",
    order: "Order",
    made: "Forecast",
    purpose: Purpose,
    dry_run: Mapping[str, object] | None,
) -> None:
    """Start the job when the user agrees, on the texts as they are then."""
    if await may_be_sent(parts.editor, made, purpose, dry_run):
        folder = parts.session.context.user.data_folder
        remember(parts.editor, folder, order.about.root, made)
        await parts.reading.read_project(order.about.root)
        try:
            parts.writing.start(order, made.receiver, reason_of(made, purpose))
        except InputError as error:
            parts.editor.say_problem(error)
