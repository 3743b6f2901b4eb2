"""Start a job once its user agrees to what it sends."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from citeloom.actions.user.sending_agreement import NOBODY, NeedsConsent, check_consent
from citeloom.lsp.questions.sending import (
    Purpose,
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
    agreed: bool | str,
    dry_run: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """Start a job that writes by a language model, or ask the user, as ``start_job_agreed`` does.

    Raises
    ------
    InputError
        If no model can be asked.
    """
    if made.obstacle:
        raise InputError(made.obstacle, advice=Remedy.USE_NO_MODEL)

    def begin() -> dict[str, object]:
        return start(parts, order, made.receiver, reason_of(made, purpose))

    root = order.about.root
    return start_job_agreed(parts, root, begin, made, purpose, agreed=agreed, dry_run=dry_run)


def start_job_agreed(
    parts: "Parts",
    root: Path,
    begin: Callable[[], dict[str, object]],
    made: "Forecast",
    purpose: Purpose,
    *,
    agreed: bool | str,
    dry_run: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """Start a job that asks a language model, or ask the user: the answer has no job then.

    Parameters
    ----------
    begin
        Starts the job; it is called on the texts as they are then.
    agreed
        Whether the user has agreed just now, or to whom: an agreement to another receiver is none.
    dry_run
        The arguments with which ``citeloom.dryRun`` shows what would be sent, where it can.

    Raises
    ------
    InputError
        If the user has not agreed, and the client can show no question.
    """
    estimate = {"estimate": as_json(made)}
    try:
        check_consent(made, root, parts.session.context.user.data_folder)
    except NeedsConsent as needed:
        if agreed not in (True, made.receiver.words):
            if not can_ask_whether(parts.editor):
                parts.editor.say(question(made, purpose), whole=True)
                fault = "nothing is sent before you agree to that"
                raise InputError(fault, advice=how_to_agree(made, purpose)) from None
            parts.background.run(_ask(parts, needed, begin, made, purpose, dry_run))
            return {"job": None, "waits": False, "asked": True, **estimate}
        _keep(parts, needed)
    return {**begin(), **estimate}


async def _ask(
    parts: "Parts",
    needed: NeedsConsent,
    begin: Callable[[], dict[str, object]],
    made: "Forecast",
    purpose: Purpose,
    dry_run: Mapping[str, object] | None,
) -> None:
    """Start the job when the user agrees, on the texts as they are then."""
    if await may_be_sent(parts.editor, made, purpose, dry_run):
        _keep(parts, needed)
        await parts.reading.read_project(needed.root)
        try:
            begin()
        except InputError as error:
            parts.editor.say_problem(error)


def _keep(parts: "Parts", needed: NeedsConsent) -> None:
    """Keep that the user has agreed; where it cannot be kept, they are asked again next time."""
    try:
        needed.agree()
    except InputError as error:
        parts.editor.say_problem(error)
