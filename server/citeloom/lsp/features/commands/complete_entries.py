"""``citeloom.completeEntries``: what is known about papers goes into their entries, as one edit."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lsprotocol import types

from citeloom.actions.papers.entries.completing import (
    CompletedEntries,
)
from citeloom.actions.papers.entries.completing import (
    complete_entries as with_what_is_known,
)
from citeloom.actions.papers.entries.known_entries import (
    KnownEntry,
    entries_to_complete,
    known_entries,
)
from citeloom.lsp.components import Components
from citeloom.lsp.connection.shown import shown
from citeloom.lsp.editor import NOT_NOW, Editor
from citeloom.lsp.features.requests.arguments import KeyArguments
from citeloom.lsp.features.requests.document import own_snapshot_for, own_snapshot_once_read
from citeloom.lsp.features.requests.edits import make_edit
from citeloom.lsp.features.suggested import may_look_up
from citeloom.lsp.own_messages import MAY_BE_WRITTEN
from citeloom.lsp.questions.outside import ask_outside
from citeloom.lsp.questions.trying_again import tell_outcome
from citeloom.lsp.snapshot import Snapshot
from citeloom.problem import InputError, OutsideError
from citeloom_latex.edit import Edit

COMPLETE = "Complete"

_MOST_KEYS = 5


@dataclass(frozen=True, slots=True)
class Completion:
    """What completes entries, by a snapshot."""

    snapshot: Snapshot
    made: CompletedEntries
    known: tuple[KnownEntry, ...]

    @property
    def new_texts(self) -> list[tuple[str, str]]:
        """What entries get, by their keys."""
        return [(entry.key, entry.edit.new_text) for entry in self.made.entries]


async def complete_entries(parts: Components, arguments: KeyArguments) -> object:
    """Complete the entry of a key, else all entries of a .bib file, or all that a draft cites.

    A client with buttons is asked in the background; the answer says so. For others what is known
    is written at once; one that takes no edits finds the edit in the answer, and makes it itself.
    Which of several papers an entry means, and whether a preprint becomes its published version,
    is chosen by the code actions at the entry.
    """
    own_snapshot_for(parts.session, arguments)
    if parts.editor.can_ask:
        parts.background.run(_complete(parts, arguments))
        return {"asked": True}
    completion = await _completion(parts, arguments)
    if not completion.made.entries:
        parts.editor.say(_nothing_in_words(completion))
        return {"applied": False}
    return await _make(parts, completion)


async def _complete(parts: Components, arguments: KeyArguments) -> None:
    """Complete entries once the user agrees; what goes wrong is shown."""
    again = partial(_complete, parts, arguments)
    try:
        await _fetch(parts, arguments)
        completion = await _completion(parts, arguments)
        done = _nothing_in_words(completion)
        if completion.made.entries:
            if not await _may_be_written(parts.editor, completion):
                return
            completion = await _as_now(parts, arguments, completion)
            if not (await _make(parts, completion))["applied"]:
                return
            done = f"Completed {completion.made.words}."
        parts.editor.say(f"{done}{_ambiguous_in_words(completion)}")
        if completion.snapshot.settings.fetch != "off" and _not_searched(completion.known):
            parts.fetching.may_fetch(completion.snapshot, again)
    except OutsideError as error:
        await ask_outside(parts.editor, parts.session.context.user, error, again)
    except InputError as error:
        parts.editor.say_problem(error)


async def _fetch(parts: Components, arguments: KeyArguments) -> None:
    """Look up what nobody has searched for yet, if the user has agreed to that."""
    from citeloom.actions.papers.fetch import FetchRequest

    snapshot = await own_snapshot_once_read(parts, arguments)
    if not may_look_up(snapshot):
        return
    keys = _not_searched(await _known_entries(snapshot, arguments))
    if not keys:
        return
    report = await parts.fetching.fetch(snapshot, FetchRequest(snapshot.project.root, keys))
    if any(fetched.outcome.failures for fetched in report.entries):
        again = partial(_complete, parts, arguments)
        tell_outcome(parts.editor, parts.background, report.entries, again)


async def _completion(parts: Components, arguments: KeyArguments) -> Completion:
    """Return what completes entries by the texts as they are now."""
    snapshot = await own_snapshot_once_read(parts, arguments)
    known = await _known_entries(snapshot, arguments)
    return Completion(snapshot, await _complete_by(snapshot, known), known)


async def _known_entries(snapshot: Snapshot, arguments: KeyArguments) -> tuple[KnownEntry, ...]:
    entries = entries_to_complete(snapshot.project, snapshot.source, arguments.key)
    return await asyncio.to_thread(known_entries, entries, snapshot.paper_reader)


async def _complete_by(snapshot: Snapshot, known: Sequence[KnownEntry]) -> CompletedEntries:
    return await asyncio.to_thread(
        with_what_is_known, known, snapshot.project, snapshot.folder, publications=False
    )


def _not_searched(known: Sequence[KnownEntry]) -> tuple[str, ...]:
    return tuple(it.key for it in known if it.outcome is None)


def _nothing_in_words(completion: Completion) -> str:
    """Say that there is nothing to write."""
    left = completion.made.left
    if left:
        where = "it is" if len(left) == 1 else "they are"
        return f"{_in_words(left)} cannot be changed where {where}."
    return "The .bib entries are already complete."


def _ambiguous_in_words(completion: Completion) -> str:
    """Say which entries may be one of several papers; empty for none."""
    keys = [it.key for it in completion.known if it.candidates]
    if not keys:
        return ""
    at = "its entry" if len(keys) == 1 else "each entry"
    return f" {_in_words(keys)} may be one of several papers: choose at {at} by a code action."


def _in_words(keys: Sequence[str]) -> str:
    """Return some keys for a message, or how many there are."""
    if len(keys) > _MOST_KEYS:
        return f"{len(keys)} entries"
    *others, last = (f"'{key}'" for key in keys)
    return f"{', '.join(others)} and {last}" if others else last


async def _may_be_written(editor: Editor, completion: Completion) -> bool:
    """Have the user look at a change before it is made; tell whether they agree.

    One entry is changed without a question where the client cannot show the change.
    """
    snapshot, made = completion.snapshot, completion.made
    question = f"Complete {made.words}?"
    if editor.client.takes(MAY_BE_WRITTEN):
        files = [
            {
                "uri": snapshot.uri(change.source.path),
                "text": change.edit.applied_to(change.source.text),
            }
            for change in made.changes
        ]
        params = {"question": shown(question), "files": files}
        return getattr(await editor.request(MAY_BE_WRITTEN, params), "agreed", None) is True
    if len(made.entries) == 1:
        return True
    return await editor.ask(question, (COMPLETE, NOT_NOW), types.MessageType.Info) == COMPLETE


async def _as_now(parts: Components, arguments: KeyArguments, earlier: Completion) -> Completion:
    """Return what was shown for the files as they are now."""
    snapshot = await own_snapshot_once_read(parts, arguments)
    now = Completion(snapshot, await _complete_by(snapshot, earlier.known), earlier.known)
    if now.new_texts != earlier.new_texts:
        raise InputError(
            "the .bib file has changed in the meantime", advice="run the command again"
        )
    return now


async def _make(parts: Components, completion: Completion) -> dict[str, object]:
    edits: dict[Path, list[Edit]] = {}
    for entry in completion.made.entries:
        edits.setdefault(entry.source.path, []).append(entry.edit)
    edit = completion.snapshot.workspace_edit({path: tuple(own) for path, own in edits.items()})
    return await make_edit(parts, edit, f"Complete {completion.made.words}")
