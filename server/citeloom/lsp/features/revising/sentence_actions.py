"""Code actions of a written sentence: at most four, what mends it first."""

import asyncio
from collections.abc import Iterator, Sequence

from lsprotocol import types

from citeloom.actions.writing.choices import asks_model, seen_obstacle
from citeloom.actions.writing.revising.compared import comparisons
from citeloom.actions.writing.revising.menu import possible_revisions, written_place
from citeloom.actions.writing.revising.place import RevisablePlace
from citeloom.actions.writing.revising.request import (
    ALL_STALE,
    TITLES,
    WRITING,
    ReviseRequest,
    Revision,
)
from citeloom.lsp.features.asked_actions import diagnostics_with
from citeloom.lsp.features.given.arguments import (
    CursorPosition,
    MoreArguments,
    OrderArguments,
    command_of,
)
from citeloom.lsp.own_messages import PROPOSED
from citeloom.lsp.routes import REVISION_KIND
from citeloom.lsp.snapshot import Snapshot

WITHOUT_MODEL = "extractive"
"""The method that rewrites a sentence where no model can be asked."""

INSTRUCTED = "select-read-write"
"""The method that follows an instruction where the chosen one asks no model: of one sentence it
asks once, the others two to seven times."""

FIRST = (Revision.SENTENCE, Revision.SHORTEN, Revision.COMPARE)
"""What a written sentence offers itself."""

MORE = (Revision.THEME, Revision.PARAGRAPH, Revision.POSITION)
"""What is behind *More…*."""


def stale_fixes(snapshot: Snapshot, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield what mends the stale sentences that an editor asks fixes for."""
    stale = diagnostics_with(params, "stale")
    for diagnostic in stale:
        action = _action(snapshot, Revision.STALE, diagnostic.range.start)
        action.is_preferred = True
        action.kind, action.diagnostics = types.CodeActionKind.QuickFix, [diagnostic]
        yield action
    if stale:
        title = f"{ALL_STALE}{_by(snapshot, Revision.STALE)}"
        arguments = OrderArguments.of(ReviseRequest(snapshot.path), snapshot.uri(snapshot.path))
        command = command_of("revise", title, arguments)
        kind = types.CodeActionKind.QuickFix
        yield types.CodeAction(title, kind=kind, diagnostics=stale, command=command)


async def sentence_actions(
    snapshot: Snapshot, place: RevisablePlace, params: types.CodeActionParams, *, mended: bool
) -> list[types.CodeAction]:
    """Return what can be done with a written sentence; one that is ``mended`` is not rewritten."""
    at = params.range.start
    found, has_more = await asyncio.to_thread(
        lambda: (
            [*revisions_of(snapshot, place, FIRST)],
            any(True for _ in revisions_of(snapshot, place, MORE)),
        )
    )
    actions = [
        _comparing(snapshot, place, at) if it is Revision.COMPARE else _action(snapshot, it, at)
        for it in found
        if not (mended and it is FIRST[0])
    ]
    client = snapshot.client
    if has_more and (client.takes(PROPOSED) or client.shows_buttons):
        is_stale = bool(diagnostics_with(params, "stale"))
        rest = (*FIRST[:1] * mended, *MORE, *(Revision.STALE,) * is_stale)
        actions.append(_listing(snapshot, "More…", at, rest))
    return actions


def _comparing(snapshot: Snapshot, place: RevisablePlace, at: types.Position) -> types.CodeAction:
    """Return the action that compares with a paper: the next one where a client has no list."""
    found = [*comparisons(place)]
    if len(found) > 1 and snapshot.client.takes(PROPOSED):
        return _listing(snapshot, "Compare with…", at, (Revision.COMPARE,))
    title = f"Compare with '{found[0].key}'"
    arguments = revise_arguments(snapshot, Revision.COMPARE, at, found[0].key)
    return types.CodeAction(
        title, kind=REVISION_KIND, command=command_of("revise", title, arguments)
    )


def _listing(
    snapshot: Snapshot, title: str, at: types.Position, revisions: Sequence[Revision]
) -> types.CodeAction:
    """Return the action that lets its user pick one of some revisions."""
    position = CursorPosition(line=at.line, character=at.character)
    arguments = MoreArguments(
        uri=snapshot.uri(snapshot.path), position=position, revisions=tuple(revisions)
    )
    command = command_of("moreRevisions", title, arguments)
    return types.CodeAction(title, kind=REVISION_KIND, command=command)


def revisions_of(
    snapshot: Snapshot, place: RevisablePlace, which: Sequence[Revision]
) -> Iterator[Revision]:
    """Yield those of some revisions that change something; not for an event loop."""
    request = ReviseRequest(snapshot.path, at=place.start, method=method_of_revisions(snapshot))
    opened, context = snapshot.opened, snapshot.context
    told = [it for it in which if _takes_instruction(snapshot, it)]
    return possible_revisions(place, request, opened, context, which, told)


def written_sentence(snapshot: Snapshot, offset: int) -> RevisablePlace | None:
    """Return the sentence of ours at an offset of a document; None where there is none."""
    return written_place(snapshot.opened, snapshot.source, offset)


def chosen_method(snapshot: Snapshot) -> str:
    """Return the name of the method that is chosen."""
    return snapshot.settings.method or snapshot.opened.settings.method


def method_of_revisions(snapshot: Snapshot, instruction: str = "") -> str:
    """Return the method that revises: the chosen one where it can."""
    chosen = chosen_method(snapshot)
    if instruction:
        return chosen if asks_model(chosen) else INSTRUCTED
    return WITHOUT_MODEL if asks_model(chosen) and seen_obstacle(chosen) else chosen


def _by(snapshot: Snapshot, revision: Revision) -> str:
    method = method_of_revisions(snapshot)
    return f" ({method})" if revision in WRITING and asks_model(method) else ""


def _takes_instruction(snapshot: Snapshot, revision: Revision) -> bool:
    """Tell whether the client asks its user for words, and a model can be told them."""
    is_rewriting = revision is Revision.SENTENCE and snapshot.client.takes(PROPOSED)
    return is_rewriting and not seen_obstacle(INSTRUCTED)


def revise_arguments(
    snapshot: Snapshot, revision: Revision, position: types.Position, other: str = ""
) -> OrderArguments:
    """Return the arguments of a revision; an instruction that is empty is to be asked for."""
    place = {"line": position.line, "character": position.character}
    asks = {"instruction": ""} if _takes_instruction(snapshot, revision) else {}
    order = ReviseRequest(snapshot.path, revision, other=other)
    return OrderArguments.of(order, snapshot.uri(snapshot.path), position=place, **asks)


def _action(snapshot: Snapshot, revision: Revision, at: types.Position) -> types.CodeAction:
    asks = _takes_instruction(snapshot, revision)
    title = f"{TITLES[revision]}…" if asks else TITLES[revision] + _by(snapshot, revision)
    command = command_of("revise", title, revise_arguments(snapshot, revision, at))
    return types.CodeAction(title, kind=REVISION_KIND, command=command)
