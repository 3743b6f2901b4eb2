"""Commands that bring abstracts, and say how many are known."""

import asyncio
from collections.abc import Awaitable
from functools import partial

from lsprotocol import types

from citeloom.actions.papers.known_abstracts import KnownAbstracts, known_abstracts
from citeloom.actions.papers.pasted_abstract import keep_pasted, pasted_abstract
from citeloom.actions.user.fetch_agreement import consent_of
from citeloom.lsp.components import Components
from citeloom.lsp.features.commands.ordering import write
from citeloom.lsp.features.requests.arguments import (
    Arguments,
    FetchArguments,
    OrderArguments,
    PastedArguments,
)
from citeloom.lsp.features.requests.document import own_snapshot_for
from citeloom.lsp.questions.outside import ask_outside
from citeloom.lsp.questions.trying_again import tell_outcome
from citeloom.lsp.snapshot import Snapshot


def fetch(parts: Components, arguments: FetchArguments) -> Awaitable[object]:
    """Start to fetch; the answer, when all is done, has what came of each entry."""
    keys = (arguments.key,) if arguments.key else arguments.keys
    return _fetch(parts, own_snapshot_for(parts.session, arguments), keys, arguments)


async def _fetch(
    parts: Components, snapshot: Snapshot, keys: tuple[str, ...], arguments: FetchArguments
) -> object:
    from citeloom.actions.papers.fetch import FetchRequest
    from citeloom.actions.papers.fetched_words import outcome_line
    from citeloom.lsp.questions.outcome_words import disk_words

    if arguments.offline:
        parts.session.papers.forget()  # Another look finds a library that is there by now.
    request = FetchRequest(
        snapshot.project.root, keys, arguments.refresh, arguments.offline, arguments.full_text
    )
    report = await parts.fetching.fetch(snapshot, request)
    again = partial(fetch, parts, arguments)
    if report.refused is not None:
        user = snapshot.context.user
        parts.background.run(ask_outside(parts.editor, user, report.refused, again))
    came = report.entries
    if arguments.offline:
        parts.editor.say(disk_words(came))
    else:
        tell_outcome(parts.editor, parts.background, came, again)
    return {
        "fetched": [
            {
                "key": fetched.key,
                "outcome": str(fetched.outcome.status),
                "how": fetched.outcome.how,
                "abstract": fetched.abstract,
                "fullText": fetched.full_text,
                "notes": list(fetched.notes),
                "said": disk_words([fetched]) if arguments.offline else outcome_line(fetched),
            }
            for fetched in came
        ],
        "notes": list(report.notes),
    }


FETCH, DISK = "Fetch abstracts", "Look on this disk"
WRITE = "Write anyway"
_SENT = "Fetching sends their titles, first authors, years and identifiers, nothing of the draft."


def abstracts(parts: Components, arguments: Arguments) -> object:
    """Show how many abstracts are known, with buttons that help; return numbers and words."""
    return _say(parts, arguments, own_snapshot_for(parts.session, arguments))


async def _say(parts: Components, arguments: Arguments, snapshot: Snapshot) -> object:
    known = await asyncio.to_thread(
        known_abstracts, snapshot.opened, snapshot.paper_reader, snapshot.context.user
    )
    parts.background.run(_offer(parts, arguments, snapshot, known))
    return {"cited": known.cited, "known": known.known, "said": f"{known.said}."}


async def _offer(
    parts: Components, arguments: Arguments, snapshot: Snapshot, known: KnownAbstracts
) -> None:
    """Show the message; do what the user chooses."""
    may_fetch = snapshot.settings.fetch != "off" and known.known < known.cited
    asks = may_fetch and snapshot.settings.fetch != "on" and not consent_of(snapshot.context.user)
    message = f"{known.said}. {_SENT}" if asks else f"{known.said}."
    buttons = (*[FETCH] * may_fetch, DISK, WRITE)
    if not parts.editor.can_ask:
        parts.editor.say(message)
        return
    chosen = await parts.editor.ask(message, buttons, types.MessageType.Info)
    if chosen in {FETCH, DISK}:
        asked = FetchArguments(uri=arguments.uri, offline=chosen == DISK)
        await parts.editor.attempt(partial(fetch, parts, asked))
    elif chosen == WRITE:
        order = OrderArguments.model_validate(arguments.as_json)
        await parts.editor.attempt(partial(write, parts, order))


def paste_abstract(parts: Components, arguments: PastedArguments) -> object:
    """Keep the abstract in the store, for all drafts of the user."""
    snapshot = own_snapshot_for(parts.session, arguments)
    pasted = pasted_abstract(snapshot.project, arguments.key, arguments.text)
    keep_pasted(pasted, snapshot.project, snapshot.context)
    parts.session.papers.changed()
    parts.diagnosing.papers_changed()
    parts.editor.refresh()
    parts.editor.say(f"The abstract of '{arguments.key}' is saved for all your drafts.")
    return {"key": arguments.key, "abstract": pasted.text}
