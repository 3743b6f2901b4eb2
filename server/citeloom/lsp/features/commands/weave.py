"""``citeloom.weave``: start to weave references into the related work that is there."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.actions.writing.choices import method_named
from citeloom.actions.writing.section import section_at, section_named
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.request import as_now
from citeloom.lsp.features.given.starting import start, start_agreed
from citeloom.lsp.orders import Order
from citeloom.lsp.questions.sending import weaving_purpose
from citeloom.lsp.work import WovenKeys
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Start the job; the answer is as ``start`` and ``start_agreed`` give it."""
    keys = tuple(dict.fromkeys((*arguments.keys, *filter(None, [arguments.key]))))
    if not keys:
        raise InputError("no key is named", advice="citeloom.weave takes 'key' or 'keys'")
    snapshot = own_snapshot_for(parts.session, arguments)
    section = arguments.section
    if section is None and arguments.position is not None:
        offset = snapshot.offset(arguments.position.position)
        at = section_at(snapshot.opened, snapshot.source, offset)
        section = at.name if at is not None and at.related else None
    name = section_named(snapshot.opened, section or "").name
    settings = snapshot.settings
    request = WeaveRequest(
        snapshot.project.root,
        keys=keys,
        method=settings.method or snapshot.opened.settings.method,
        section=name,
        seed=settings.seed,
    )
    order = Order(WovenKeys(request.main, keys), request)
    if not method_named(request.method).uses_model:
        return start(parts, order)
    return _with_model(parts, snapshot, request, order, agreed=arguments.agreed)


async def _with_model(
    parts: "Parts", snapshot: "Snapshot", request: WeaveRequest, order: Order, *, agreed: bool
) -> object:
    from citeloom.actions.writing.forecast import weaving_forecast

    context, key = as_now(parts.session, snapshot), parts.session.model_key
    made = await asyncio.to_thread(weaving_forecast, request, context, key)
    return start_agreed(parts, order, made, weaving_purpose(tuple(request.keys)), agreed=agreed)
