"""``citeloom.weave``: start to weave references into the related work that is there."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.actions.writing.choices import method_named
from citeloom.actions.writing.section import section_at, section_named
from citeloom.actions.writing.weave import WeaveRequest
from citeloom.lsp.agreeing import (
    as_json,
    can_ask_whether,
    is_agreed,
    may_be_sent,
    remember,
    weaving,
)
from citeloom.lsp.features.commands.arguments import Arguments
from citeloom.lsp.features.commands.document import snapshot_for
from citeloom.lsp.features.commands.request import as_now
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.actions.writing.forecast import Forecast
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Start the job; the answer has its id.

    Where something of the draft would leave this machine and the user has not agreed to that, the
    answer has no job, and the user is asked.
    """
    keys = tuple(dict.fromkeys((*arguments.keys, *filter(None, [arguments.key]))))
    if not keys:
        raise InputError("no key is named", advice="citeloom.weave takes 'key' or 'keys'")
    snapshot = snapshot_for(parts.session, arguments)
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
    if method_named(request.method).uses_model:
        return _with_model(parts, snapshot, request, agreed=arguments.agreed)
    return {"job": parts.writing.weaving.start(snapshot, request).id}


async def _with_model(
    parts: "Parts", snapshot: "Snapshot", request: WeaveRequest, *, agreed: bool
) -> object:
    from citeloom.actions.writing.forecast import weaving_forecast

    context, jobs = as_now(parts.session, snapshot), parts.writing.weaving
    key = parts.session.model_key
    made = await asyncio.to_thread(weaving_forecast, request, context, key)
    if made.obstacle:
        raise InputError(made.obstacle, advice="'extractive' needs no model")
    estimate = {"estimate": as_json(made)}
    if agreed:
        remember(parts.editor, snapshot.data_folder, request.main, made)
        jobs.questions.pop((request.main, request.keys), None)
    elif not is_agreed(snapshot.data_folder, request.main, made):
        can_ask = can_ask_whether(parts.editor)
        if not can_ask:
            jobs.questions[request.main, request.keys] = made.receiver
        parts.background.run(_ask(parts, snapshot, request, made))
        return {"job": None, "asked": can_ask, **estimate}
    return {"job": jobs.start(snapshot, request, made.receiver).id, **estimate}


async def _ask(
    parts: "Parts", snapshot: "Snapshot", request: WeaveRequest, made: "Forecast"
) -> None:
    """Start when the user agrees, on the texts as they are by then."""
    if await may_be_sent(parts.editor, made, weaving(tuple(request.keys))):
        remember(parts.editor, snapshot.data_folder, request.main, made)
        parts.writing.weaving.start(snapshot, request, made.receiver)
