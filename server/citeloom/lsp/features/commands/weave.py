"""``citeloom.weave``: start to weave references into the related work that is there."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.actions.writing.choices import method_named
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.request import as_now
from citeloom.lsp.features.given.starting import start, start_agreed
from citeloom.lsp.features.given.weaving import asked_weaving
from citeloom.lsp.orders import Order, weaving

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Start the job; the answer is as ``start`` and ``start_agreed`` give it."""
    snapshot = own_snapshot_for(parts.session, arguments)
    request = asked_weaving(snapshot, arguments)
    order = weaving(request)
    if not method_named(request.method).uses_model:
        return start(parts, order)
    return _with_model(parts, snapshot, request, order, arguments)


async def _with_model(
    parts: "Parts",
    snapshot: "Snapshot",
    request: WeaveRequest,
    order: Order,
    arguments: Arguments,
) -> object:
    from citeloom.actions.writing.forecast import weaving_forecast

    context, key = as_now(parts.session, snapshot), parts.session.model_key
    made = await asyncio.to_thread(weaving_forecast, request, context, key)
    shown = {**arguments.as_json, "weaving": True}
    return start_agreed(parts, order, made, agreed=arguments.agreed, dry_run=shown)
