"""``citeloom.dryRun``: what writing, weaving, revising, or judging claims, would send."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.actions.writing.dry_run import (
    DryRun,
    SentParagraph,
    dry_run,
    revising_dry_run,
    weaving_dry_run,
)
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.request import Asked, as_now, asked_of, forecast_of
from citeloom.lsp.features.given.weaving import asked_weaving
from citeloom.lsp.features.markup import escape
from citeloom.lsp.features.revising.asked import asked_revision
from citeloom.lsp.orders import weaving
from citeloom.lsp.questions.sending import as_json, to_whom

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from citeloom.actions.writing.forecast import Forecast
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Return the estimate, and what would be sent as a page to be read."""
    if arguments.claims:
        return _looked_at_claims(parts, own_snapshot_for(parts.session, arguments))
    if arguments.revision:
        return _revision_looked_at(parts, arguments)
    if arguments.weaving:
        return _weaving_looked_at(parts, arguments)
    return _looked_at(parts, asked_of(parts.session, arguments, parts.work.texts))


async def _looked_at(parts: "Parts", asked: Asked) -> object:
    made = await forecast_of(parts.session, asked)
    sent = await asyncio.to_thread(dry_run, asked.request, as_now(parts.session, asked.snapshot))
    return {"estimate": as_json(made), "markdown": _page(made, sent)}


async def _looked_at_claims(parts: "Parts", snapshot: "Snapshot") -> object:
    from citeloom.actions.checking.claims.judging_forecast import judging_forecast, planned_judging
    from citeloom.lsp.features.commands.claims.judging_page import judging_page

    root, context = snapshot.project.root, as_now(parts.session, snapshot)
    planned = await asyncio.to_thread(planned_judging, root, context, parts.session.model_key)
    made = judging_forecast(planned, context)
    return {"estimate": as_json(made), "markdown": judging_page(made, planned)}


async def _weaving_looked_at(parts: "Parts", arguments: Arguments) -> object:
    from citeloom.actions.writing.forecast import planned_weaving
    from citeloom.actions.writing.models import configured_model
    from citeloom.actions.writing.weave_plan import plan_weave

    snapshot = own_snapshot_for(parts.session, arguments)
    request, context = asked_weaving(snapshot, arguments), as_now(parts.session, snapshot)
    planned = await asyncio.to_thread(plan_weave, request, context)
    if not planned.uses_model:
        return _nothing(weaving(request).asked)
    setup = configured_model(parts.session.model_key)
    made = await asyncio.to_thread(planned_weaving, planned, context, setup)
    sent = await asyncio.to_thread(weaving_dry_run, planned, context)
    return {"estimate": as_json(made), "markdown": _page(made, sent)}


async def _revision_looked_at(parts: "Parts", arguments: Arguments) -> object:
    from citeloom.actions.writing.forecast import revising_forecast

    snapshot = own_snapshot_for(parts.session, arguments)
    request, context = asked_revision(snapshot, arguments), as_now(parts.session, snapshot)
    key = parts.session.model_key
    made = await asyncio.to_thread(revising_forecast, request, context, key)
    if made is None:
        return _nothing(request.title)
    sent = await asyncio.to_thread(revising_dry_run, request, context)
    return {"estimate": as_json(made), "markdown": _page(made, sent)}


def _nothing(title: str) -> dict[str, object]:
    page = f"# {escape(title)}\n\nNothing is sent: no language model is asked for it.\n"
    return {"estimate": None, "markdown": page}


def _page(made: "Forecast", sent: DryRun) -> str:
    if not made.uses_model:
        return f"# What {made.method} would send\n\nNothing: it asks no language model.\n"
    lines = [f"# What {made.method} would send", ""]
    lines += [escape(to_whom(made))]
    lines += ["Nothing has been sent. The method's own instructions go with it, call by call.", ""]
    lines += ["## Of the draft", ""]
    if sent.theme:
        lines += ["**The theme that you name**", "", escape(sent.theme), ""]
    for name, text in sent.draft:
        lines += [f"**{escape(name.capitalize())}**", "", escape(text), ""]
    lines += _paragraph_lines(sent.paragraphs)
    count = len(sent.papers)
    lines += [f"## Of {count} reference{'s' if count != 1 else ''}", ""]
    for paper in sent.papers:
        facts = ", ".join(filter(None, (paper.venue, str(paper.year or ""))))
        lines += [f"### {escape(paper.title or paper.key)}", "", escape(facts), ""]
        lines += [escape(paper.abstract) or "No abstract is known.", ""]
        if mentions := sent.mentions.get(paper.id):
            lines += ["What other references say of it:", ""]
            lines += [f"- {escape(sentence)}" for sentence in mentions] + [""]
        if read := sent.texts.get(paper.id):
            lines += ["From its full text:", ""]
            for paragraph in filter(None, read.split("\n")):
                lines += [escape(paragraph), ""]
    return "\n".join(lines)


def _paragraph_lines(paragraphs: "Sequence[SentParagraph]") -> "Iterator[str]":
    if len(paragraphs) > 1:
        yield from ("Each reference comes into one of these paragraphs, and that one is sent,", "")
        yield from ("with what was woven into it before.", "")
    for number, paragraph in enumerate(paragraphs, 1):
        count = f" {number} of {len(paragraphs)}" if len(paragraphs) > 1 else ""
        yield from (f"**Paragraph{count} of its related work**", "", escape(paragraph.text), "")
        cited = [f"{key}: {people}" for key, people in paragraph.cited.items() if people]
        if cited:
            yield from (
                "Whom it cites (numbers are sent in place of keys):",
                "",
                *(f"- {escape(it)}" for it in cited),
                "",
            )
