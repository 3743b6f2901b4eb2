"""``citeloom.revise``: start to revise the sentence or the paragraph at a place, or stale ones."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.actions.writing.choices import asks_model
from citeloom.actions.writing.revising.request import ASKING, ReviseRequest, Revision
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.request import as_now
from citeloom.lsp.features.given.starting import start, start_agreed
from citeloom.lsp.features.revising.sentence_actions import chosen_method, revised_place, title_of
from citeloom.lsp.questions.sending import revising_purpose
from citeloom.lsp.writing import Order
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Start the job; the answer is as ``start`` and ``start_agreed`` give it."""
    snapshot = own_snapshot_for(parts.session, arguments)
    try:
        revision = Revision(arguments.revision or Revision.STALE)
    except ValueError:
        known = ", ".join(Revision)
        what = f"there is no revision '{arguments.revision}'"
        raise InputError(what, advice=f"revisions: {known}") from None
    place = arguments.position
    at = None if place is None else snapshot.offset(place.position)
    about = revised_place(snapshot, revision, is_everywhere=at is None)
    # Who asks for the same again wants other words.
    seed = parts.writing.times_started(about) if arguments.seed is None else arguments.seed
    method = chosen_method(snapshot)
    asks = asks_model(method)
    if not asks and revision not in ASKING:
        method = ""  # The text's own.
    request = ReviseRequest(snapshot.path, revision, at, method, seed)
    order = Order(about, request, snapshot.source.text)
    if not asks or not request.may_ask_model:
        return start(parts, order)
    return _with_model(parts, snapshot, request, order, agreed=arguments.agreed)


async def _with_model(
    parts: "Parts", snapshot: "Snapshot", request: ReviseRequest, order: Order, *, agreed: bool
) -> object:
    from citeloom.actions.writing.forecast import revising_forecast

    context, key = as_now(parts.session, snapshot), parts.session.model_key
    made = await asyncio.to_thread(revising_forecast, request, context, key)
    if made is None:
        return start(parts, order)
    purpose = revising_purpose(title_of(request.revision))
    return start_agreed(parts, order, made, purpose, agreed=agreed)
