"""Ask the user whether papers may be looked up unasked."""

import logging

from lsprotocol import types

from citeloom.lsp.editor import NOT_NOW, Editor
from citeloom.settings import UserSettings

logger = logging.getLogger("citeloom")

LOOK_UP, WHAT_IS_SENT, NEVER = "Look up", "What is sent", "Never"


def question(papers: int, lacking: int) -> str:
    """Return the question about papers, some of which lack an abstract, as two short sentences."""
    cited = "1 cited paper" if papers == 1 else f"{papers} cited papers"
    if not papers:
        what = "Look for papers at scholarly services, now and in future"
    elif lacking == papers:
        what = f"Look up {cited} without an abstract, and new ones in future"
    else:
        what = f"Look up {cited}, {lacking} without an abstract, and new ones in future"
    return (
        f"{what}? Titles, first authors, years and identifiers are sent to scholarly services, for "
        "suggestions also phrases that titles share; your draft is not."
    )


async def agrees_to_look_ups(
    editor: Editor, user: UserSettings, papers: int = 0, lacking: int = 0
) -> bool:
    """Ask the user and keep the answer, unless that is "Not now"; tell whether it is yes.

    Not for a handler: the answer may never come.

    Raises
    ------
    InputError
        If the settings of the network cannot be read, or the answer cannot be kept.
    """
    from citeloom.actions.user.fetch_agreement import keep_consent, what_is_sent

    sent = what_is_sent()
    if not editor.can_ask:
        logger.info('papers are not fetched unasked; the setting "fetch": "on" changes that')
        return False
    kind = types.MessageType.Info
    asked, buttons = question(papers, lacking), (LOOK_UP, WHAT_IS_SENT, NOT_NOW)
    answer = await editor.ask(asked, buttons, kind, waits=True)
    if answer == WHAT_IS_SENT:
        logger.info("when papers are looked up, %s", sent)
        details = f"To look papers up, {sent}. To change your answer, use Citeloom's setting fetch."
        answer = await editor.ask(details, (LOOK_UP, NEVER), kind, waits=True)
    if answer in {LOOK_UP, NEVER}:
        keep_consent(user, answer == LOOK_UP)
    return answer == LOOK_UP
