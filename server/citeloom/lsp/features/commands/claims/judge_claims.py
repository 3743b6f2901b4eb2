"""``citeloom.judgeClaims``: have the model that is chosen judge what sentences say of papers."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.request import as_now
from citeloom.lsp.features.given.starting import start_job_agreed
from citeloom.lsp.questions.sending import JUDGING, reason_of
from citeloom.lsp.uris import uri_of
from citeloom.problem import InputError, Remedy

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Start the job; the answer is as ``start_job_agreed`` gives it."""
    return _start(parts, own_snapshot_for(parts.session, arguments), agreed=arguments.agreed)


async def _start(parts: "Parts", snapshot: "Snapshot", *, agreed: bool | str) -> object:
    from citeloom.actions.checking.claims.judging_forecast import judging_forecast, planned_judging

    context, key, root = (
        as_now(parts.session, snapshot),
        parts.session.model_key,
        snapshot.project.root,
    )
    planned = await asyncio.to_thread(planned_judging, root, context, key)
    made = judging_forecast(planned, context)
    if made.obstacle:
        raise InputError(made.obstacle, advice=Remedy.NAME_MODEL)
    parts.judging.check_free(root)

    def begin() -> dict[str, object]:
        # Where all has begun again while the user was asked, there are other jobs by now.
        job = parts.judging.start(root, made.receiver, reason_of(made, JUDGING))
        return {"job": job.id, "waits": parts.judging.waits(job)}

    dry_run = Arguments(uri=uri_of(snapshot.path), claims=True).as_json
    return start_job_agreed(parts, root, begin, made, JUDGING, agreed=agreed, dry_run=dry_run)
