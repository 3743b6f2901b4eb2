"""A message with a button."""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.server import Server

logger = logging.getLogger("citeloom")

TRY_AGAIN = "Try again"


def in_sentences(failed: str, error: InputError) -> str:
    """Return what failed, why, and what would help, as sentences."""
    advice = error.problem.advice
    said = f"{failed}: {error.problem.message}."
    return f"{said} {advice[0].upper()}{advice[1:]}." if advice else said


def can_ask(server: "Server") -> bool:
    """Tell whether the client shows messages with buttons."""
    return server.session.client.value("window.show_message") is not None


async def agrees(
    server: "Server",
    message: str,
    button: str,
    instead: str,
    *,
    other: str = "",
    kind: types.MessageType = types.MessageType.Error,
) -> bool:
    """Show a message with a button; tell whether the user took it, however late that may be.

    ``other`` is a second button, which does nothing. To clients that have no such messages, or
    answer one with an error, ``instead`` is said behind the message. Not for a handler: the answer
    may never come.
    """
    buttons = [one for one in (button, other) if one]
    taken = await chosen(server, message, buttons, kind) if can_ask(server) else None
    if taken is None:
        server.say(f"{message} {instead}", kind)
    return taken == button


async def chosen(
    server: "Server", message: str, buttons: Sequence[str], kind: types.MessageType
) -> str | None:
    """Show a message with buttons; return the one taken, empty for none of them.

    None where the client answers with an error. Not for a handler: the answer may never come.
    """
    asked = server.protocol.send_request_async(
        types.WINDOW_SHOW_MESSAGE_REQUEST,
        types.ShowMessageRequestParams(
            kind, message, [types.MessageActionItem(one) for one in buttons]
        ),
    )
    try:
        answer = await asked
    except Exception as error:  # Whatever a client makes of the question: it is no yes.
        logger.info("the client shows no message with a button: %s", error)
        return None
    title = answer.title if answer is not None else ""
    return title if title in buttons else ""
