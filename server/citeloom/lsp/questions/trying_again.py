"""Say what came of a fetch, and ask the user whether to try again where services failed."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.lsp.background import Background
from citeloom.lsp.connection.problem_message import ProblemMessage
from citeloom.lsp.editor import Editor

if TYPE_CHECKING:
    from citeloom.actions.papers.fetched_entry import FetchedEntry

logger = logging.getLogger("citeloom")


def tell_outcome(
    editor: Editor,
    background: Background,
    came: "Sequence[FetchedEntry]",
    again: Callable[[], Awaitable[object]],
) -> None:
    """Say what came of entries; ``again`` is run where services failed and the user wants it."""
    from citeloom.actions.papers.fetched_words import outcome_line
    from citeloom.lsp.questions.outcome_words import failure_words, summary_words

    if failed := failure_words(came):
        background.run(_offer_again(editor, failed, again))
    elif came:
        editor.say(f"{outcome_line(came[0])}." if len(came) == 1 else summary_words(came))


async def _offer_again(editor: Editor, failed: str, again: Callable[[], Awaitable[object]]) -> None:
    logger.warning("fetching: %s", failed)
    message = ProblemMessage(failed, log_has_more=True)
    instead = "Run citeloom.fetch to try again."
    if await editor.wants_another_try(message, instead, types.MessageType.Warning):
        await editor.attempt(again)
