"""Commands about references that a draft might cite."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from lsprotocol import types

from citeloom.actions.papers.paper_words import paper_in_words
from citeloom.actions.suggesting.dismissed import dismiss
from citeloom.actions.suggesting.draft_sentences import (
    WHOLE_DRAFT,
    DraftPart,
    asked_sentence_at,
)
from citeloom.actions.suggesting.suggestion import DraftSentence, Suggestions
from citeloom.actions.suggesting.take import take
from citeloom.draft.document import Document
from citeloom.lsp.components import Components
from citeloom.lsp.features.requests.arguments import Arguments, SuggestionArguments
from citeloom.lsp.features.requests.document import own_snapshot_for, own_snapshot_once_read
from citeloom.lsp.features.requests.edits import make_edit
from citeloom.lsp.features.suggested import as_answer
from citeloom.lsp.own_messages import REFRESH
from citeloom.lsp.snapshot import Snapshot
from citeloom.problem import InputError

IN_THE_DRAFT = "to cite one, use the code action on its sentence"


def suggest(parts: Components, arguments: Arguments) -> object:
    """Look; the answer, when that is done, has the suggestions, or that it was ``cancelled``.

    A newer search of the same draft cancels it, too. The suggestions are for the sentence at
    ``position``, a ``section``, or else the whole draft.
    """
    snapshot = own_snapshot_for(parts.session, arguments)
    return _look(
        parts, snapshot, _part(snapshot, arguments), partial(_look_again, parts, arguments)
    )


def _part(snapshot: Snapshot, arguments: Arguments) -> DraftPart:
    offset = arguments.offset(snapshot)
    if offset is None:
        return DraftPart(arguments.section) if arguments.section else WHOLE_DRAFT
    _sentence_at(snapshot, offset)
    return DraftPart(file=snapshot.path, at=offset)


async def _look_again(parts: Components, arguments: Arguments) -> None:
    """Look once more, now that the user agrees to asking services."""
    snapshot = await own_snapshot_once_read(parts, arguments)
    await _look(parts, snapshot, _part(snapshot, arguments))


async def _look(
    parts: Components,
    snapshot: Snapshot,
    part: DraftPart,
    again: Callable[[], Awaitable[None]] | None = None,
) -> object:
    from citeloom.jobs.job import JobCancelled, JobFailed

    may_ask = snapshot.settings.fetch != "off" and parts.fetching.may_fetch(snapshot, again)
    try:
        found = await parts.suggesting.look(snapshot, part, may_ask=may_ask)
    except JobCancelled:
        return {"cancelled": True}
    except JobFailed as error:
        raise InputError(f"looking for references failed: {error}") from None
    # A client that asks again for what has changed shows them as a list.
    if not (found.found and parts.editor.client.takes(REFRESH)):
        parts.editor.say(_outcome_in_words(found), _message_type(found))
    return await asyncio.to_thread(as_answer, found, snapshot)


def _outcome_in_words(found: Suggestions) -> str:
    count = len(found.found)
    if not count:
        notes = " ".join(f"{note[0].upper()}{note[1:].rstrip('.')}." for note in found.notes)
        return f"No suggestions. {notes}".rstrip()
    papers = "1 suggestion" if count == 1 else f"{count} suggestions"
    return f"{papers}; {IN_THE_DRAFT}."


def _message_type(found: Suggestions) -> types.MessageType:
    return types.MessageType.Info if found.found else types.MessageType.Warning


async def take_suggestion(parts: Components, arguments: SuggestionArguments) -> object:
    """Have the client make the edits of the .bib file and the draft in one step.

    With a ``position`` the paper is cited at the sentence there. A client that takes no edits finds
    them in the answer, and makes them itself. ``changed`` are the URIs of the files.
    """
    snapshot = own_snapshot_for(parts.session, arguments)
    root = snapshot.project.root
    suggestion = parts.suggesting.suggested(root, arguments.paper)
    at = arguments.offset(snapshot)
    sentence = None if at is None else _sentence_at(snapshot, at)
    taken = take(suggestion, snapshot.opened, snapshot.folder, sentence)
    edit = snapshot.workspace_edit(taken.edits)
    made: dict[str, object] = {"applied": True}
    if taken.changes:
        made = await make_edit(parts, edit, f"Cite {paper_in_words(suggestion.paper)}")
    if made["applied"] or "edit" in made:
        parts.suggesting.drop(root, suggestion)
    if taken.lost:
        message = f"The entry '{taken.key}' has [?] for letters that the draft cannot typeset: "
        parts.editor.say(f"{message}{taken.lost}", types.MessageType.Warning)
    changed = [snapshot.uri(change.source.path) for change in taken.changes]
    return {"key": taken.key, "changed": changed, **made}


def _sentence_at(snapshot: Snapshot, offset: int) -> DraftSentence:
    """Return the sentence of the draft at an offset, or refuse a place without one."""
    source = snapshot.source
    if isinstance(source, Document):
        asked = asked_sentence_at(snapshot.project, source, offset)
        if asked is not None:
            return asked.sentence
    raise InputError("there is no sentence here")


def dismiss_suggestion(parts: Components, arguments: SuggestionArguments) -> object:
    """Keep that the paper is dismissed, and forget the suggestion."""
    snapshot = own_snapshot_for(parts.session, arguments)
    root = snapshot.project.root
    suggestion = parts.suggesting.suggested(root, arguments.paper)
    dismiss(snapshot.data_folder, root, suggestion.paper)
    parts.suggesting.drop(root, suggestion)
    return {"dismissed": suggestion.paper.id}
