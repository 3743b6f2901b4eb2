"""``citeloom.revise``: start to revise the sentence or the paragraph at a place, or stale ones."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from citeloom.actions.writing.choices import asks_model
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.request import as_now
from citeloom.lsp.features.given.starting import start, start_agreed
from citeloom.lsp.features.revising.asked import asked_revision
from citeloom.lsp.features.revising.sentence_actions import chosen_method
from citeloom.lsp.orders import Order, revising

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Start the job; the answer is as ``start`` and ``start_agreed`` give it."""
    snapshot = own_snapshot_for(parts.session, arguments)
    request = asked_revision(snapshot, arguments)
    order = revising(snapshot.project.root, request, snapshot.source.text)
    if arguments.seed is None:
        # Who asks for the same again wants other words.
        request = replace(request, seed=parts.jobs.times_started(order.about))
        order = replace(order, request=request)
    if not asks_model(chosen_method(snapshot)) or not request.may_ask_model:
        return start(parts, order)
    return _with_model(parts, snapshot, request, order, arguments)


async def _with_model(
    parts: "Parts",
    snapshot: "Snapshot",
    request: ReviseRequest,
    order: Order,
    arguments: Arguments,
) -> object:
    from citeloom.actions.writing.forecast import revising_forecast

    context, key = as_now(parts.session, snapshot), parts.session.model_key
    made = await asyncio.to_thread(revising_forecast, request, context, key)
    if made is None:
        return start(parts, order)
    shown = {**arguments.as_json, "seed": request.seed, "revision": request.revision.value}
    return start_agreed(parts, order, made, agreed=arguments.agreed, dry_run=shown)
