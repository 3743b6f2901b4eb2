"""Asking the user whether a draft may be sent to a language model, before it is."""

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.forecast import Forecast
from citeloom.lsp.asking import agrees, can_ask
from citeloom.lsp.telling import MAY_BE_SENT

if TYPE_CHECKING:
    from citeloom.lsp.server import Server

logger = logging.getLogger("citeloom")

WRITE, NOT_NOW = "Write", "Not now"
INSTEAD = (
    "Nothing is sent before you agree by the section's code action, or run citeloom.write with "
    "{'agreed': true}."
)


def can_ask_whether(server: "Server") -> bool:
    """Tell whether the client can ask its user whether a draft may be sent."""
    return server.session.client.takes(MAY_BE_SENT) or can_ask(server)


async def may_be_sent(server: "Server", made: Forecast, arguments: Mapping[str, object]) -> bool:
    """Show what would be sent to whom, and what that would cost; tell whether the user agrees.

    Not for a handler: the answer may never come. ``arguments`` are those of the command that
    would send it, with which ``citeloom.dryRun`` shows more.
    """
    if server.session.client.takes(MAY_BE_SENT):
        asked = server.protocol.send_request_async(
            MAY_BE_SENT, {"estimate": as_json(made), "arguments": arguments}
        )
        try:
            return getattr(await asked, "agreed", None) is True
        except Exception as error:  # Whatever a client makes of the question: it is no yes.
            logger.warning("the client does not ask whether a draft may be sent: %s", error)
            server.say(f"{question(made)} {INSTEAD}")
            return False
    return await agrees(
        server,
        question(made),
        WRITE,
        INSTEAD,
        other=NOT_NOW,
        kind=types.MessageType.Info,
    )


def question(made: Forecast) -> str:
    """Return what the user is asked, as sentences: clients may show them in one line."""
    cost, receiver = made.estimate.cost, made.receiver
    chain = _between(cost.least_chain, cost.most_chain)
    money = ""
    if made.estimate.money is not None:
        money = f", about {made.estimate.money:.2f} {made.estimate.currency}"
    count = made.references
    papers = "1 reference" if count == 1 else f"{count} references"
    draft = " and ".join(made.draft_parts)
    return (
        f"Write related work by {made.method}, with {receiver.model} at {receiver.host}? "
        f"To be sent there: the draft's {draft}, and title, venue, year and abstract of "
        f"{papers}. "
        f"It takes {_between(cost.least, cost.most)} calls, {chain} of them one after the other; "
        f"about {cost.input_tokens:,} tokens read and {cost.output_tokens:,} written{money}. "
        "For this project and this model you are asked once."
    )


def as_json(made: Forecast) -> dict[str, object]:
    """Return what writing would take, as commands answer it."""
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
        "withAbstract": made.with_abstract,
        "steps": [{"step": one.step, "least": one.least, "most": one.most} for one in cost.steps],
        "calls": {"least": cost.least, "most": cost.most},
        "chain": {"least": cost.least_chain, "most": cost.most_chain},
        "inputTokens": cost.input_tokens,
        "outputTokens": cost.output_tokens,
        "money": found.money,
        "currency": found.currency,
    }


def _between(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"
