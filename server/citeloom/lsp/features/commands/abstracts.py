"""``citeloom.abstracts``: how many abstracts are known, and what would bring more, as buttons."""

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.papers.known_abstracts import KnownAbstracts, known_abstracts
from citeloom.actions.user.fetch_agreement import consent_of
from citeloom.lsp.features.commands import fetch, write
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for, own_snapshot_once_read
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot

FETCH, DISK = "Fetch Abstracts", "Look on This Disk"
WRITE = "Write With What Is There"
_SENT = "Fetching sends their titles, first authors, years and identifiers, nothing of the draft."


def run(parts: "Parts", arguments: Arguments) -> object:
    """Say it and offer what would help; the answer has the numbers and the words."""
    return _say(parts, arguments, own_snapshot_for(parts.session, arguments))


async def _say(
    parts: "Parts", arguments: Arguments, snapshot: "Snapshot", before: int | None = None
) -> object:
    """``before`` is how many were known when the user had this disk looked at."""
    known = await asyncio.to_thread(
        known_abstracts, snapshot.opened, snapshot.paper_reader, snapshot.context.user
    )
    parts.background.run(_offer(parts, arguments, snapshot, known, before))
    return {"cited": known.cited, "known": known.known, "said": f"{known.said}."}


async def _offer(
    parts: "Parts",
    arguments: Arguments,
    snapshot: "Snapshot",
    known: KnownAbstracts,
    before: int | None,
) -> None:
    """Show the message; do what the user chooses."""
    may_fetch = snapshot.settings.fetch != "off" and known.known < known.cited
    asks = may_fetch and snapshot.settings.fetch != "on" and not consent_of(snapshot.context.user)
    message = f"{known.said}. {_SENT}" if asks else f"{known.said}."
    if before is not None:
        more = known.known - before
        found = f"{more} more" if more > 0 else "no more"
        message = f"This disk was looked through: {found} of their abstracts are there. {message}"
    buttons = (*[FETCH] * may_fetch, *[DISK] * (before is None), WRITE)
    if not parts.editor.can_ask:
        parts.editor.say(message)
        return
    chosen = await parts.editor.ask(message, buttons, types.MessageType.Info)
    try:
        if chosen == DISK:
            await _look(parts, arguments, known.known)
        elif chosen == FETCH:
            await fetch.run(parts, Arguments(uri=arguments.uri))
        elif chosen == WRITE:
            answer = write.run(parts, arguments)
            if asyncio.iscoroutine(answer):
                await answer
    except InputError as error:
        parts.editor.say_problem(error)


async def _look(parts: "Parts", arguments: Arguments, before: int) -> None:
    """Look on this disk alone, then say again what is known."""
    parts.session.papers.forget()  # Another look finds a library that is there by now.
    await parts.fetching.fetch(await own_snapshot_once_read(parts, arguments), offline=True)
    await _say(parts, arguments, await own_snapshot_once_read(parts, arguments), before)
