"""``citeloom.completeEntries``: what is known about papers goes into their entries, as one edit."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

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
from citeloom.lsp.components import Parts
from citeloom.lsp.features.requests.arguments import KeyArguments
from citeloom.lsp.features.requests.document import own_snapshot_for, own_snapshot_once_read
from citeloom.lsp.features.requests.edits import make_edit
from citeloom.lsp.features.suggested import may_look_up
from citeloom.lsp.questions.completing import (
    CHOOSE,
    LOOK_UP,
    keys_in_words,
    may_be_written,
    next_step,
    replaces_preprints,
    with_chosen,
)
from citeloom.lsp.questions.outside import ask_outside
from citeloom.lsp.questions.trying_again import tell_outcome
from citeloom.lsp.snapshot import Snapshot
from citeloom.problem import InputError, OutsideError
from citeloom_latex.edit import Edit

Chosen = Mapping[str, KnownEntry]


@dataclass(frozen=True, slots=True)
class Completion:
    """What completes entries, by a snapshot."""

    snapshot: Snapshot
    made: CompletedEntries
    known: tuple[KnownEntry, ...]
    publications: bool = True
    chosen: Chosen = field(default_factory=dict)

    @property
    def ambiguous(self) -> tuple[str, ...]:
        """The entries that may be one of several papers, and of which the user has not chosen."""
        return tuple(it.key for it in self.known if it.candidates and it.chosen is None)

    @property
    def new_texts(self) -> list[tuple[str, str]]:
        """What entries get, by their keys."""
        return [(entry.key, entry.edit.new_text) for entry in self.made.entries]


async def complete_entries(parts: Parts, arguments: KeyArguments) -> object:
    """Complete the entry of a key, else all entries of a .bib file, or all that a draft cites.

    A client with buttons is asked in the background; the answer says so. For others what is known
    is written at once; one that takes no edits finds the edit in the answer, and makes it itself.
    """
    own_snapshot_for(parts.session, arguments)
    if parts.editor.can_ask:
        parts.background.run(_converse(parts, arguments))
        return {"asked": True}
    completion = await _completion(parts, arguments, publications=False)
    if not completion.made.entries:
        parts.editor.say(f"{_nothing(completion)}.")
        return {"applied": False}
    return await _make(parts, completion)


async def _converse(
    parts: Parts,
    arguments: KeyArguments,
    chosen: Chosen = MappingProxyType({}),
    *,
    looks_up: bool = False,
) -> None:
    """Complete entries, with questions; what goes wrong is shown."""
    again = partial(_converse, parts, arguments, chosen, looks_up=looks_up)
    try:
        await _fetch(parts, arguments, again, looks_up=looks_up)
        await _complete(parts, arguments, chosen)
    except OutsideError as error:
        user = parts.session.context.user
        await ask_outside(parts.editor, user, error, again)
    except InputError as error:
        parts.editor.say_problem(error)


async def _fetch(
    parts: Parts,
    arguments: KeyArguments,
    again: Callable[[], Awaitable[object]],
    *,
    looks_up: bool,
) -> None:
    """Look up what nobody has searched for yet, if the user has agreed to that."""
    from citeloom.actions.papers.fetch import FetchRequest

    snapshot = await own_snapshot_once_read(parts, arguments)
    if snapshot.settings.fetch == "off" or not (may_look_up(snapshot) or looks_up):
        return
    keys = _not_searched(await _known(snapshot, arguments))
    if not keys:
        return
    report = await parts.fetching.fetch(snapshot, FetchRequest(snapshot.project.root, keys))
    if any(fetched.outcome.failures for fetched in report.entries):
        tell_outcome(parts.editor, parts.background, report.entries, again)


async def _complete(parts: Parts, arguments: KeyArguments, chosen: Chosen) -> None:
    editor = parts.editor
    completion = await _completion(parts, arguments, chosen, publications=True)
    if arguments.key and completion.ambiguous:
        chosen = await _choose(parts, completion)
        completion = await _completion(parts, arguments, chosen, publications=True)
    published = [entry.key for entry in completion.made.entries if entry.published]
    if published and not await replaces_preprints(editor, published):
        completion = await _completion(parts, arguments, chosen, publications=False)
    done = _nothing(completion)
    if completion.made.entries:
        if not await _agrees(parts, completion):
            return
        completion = await _as_now(parts, arguments, completion)
        if not (await _make(parts, completion))["applied"]:
            return
        done = f"Completed {completion.made.words}"
    ambiguous = () if arguments.key else completion.ambiguous
    is_off = completion.snapshot.settings.fetch == "off"
    not_searched = () if is_off else _not_searched(completion.known)
    taken = await next_step(editor, done, ambiguous, not_searched)
    if taken == CHOOSE and (chosen := await _choose(parts, completion)):
        await _converse(parts, arguments, chosen)
    elif taken == LOOK_UP:
        await _look_up(parts, arguments, completion.snapshot)


async def _look_up(parts: Parts, arguments: KeyArguments, snapshot: Snapshot) -> None:
    """Complete again with what services say, as soon as the user agrees to ask them."""
    again = partial(_converse, parts, arguments, looks_up=True)
    if parts.fetching.may_fetch(snapshot, again):
        await again()


async def _choose(parts: Parts, completion: Completion) -> Chosen:
    """Ask which papers ambiguous entries mean, one after the other."""
    chosen = dict(completion.chosen)
    for known in completion.known:
        if known.key in completion.ambiguous:
            answered = await with_chosen(parts.editor, known)
            chosen |= {known.key: answered} if answered.chosen else {}
    return chosen


async def _completion(
    parts: Parts,
    arguments: KeyArguments,
    chosen: Chosen = MappingProxyType({}),
    *,
    publications: bool,
) -> Completion:
    """Return what completes entries by the texts as they are now."""
    snapshot = await own_snapshot_once_read(parts, arguments)
    known = await _known(snapshot, arguments)
    given = tuple(chosen.get(it.key, it) for it in known)
    made = await _made(snapshot, given, publications=publications)
    return Completion(snapshot, made, given, publications, chosen)


async def _known(snapshot: Snapshot, arguments: KeyArguments) -> tuple[KnownEntry, ...]:
    entries = entries_to_complete(snapshot.project, snapshot.source, arguments.key)
    return await asyncio.to_thread(known_entries, entries, snapshot.paper_reader)


async def _made(
    snapshot: Snapshot, known: Sequence[KnownEntry], *, publications: bool
) -> CompletedEntries:
    return await asyncio.to_thread(
        with_what_is_known, known, snapshot.project, snapshot.folder, publications=publications
    )


def _not_searched(known: Sequence[KnownEntry]) -> tuple[str, ...]:
    return tuple(it.key for it in known if it.outcome is None)


def _nothing(completion: Completion) -> str:
    """Say that there is nothing to write."""
    left = completion.made.left
    if left:
        where = "it stands" if len(left) == 1 else "they stand"
        return f"{keys_in_words(left)} cannot be changed where {where}"
    return "The .bib already has all that is known"


async def _agrees(parts: Parts, completion: Completion) -> bool:
    snapshot, made = completion.snapshot, completion.made
    files = [
        {
            "uri": snapshot.uri(change.source.path),
            "text": change.edit.applied_to(change.source.text),
        }
        for change in made.changes
    ]
    return await may_be_written(parts.editor, made, files)


async def _as_now(parts: Parts, arguments: KeyArguments, shown: Completion) -> Completion:
    """Return what was shown for the files as they are now."""
    snapshot = await own_snapshot_once_read(parts, arguments)
    made = await _made(snapshot, shown.known, publications=shown.publications)
    now = replace(shown, snapshot=snapshot, made=made)
    if now.new_texts != shown.new_texts:
        raise InputError("the .bib file has changed meanwhile", advice="complete it again")
    return now


async def _make(parts: Parts, completion: Completion) -> dict[str, object]:
    edits: dict[Path, list[Edit]] = {}
    for entry in completion.made.entries:
        edits.setdefault(entry.source.path, []).append(entry.edit)
    edit = completion.snapshot.workspace_edit({path: tuple(own) for path, own in edits.items()})
    return await make_edit(parts, edit, f"Complete {completion.made.words}")
