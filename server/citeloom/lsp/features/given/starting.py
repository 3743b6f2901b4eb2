"""Start what is ordered, once its user agrees to what it sends."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from citeloom.actions.user.sending_agreement import NOBODY, NeedsConsent, check_consent
from citeloom.lsp.questions.sending import (
    as_json,
    can_ask_whether,
    how_to_agree,
    may_be_sent,
    question,
    reason_of,
)
from citeloom.problem import InputError, Remedy

if TYPE_CHECKING:
    from citeloom.actions.user.sending_agreement import Receiver
    from citeloom.actions.writing.forecast import Forecast
    from citeloom.lsp.orders import Order
    from citeloom.lsp.parts import Parts


def start(
    parts: "Parts", order: "Order", receiver: "Receiver" = NOBODY, reason: str = ""
) -> dict[str, object]:
    """Start a job; the answer has its id, and whether it waits until others are done.

    ``receiver`` and ``reason`` are as in `OrderedJobs.start`.

    Raises
    ------
    InputError
        If it cannot be started.
    """
    # Where all has begun again while the user was asked, there are other jobs by now.
    running = parts.jobs.start(order, receiver, reason)
    return {"job": running.job.id, "waits": parts.jobs.waits(running)}


def start_agreed(
    parts: "Parts",
    order: "Order",
    made: "Forecast",
    *,
    agreed: bool | str,
    dry_run: Mapping[str, object] | None = None,
    without_model: Remedy = Remedy.USE_NO_MODEL,
) -> dict[str, object]:
    """Start a job that asks a language model, or ask the user: the answer has no job then.

    Parameters
    ----------
    agreed
        Whether the user has agreed just now, or to whom: an agreement to another receiver is none.
    dry_run
        The arguments with which ``citeloom.dryRun`` shows what would be sent, where it can.
    without_model
        What helps where no model can be asked.

    Raises
    ------
    InputError
        If no model can be asked; if the same is being done already; if the user has not agreed,
        and the client can show no question.
    """
    if made.obstacle:
        raise InputError(made.obstacle, advice=without_model)
    parts.jobs.check_not_running(order)
    estimate = {"estimate": as_json(made)}
    try:
        check_consent(made, order.root, parts.session.context.user.data_folder)
    except NeedsConsent as needed:
        if agreed not in (True, made.receiver.words):
            if not can_ask_whether(parts.editor):
                parts.editor.say(question(made, order), whole=True)
                fault = "nothing is sent before you agree to that"
                raise InputError(fault, advice=how_to_agree(made, order)) from None
            parts.background.run(_ask(parts, order, made, needed, dry_run))
            return {"job": None, "waits": False, "asked": True, **estimate}
        _keep(parts, needed)
    return {**start(parts, order, made.receiver, reason_of(made, order)), **estimate}


async def _ask(
    parts: "Parts",
    order: "Order",
    made: "Forecast",
    needed: NeedsConsent,
    dry_run: Mapping[str, object] | None,
) -> None:
    """Start the job when the user agrees, on the texts as they are then."""
    if await may_be_sent(parts.editor, made, order, dry_run):
        _keep(parts, needed)
        await parts.reading.read_project(order.root)
        try:
            start(parts, order, made.receiver, reason_of(made, order))
        except InputError as error:
            parts.editor.say_problem(error)


def _keep(parts: "Parts", needed: NeedsConsent) -> None:
    """Keep that the user has agreed; where it cannot be kept, they are asked again next time."""
    try:
        needed.agree()
    except InputError as error:
        parts.editor.say_problem(error)
