"""Code actions of a written text: a stale sentence rewritten, a sentence or paragraph changed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.writing.choices import asks_model
from citeloom.actions.writing.revising.menu import revisions_at
from citeloom.actions.writing.revising.request import (
    ALL_STALE,
    TITLES,
    WRITING,
    Revision,
)
from citeloom.lsp.features.asked_actions import diagnostics_with
from citeloom.lsp.features.given.arguments import (
    Arguments,
    CursorPosition,
    ReviseArguments,
    command_of,
)
from citeloom.lsp.routes import REVISION_KIND

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

THEME = "citeloom/theme"
"""What a client takes that gives `citeloom.revise` a theme of its user's."""


def stale_fixes(snapshot: "Snapshot", params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield what mends the stale sentences that an editor asks fixes for."""
    stale = diagnostics_with(params, "stale")
    for diagnostic in stale:
        for action in _actions(snapshot, Revision.STALE, diagnostic.range.start):
            action.is_preferred = True
            action.kind, action.diagnostics = types.CodeActionKind.QuickFix, [diagnostic]
            yield action
    if stale:
        title = f"{ALL_STALE}{_by(snapshot, Revision.STALE)}"
        command = command_of("revise", title, Arguments(uri=snapshot.uri(snapshot.path)))
        kind = types.CodeActionKind.QuickFix
        yield types.CodeAction(title, kind=kind, diagnostics=stale, command=command)


def revision_actions(
    snapshot: "Snapshot", offset: int, params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    """Yield what can be done with the sentence and the paragraph at a place between our marks.

    What a language model would write has its method in its title.
    """
    for revision in revisions_at(snapshot.opened, snapshot.source, offset):
        yield from _actions(snapshot, revision, params.range.start)


def _actions(
    snapshot: "Snapshot", revision: Revision, at: types.Position
) -> Iterator[types.CodeAction]:
    """Yield a change at a place, where the client can ask its user for what it needs."""
    title, by = TITLES[revision], _by(snapshot, revision)
    if revision is not Revision.THEME:
        yield _action(snapshot, revision, at, title + by)
    elif snapshot.client.takes(THEME):
        yield _action(snapshot, revision, at, f"{title}…{by}")


def _by(snapshot: "Snapshot", revision: Revision) -> str:
    return f" ({chosen_method(snapshot)})" if _asks(snapshot, revision) else ""


def chosen_method(snapshot: "Snapshot") -> str:
    """Return the name of the method that is chosen."""
    return snapshot.settings.method or snapshot.opened.settings.method


def _asks(snapshot: "Snapshot", revision: Revision) -> bool:
    is_anew = revision in WRITING - {Revision.SHORTEN}
    return is_anew and asks_model(chosen_method(snapshot))


def _action(
    snapshot: "Snapshot", revision: Revision, at: types.Position, title: str
) -> types.CodeAction:
    place = CursorPosition(line=at.line, character=at.character)
    uri = snapshot.uri(snapshot.path)
    arguments = ReviseArguments(uri=uri, position=place, revision=revision.value)
    command = command_of("revise", title, arguments)
    return types.CodeAction(title, kind=REVISION_KIND, command=command)
