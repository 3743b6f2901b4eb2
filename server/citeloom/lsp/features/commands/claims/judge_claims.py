"""``citeloom.judgeClaims``: have the model that is chosen judge what sentences say of papers."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.request import as_now
from citeloom.lsp.features.given.starting import start_agreed
from citeloom.lsp.orders import judging
from citeloom.lsp.uris import uri_of
from citeloom.problem import Remedy

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Start the job; the answer is as ``start_agreed`` gives it."""
    return _start(parts, own_snapshot_for(parts.session, arguments), agreed=arguments.agreed)


async def _start(parts: "Parts", snapshot: "Snapshot", *, agreed: bool | str) -> object:
    from citeloom.actions.checking.claims.judging_forecast import judging_forecast, planned_judging

    root, key = snapshot.project.root, parts.session.model_key
    context = as_now(parts.session, snapshot)
    planned = await asyncio.to_thread(planned_judging, root, context, key)
    made, order = judging_forecast(planned, context), judging(root)
    dry_run = Arguments(uri=uri_of(snapshot.path), claims=True).as_json
    return start_agreed(
        parts, order, made, agreed=agreed, dry_run=dry_run, without_model=Remedy.NAME_MODEL
    )
