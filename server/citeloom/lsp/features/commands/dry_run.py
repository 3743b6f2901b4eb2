"""``citeloom.dryRun``: what writing, weaving, revising, or judging claims, would send."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from citeloom.actions.writing.dry_run import (
    DryRun,
    SentParagraph,
    revising_dry_run,
    weaving_dry_run,
)
from citeloom.actions.writing.dry_run import dry_run as writing_dry_run
from citeloom.lsp.features.commands.ordering import (
    ordered_judging,
    ordered_revising,
    ordered_weaving,
    ordered_writing,
)
from citeloom.lsp.features.given.arguments import DryRunArguments
from citeloom.lsp.features.given.ordered import Ordered
from citeloom.lsp.features.markup import escape
from citeloom.lsp.forecasting import context_now, order_forecast
from citeloom.lsp.questions.sending import as_json, to_whom

if TYPE_CHECKING:
    from citeloom.actions.checking.claims.judging_plan import JudgingPlan, Messages
    from citeloom.actions.context import Context
    from citeloom.actions.writing.forecast import Forecast
    from citeloom.actions.writing.weave_plan import WeaveRequest
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.session import Session


def dry_run(parts: "Parts", arguments: DryRunArguments) -> object:
    """Return the estimate, and what would be sent as a page to be read."""
    session = parts.session
    if arguments.claims:
        return _of_judging(session, ordered_judging(session, arguments))
    if arguments.revision:
        return _of_text(session, ordered_revising(session, arguments), revising_dry_run)
    if arguments.weaving:
        return _of_text(session, ordered_weaving(session, arguments), _weaving_dry_run)
    return _of_text(session, ordered_writing(session, arguments, parts.work.texts), writing_dry_run)


async def _of_text(session: "Session", ordered: Ordered, look: Callable[..., DryRun]) -> object:
    made = None
    if ordered.by_model or look is writing_dry_run:
        made = await order_forecast(session, ordered.order)
    if made is None:
        nothing = "Nothing is sent: no language model is asked for it."
        return {"estimate": None, "markdown": f"# {escape(ordered.order.asked)}\n\n{nothing}\n"}
    context = context_now(session)
    sent = await asyncio.to_thread(look, ordered.order.request, context)
    return {"estimate": as_json(made), "markdown": _page(made, sent)}


def _weaving_dry_run(request: "WeaveRequest", context: "Context") -> DryRun:
    from citeloom.actions.writing.weave_plan import plan_weave

    return weaving_dry_run(plan_weave(request, context), context)


async def _of_judging(session: "Session", ordered: Ordered) -> object:
    from citeloom.actions.checking.claims.judging_plan import judging_forecast, planned_judging

    root, context = ordered.order.root, context_now(session)
    planned = await asyncio.to_thread(planned_judging, root, context, session.model_key)
    made = judging_forecast(planned, context)
    return {"estimate": as_json(made), "markdown": _judging_page(made, planned)}


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


def _judging_page(made: "Forecast", planned: "JudgingPlan") -> str:
    """Return what judging claims would send."""
    lines = ["# What judging the draft's claims would send", ""]
    count = len(planned.questions)
    if kept := planned.kept:
        lines += [f"The answers about {kept} of {planned.claims} claims are kept from before.", ""]
    if not count:
        return "\n".join([*lines, "Nothing."])
    lines += [escape(to_whom(made)), "", f"Nothing has been sent. {planned.about_calls}", ""]
    lines += ["## Every question begins so", "", *_message_lines(planned.instructions)]
    for number, messages in enumerate(planned.questions, 1):
        lines += [f"## Question {number} of {count}", "", *_message_lines(messages)]
    return "\n".join(lines)


def _message_lines(messages: "Messages") -> Iterator[str]:
    for message in messages:
        for line in filter(None, message.text.split("\n")):
            yield from (escape(line), "")
