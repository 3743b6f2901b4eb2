"""Code actions of a written sentence, at most four, what mends it first; and lists of others."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from citeloom.actions.writing.choices import asks_model, seen_obstacle
from citeloom.actions.writing.revising.compared import comparable_sentences
from citeloom.actions.writing.revising.menu import possible_revisions, written_place
from citeloom.actions.writing.revising.place import RevisablePlace
from citeloom.actions.writing.revising.request import (
    ABOUT,
    ALL_STALE,
    TITLES,
    WRITING,
    ReviseRequest,
    Revision,
)
from citeloom.lsp.features.actions import QUICK_FIX, Action, ActionsAsked
from citeloom.lsp.features.requests.arguments import (
    CursorPosition,
    MoreArguments,
    OrderArguments,
)
from citeloom.lsp.own_messages import PROPOSED
from citeloom.lsp.routes import REVISION_KIND
from citeloom.lsp.snapshot import Snapshot
from citeloom_latex.plain import plain

WITHOUT_MODEL = "extractive"
"""The method that rewrites a sentence where no model can be asked."""

INSTRUCTED = "select-read-write"
"""The method that follows an instruction where the chosen one asks no model: of one sentence it
asks once, the others two to seven times."""

FIRST = (Revision.SENTENCE, Revision.SHORTEN, Revision.COMPARE)
"""What a written sentence offers itself."""

MORE = (Revision.THEME, Revision.PARAGRAPH, Revision.POSITION)
"""What is behind *More…*."""

WHAT = "What do you want to do here?"
WITH_WHOM = "Compare with which paper?"

Row = dict[str, Any]
"""A title, what it is about, and the arguments of ``citeloom.revise``."""


def stale_fixes(asked: ActionsAsked) -> Iterator[Action]:
    """Yield what mends the stale sentences that an editor asks fixes for."""
    stale = asked.diagnostics_of("stale")
    for it in stale:
        at = CursorPosition.of(it.range.start)
        fix = _action(asked.snapshot, Revision.STALE, at)
        yield replace(fix, kind=QUICK_FIX, mends=[it], is_preferred=True)
    if stale:
        title = f"{ALL_STALE}{_by(asked.snapshot, Revision.STALE)}"
        arguments = OrderArguments.of(ReviseRequest(asked.snapshot.path))
        yield Action(title, "revise", arguments, mends=stale)


async def sentence_actions(
    asked: ActionsAsked, place: RevisablePlace, *, mended: bool
) -> list[Action]:
    """Return what can be done with a written sentence; one that is ``mended`` is not rewritten.

    A client that has no list for the rarer ones gets them all.
    """
    snapshot, at = asked.snapshot, asked.position
    has_list = snapshot.client.takes(PROPOSED)
    offered = FIRST if has_list else (*FIRST, *(it for it in MORE if it is not Revision.THEME))
    found, has_more = await asyncio.to_thread(
        lambda: (
            [*revisions_of(snapshot, place, offered)],
            has_list and any(True for _ in revisions_of(snapshot, place, MORE)),
        )
    )
    actions = [
        _comparing(snapshot, place, at) if it is Revision.COMPARE else _action(snapshot, it, at)
        for it in found
        if not (mended and it is FIRST[0])
    ]
    if has_more:
        rest = (
            *FIRST[:1] * mended,
            *MORE,
            *(Revision.STALE,) * bool(asked.diagnostics_of("stale")),
        )
        actions.append(_listing("More…", at, rest))
    return actions


def _comparing(snapshot: Snapshot, place: RevisablePlace, at: CursorPosition) -> Action:
    """Return the action that compares with a paper: the next one where a client has no list."""
    found = [*comparable_sentences(place)]
    if len(found) > 1 and snapshot.client.takes(PROPOSED):
        return _listing("Compare with…", at, (Revision.COMPARE,))
    arguments = revise_arguments(snapshot, Revision.COMPARE, at, found[0].key)
    return Action(f"Compare with '{found[0].key}'", "revise", arguments, REVISION_KIND)


def _listing(title: str, at: CursorPosition, revisions: Sequence[Revision]) -> Action:
    """Return the action that lets its user pick one of some revisions."""
    arguments = MoreArguments(position=at, revisions=tuple(revisions))
    return Action(title, "moreRevisions", arguments, REVISION_KIND)


def revisions_of(
    snapshot: Snapshot, place: RevisablePlace, which: Sequence[Revision]
) -> Iterator[Revision]:
    """Yield the revisions that would change something; not for use in an event loop."""
    request = ReviseRequest(snapshot.path, at=place.start, method=method_of_revisions(snapshot))
    opened, context = snapshot.opened, snapshot.context
    told = [it for it in which if _takes_instruction(snapshot, it)]
    return possible_revisions(place, request, opened, context, which, told)


def written_sentence(snapshot: Snapshot, offset: int) -> RevisablePlace | None:
    """Return the sentence of ours at an offset of a document; None where there is none."""
    return written_place(snapshot.opened, snapshot.source, offset)


def method_of_revisions(snapshot: Snapshot, instruction: str = "") -> str:
    """Return the method that revises: the chosen one where it can."""
    chosen = snapshot.method
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
    snapshot: Snapshot, revision: Revision, at: CursorPosition, other: str = ""
) -> OrderArguments:
    """Return the arguments of a revision; an instruction that is empty is to be asked for."""
    asks = {"instruction": ""} if _takes_instruction(snapshot, revision) else {}
    order = ReviseRequest(snapshot.path, revision, other=other)
    return OrderArguments.of(order, position=at, **asks)


def _action(snapshot: Snapshot, revision: Revision, at: CursorPosition) -> Action:
    asks = _takes_instruction(snapshot, revision)
    title = f"{TITLES[revision]}…" if asks else TITLES[revision] + _by(snapshot, revision)
    return Action(title, "revise", revise_arguments(snapshot, revision, at), REVISION_KIND)


def revision_rows(
    snapshot: Snapshot, place: RevisablePlace, at: CursorPosition, asked: Sequence[Revision]
) -> Iterator[Row]:
    """Yield a row for each of some revisions that changes something; not for an event loop."""
    for it in revisions_of(snapshot, place, [it for it in asked if it is not Revision.STALE]):
        yield _row(snapshot, TITLES[it], ABOUT[it], revise_arguments(snapshot, it, at))
    if Revision.STALE in asked:
        stale = OrderArguments.of(ReviseRequest(snapshot.path))
        yield _row(snapshot, ALL_STALE, ABOUT[Revision.STALE], stale)


def comparing_rows(snapshot: Snapshot, place: RevisablePlace, at: CursorPosition) -> Iterator[Row]:
    """Yield a row for each paper that a sentence can be compared with."""
    for it in comparable_sentences(place):
        arguments = revise_arguments(snapshot, Revision.COMPARE, at, it.key)
        yield _row(snapshot, it.key, plain(it.other.latex), arguments)


def _row(snapshot: Snapshot, title: str, about: str, arguments: OrderArguments) -> Row:
    own = arguments.about(snapshot.uri(snapshot.path))
    return {"title": title, "about": about, "arguments": own.as_json}
