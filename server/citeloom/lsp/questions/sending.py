"""Ask the user whether a draft may be sent to a language model, before it is sent."""

import logging
from collections.abc import Mapping

from lsprotocol import types

from citeloom.actions.order import Order
from citeloom.actions.writing.cost_words import calls_words, further_words, time_words
from citeloom.actions.writing.forecast import Forecast
from citeloom.lsp.connection.shown import shown
from citeloom.lsp.editor import NOT_NOW, Editor
from citeloom.lsp.own_messages import MAY_BE_SENT
from citeloom.plural import number_of

logger = logging.getLogger("citeloom")


def can_ask_whether(editor: Editor) -> bool:
    """Tell whether the client can ask its user whether a draft may be sent."""
    return editor.client.takes(MAY_BE_SENT) or editor.can_ask


async def may_be_sent(
    editor: Editor,
    made: Forecast,
    order: Order,
    arguments: Mapping[str, object] | None = None,
) -> bool:
    """Show what would be sent to whom, and what that would cost; tell whether the user agrees.

    Not for a handler: the answer may never come. ``arguments`` are those with which
    ``citeloom.dryRun`` shows what would be sent, where it can.
    """
    instead = f"Nothing is sent before you agree: {how_to_agree(made, order)}."
    if editor.client.takes(MAY_BE_SENT):
        words = shown(order.asked)
        told = {"purpose": words, "details": [*map(shown, details(made))]}
        params = {**told, "estimate": as_json(made), "arguments": arguments}
        try:
            return getattr(await editor.request(MAY_BE_SENT, params), "agreed", None) is True
        except Exception as error:  # Whatever a client makes of the question: it is no yes.
            logger.warning("the client does not ask whether a draft may be sent: %s", error)
            editor.say(f"{question(made, order)} {instead}", whole=True)
            return False
    return await editor.agrees(
        question(made, order),
        order.kind.button,
        instead,
        other=NOT_NOW,
        kind=types.MessageType.Info,
        waits=True,
    )


def how_to_agree(made: Forecast, order: Order) -> str:
    """Return the command by which a user agrees where the client cannot show the question."""
    return f"run citeloom.{order.kind.name} with {{'agreed': '{made.receiver.in_words}'}}"


def question(made: Forecast, order: Order) -> str:
    """Return the question to the user as sentences, because clients may show it in one line."""
    return " ".join((f"{_doing(made, order)}, with {made.receiver.in_words}?", *details(made)))


def details(made: Forecast) -> list[str]:
    """Return what would be sent, what it takes and what to know before, a part for each."""
    money = ""
    if made.estimate.money is not None:
        money = f", about {made.estimate.money:.2f} {made.estimate.currency}"
    time = f"; it takes {said}" if (said := time_words(made.estimate)) else ""
    further = further_words(made.with_mentions, made.full_texts, whole=made.whole_texts)
    *parts, last = made.draft_parts or ("",)
    draft = f"{', '.join(parts)} and {last}" if parts else last
    own = f"the draft's {draft}, and " if draft else ""
    found = [
        f"To be sent: {own}{made.paper_facts} of {_papers(made)}{further}.",
        f"It takes {_cost(made)}{money}{time}.",
        " ".join(f"{notice[:1].upper()}{notice[1:]}." for notice in made.notices),
        "For this project and this model you are asked once.",
    ]
    return [part for part in found if part]


def to_whom(made: Forecast) -> str:
    """Return who would be sent something, in a sentence; empty where no model is configured."""
    return f"To {made.receiver.in_words}." if made.receiver.host else ""


def reason_of(made: Forecast, order: Order) -> str:
    """Return why a model of the editor's is to be asked, with the estimate, in two sentences."""
    parts = " and ".join(made.draft_parts)
    return shown(
        f"{_doing(made, order)}: it takes {_cost(made)}. To be sent: the draft's {parts}, and the "
        f"texts of {_papers(made)}."
    )


def _papers(made: Forecast) -> str:
    return number_of(made.references, "reference")


def _cost(made: Forecast) -> str:
    cost = made.estimate.cost
    tokens = f"about {cost.input_tokens:,} tokens sent and {cost.output_tokens:,} received"
    return f"{calls_words(cost)}; {tokens}"


def _doing(made: Forecast, order: Order) -> str:
    return f"{order.asked} by {made.method}" if made.method else order.asked


def as_json(made: Forecast) -> dict[str, object]:
    """Return a forecast as commands answer it."""
    found, cost = made.estimate, made.estimate.cost
    return {
        "method": made.method,
        "usesModel": made.uses_model,
        "canRun": not made.obstacle,
        "why": made.obstacle,
        "host": made.receiver.host,
        "model": made.receiver.model,
        "staysHere": made.stays_here,
        "draftParts": list(made.draft_parts),
        "references": made.references,
        "paperFacts": made.paper_facts,
        "withAbstract": made.with_abstract,
        "toldByOthers": made.with_mentions,
        "fullTexts": made.full_texts,
        "wholeTexts": made.whole_texts,
        "notices": list(made.notices),
        "steps": [{"step": step.step, "calls": step.calls} for step in cost.steps],
        "calls": cost.calls,
        "chain": cost.chain,
        "inputTokens": cost.input_tokens,
        "outputTokens": cost.output_tokens,
        "seconds": None
        if found.seconds is None
        else {"least": round(found.seconds[0]), "most": round(found.seconds[1])},
        "money": found.money,
        "currency": found.currency,
    }
