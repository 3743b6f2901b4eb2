"""Start a job once its user agrees to what it sends."""

from collections.abc import Callable, Mapping
from pathlib import Path
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
    agreed: bool,
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
    questions = parts.writing.questions

    def begin() -> dict[str, object]:
        return start(parts, order, made.receiver, reason_of(made, purpose))

    if agreed:
        asked = questions.pop(order.about, None)
        agreed = asked is None or asked.receiver == made.receiver
    root = order.about.root
    answer = start_job_agreed(parts, root, begin, made, purpose, agreed=agreed, dry_run=dry_run)
    if answer.get("asked") is False:
        questions[order.about] = SendingQuestion(order.request, made.receiver)
    return answer


def start_job_agreed(
    parts: "Parts",
    root: Path,
    begin: Callable[[], dict[str, object]],
    made: "Forecast",
    purpose: Purpose,
    *,
    agreed: bool,
    dry_run: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """Start a job that asks a language model, or ask the user: the answer has no job then.

    Where the user could not be asked by a button, ``asked`` is false in the answer.

    Parameters
    ----------
    begin
        Starts the job; it is called on the texts as they are then.
    agreed
        Whether the user has agreed just now; an agreement to another receiver is none.
    dry_run
        The arguments with which ``citeloom.dryRun`` shows what would be sent, where it can.
    """
    estimate = {"estimate": as_json(made)}
    folder = parts.session.context.user.data_folder
    if agreed:
        remember(parts.editor, folder, root, made)
    elif not is_agreed(folder, root, made):
        can_ask = can_ask_whether(parts.editor)
        parts.background.run(_ask(parts, root, begin, made, purpose, dry_run))
        return {"job": None, "waits": False, "asked": can_ask, **estimate}
    return {**begin(), **estimate}


async def _ask(
    parts: "Parts",
    root: Path,
    begin: Callable[[], dict[str, object]],
    made: "Forecast",
    purpose: Purpose,
    dry_run: Mapping[str, object] | None,
) -> None:
    """Start the job when the user agrees, on the texts as they are then."""
    if await may_be_sent(parts.editor, made, purpose, dry_run):
        remember(parts.editor, parts.session.context.user.data_folder, root, made)
        await parts.reading.read_project(root)
        try:
            begin()
        except InputError as error:
            parts.editor.say_problem(error)
