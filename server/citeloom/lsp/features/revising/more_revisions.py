"""Lists of what can be done with a written sentence, as an editor lets its user pick."""

from collections.abc import Iterator, Sequence
from typing import Any

from citeloom.actions.writing.revising.compared import comparisons
from citeloom.actions.writing.revising.place import RevisablePlace
from citeloom.actions.writing.revising.request import (
    ABOUT,
    ALL_STALE,
    TITLES,
    ReviseRequest,
    Revision,
)
from citeloom.lsp.features.given.arguments import CursorPosition, OrderArguments
from citeloom.lsp.features.revising.sentence_actions import revise_arguments, revisions_of
from citeloom.lsp.own_messages import PROPOSED
from citeloom.lsp.snapshot import Snapshot
from citeloom_latex.plain import plain

WHAT = "What is to be done here?"
WITH_WHOM = "Compare with which paper?"

Row = dict[str, Any]
"""A title, what it is about, and the arguments of ``citeloom.revise``."""


def revision_rows(
    snapshot: Snapshot, place: RevisablePlace, at: CursorPosition, asked: Sequence[Revision]
) -> Iterator[Row]:
    """Yield a row for each of some revisions that changes something; not for an event loop."""
    takes = snapshot.client.takes(PROPOSED)
    which = [it for it in asked if it is not Revision.STALE and (takes or it is not Revision.THEME)]
    for it in revisions_of(snapshot, place, which):
        yield _row(snapshot, TITLES[it], ABOUT[it], revise_arguments(snapshot, it, at))
    if Revision.STALE in asked:
        stale = OrderArguments.of(ReviseRequest(snapshot.path))
        yield _row(snapshot, ALL_STALE, ABOUT[Revision.STALE], stale)


def comparing_rows(snapshot: Snapshot, place: RevisablePlace, at: CursorPosition) -> Iterator[Row]:
    """Yield a row for each paper that a sentence can be compared with."""
    for it in comparisons(place):
        arguments = revise_arguments(snapshot, Revision.COMPARE, at, it.key)
        yield _row(snapshot, it.key, plain(it.other.latex), arguments)


def _row(snapshot: Snapshot, title: str, about: str, arguments: OrderArguments) -> Row:
    own = arguments.about(snapshot.uri(snapshot.path))
    return {"title": title, "about": about, "arguments": own.as_json}
