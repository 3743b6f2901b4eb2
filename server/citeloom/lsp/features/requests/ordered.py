"""Start what a command orders, once its user agrees to what it sends."""

from functools import partial

from citeloom.actions.user.sending_agreement import NeedsConsent, check_consent
from citeloom.actions.writing.forecast import Forecast
from citeloom.lsp.components import Components
from citeloom.lsp.draft_order import DraftOrder
from citeloom.lsp.questions.sending import (
    as_json,
    can_ask_whether,
    how_to_agree,
    may_be_sent,
    question,
    reason_of,
)
from citeloom.problem import InputError


def start(parts: Components, ordered: DraftOrder, *, agreed: str) -> object:
    """Start a job, or ask the user whether it may send what it needs: there is no job then.

    The answer has the job's id, whether it waits until others are done, and the estimate where a
    model is asked. ``agreed``: to whom the user has agreed just now; an agreement to another
    receiver is none.

    Raises
    ------
    InputError
        If it cannot be started, or no model can be asked; if the user has not agreed, and the
        client can show no question.
    """
    if not ordered.order.may_ask_model:
        return _begin(parts, ordered)
    parts.jobs.check_free(ordered)
    return _start_planned(parts, ordered, agreed=agreed)


async def _start_planned(parts: Components, ordered: DraftOrder, *, agreed: str) -> object:
    _, made = await ordered.plan(parts.session)
    if made is None or not made.uses_model:
        return _begin(parts, ordered)
    if made.obstacle:
        raise InputError(made.obstacle, advice=ordered.order.kind.without_model)
    estimate = {"estimate": as_json(made)}
    try:
        check_consent(made, ordered.root, parts.session.context.user.data_folder)
    except NeedsConsent as needed:
        if agreed != made.receiver.in_words:
            if not can_ask_whether(parts.editor):
                parts.editor.say(question(made, ordered.order), whole=True)
                fault = "nothing is sent before you agree to that"
                raise InputError(fault, advice=how_to_agree(made, ordered.order)) from None
            parts.background.run(_ask(parts, ordered, made, needed))
            return {"job": None, "waits": False, "asked": True, **estimate}
        _keep(parts, needed)
    return {**_begin(parts, ordered, made), **estimate}


async def _ask(
    parts: Components, ordered: DraftOrder, made: Forecast, needed: NeedsConsent
) -> None:
    """Start the job when the user agrees, on the texts as they are then."""
    if await may_be_sent(parts.editor, made, ordered.order, ordered.dry_run):
        _keep(parts, needed)
        await parts.reading.read_project(ordered.root)
        await parts.editor.attempt(partial(_begin, parts, ordered, made))


def _begin(
    parts: Components, ordered: DraftOrder, made: Forecast | None = None
) -> dict[str, object]:
    # Where all has begun again while the user was asked, there are other jobs by now.
    if made is None:
        running = parts.jobs.start(ordered)
    else:
        calls = made.estimate.cost.calls
        running = parts.jobs.start(ordered, made.receiver, reason_of(made, ordered.order), calls)
    return {"job": running.job.id, "waits": parts.jobs.waits(running)}


def _keep(parts: Components, needed: NeedsConsent) -> None:
    """Keep that the user has agreed; where it cannot be kept, they are asked again next time."""
    try:
        needed.agree()
    except InputError as error:
        parts.editor.say_problem(error)
