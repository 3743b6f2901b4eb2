"""``citeloom.dryRun``: what writing, weaving, revising, or judging claims, would send."""

import asyncio
from collections.abc import Iterator, Sequence

from citeloom.actions.order import Order
from citeloom.actions.writing.dry_run import (
    BESIDE_QUESTIONS,
    DryRun,
    Messages,
    SentParagraph,
    SentQuestions,
)
from citeloom.actions.writing.forecast import Forecast
from citeloom.lsp.components import Components
from citeloom.lsp.features.commands.ordering import ordered_of
from citeloom.lsp.features.markup import escape
from citeloom.lsp.features.requests.arguments import OrderArguments
from citeloom.lsp.questions.sending import as_json, to_whom
from citeloom.plural import number_of


async def dry_run(parts: Components, arguments: OrderArguments) -> object:
    """Return the estimate, and what would be sent as a page to be read."""
    ordered = ordered_of(parts, arguments)
    planned, made = await ordered.plan(parts.session)
    estimate = None if made is None else as_json(made)
    if made is None or not made.uses_model:
        nothing = "Nothing is sent: this needs no language model."
        return {"estimate": estimate, "markdown": f"# {escape(ordered.order.asked)}\n\n{nothing}\n"}
    sent = await asyncio.to_thread(planned.sent)
    if isinstance(sent, SentQuestions):
        return {"estimate": estimate, "markdown": _questions_page(ordered.order, made, sent)}
    return {"estimate": estimate, "markdown": _page(made, sent)}


def _page(made: Forecast, sent: DryRun) -> str:
    lines = [f"# What {made.method} would send", ""]
    lines += [escape(to_whom(made))]
    lines += ["Nothing has been sent. The method's own instructions go with it, call by call.", ""]
    lines += ["## Of the draft", ""]
    if sent.theme:
        lines += ["**The theme that you name**", "", escape(sent.theme), ""]
    if wish := sent.instruction:
        lines += ["**Your instruction**", "", escape(wish.words), ""]
        lines += ["**The sentence and its neighbours**", ""]
        lines += [f"- {escape(it)}" for it in (wish.before, wish.sentence, wish.after) if it] + [""]
    for name, text in sent.draft:
        lines += [f"**{escape(name.capitalize())}**", "", escape(text), ""]
    lines += _paragraph_lines(sent.paragraphs)
    lines += [f"## Of {number_of(len(sent.papers), 'reference')}", ""]
    for paper in sent.papers:
        facts = ", ".join(filter(None, (paper.venue, str(paper.year or ""))))
        lines += [f"### {escape(paper.title or paper.key)}", "", escape(facts), ""]
        lines += [escape(paper.abstract) or "No abstract was found.", ""]
        if mentions := sent.mentions.get(paper.id):
            lines += ["What other references say about it:", ""]
            lines += [f"- {escape(sentence)}" for sentence in mentions] + [""]
        if read := sent.texts.get(paper.id):
            lines += ["From its full text:", ""]
            for paragraph in filter(None, read.split("\n")):
                lines += [escape(paragraph), ""]
    return "\n".join(lines)


def _paragraph_lines(paragraphs: Sequence[SentParagraph]) -> Iterator[str]:
    if len(paragraphs) > 1:
        yield from ("Each reference is sent with the paragraph that it is woven into.", "")
    for number, paragraph in enumerate(paragraphs, 1):
        count = f" {number} of {len(paragraphs)}" if len(paragraphs) > 1 else ""
        yield from (f"**Paragraph{count} of its related work**", "", escape(paragraph.text), "")
        cited = [f"{key}: {people}" for key, people in paragraph.cited.items() if people]
        if cited:
            yield from (
                "Papers it cites (numbers are sent instead of keys):",
                "",
                *(f"- {escape(it)}" for it in cited),
                "",
            )


def _questions_page(order: Order, made: Forecast, sent: SentQuestions) -> str:
    """Return what an order would send, question by question."""
    lines = [f"# {escape(order.asked)}: what would be sent", ""]
    count = len(sent.questions)
    if kept := sent.kept:
        lines += [f"Answers reused: {kept} of {sent.count} claims.", ""]
    if not count:
        return "\n".join([*lines, "Nothing."])
    lines += [escape(to_whom(made)), "", f"Nothing has been sent. {BESIDE_QUESTIONS}", ""]
    lines += ["## Every question begins with", "", *_message_lines(sent.instructions)]
    for number, messages in enumerate(sent.questions, 1):
        lines += [f"## Question {number} of {count}", "", *_message_lines(messages)]
    return "\n".join(lines)


def _message_lines(messages: Messages) -> Iterator[str]:
    for message in messages:
        for line in filter(None, message.text.split("\n")):
            yield from (escape(line), "")
