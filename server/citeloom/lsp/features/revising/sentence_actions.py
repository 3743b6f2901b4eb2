"""Code actions of a written text: a stale sentence rewritten, a sentence or paragraph changed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.writing.revising.menu import revisions_at
from citeloom.actions.writing.revising.request import TITLES, Revision
from citeloom.lsp.features.given.arguments import Arguments, CursorPosition, command_of
from citeloom.lsp.routes import REVISION_KIND

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot


def stale_fixes(
    snapshot: "Snapshot", params: types.CodeActionParams
) -> Iterator[types.CodeAction | types.Command]:
    """Yield what mends the stale sentences that an editor asks fixes for."""
    stale = [given for given in params.context.diagnostics if given.code == "stale"]
    for diagnostic in stale:
        action = _action(snapshot, Revision.STALE, diagnostic.range.start)
        if isinstance(action, types.CodeAction):
            action.kind, action.is_preferred = types.CodeActionKind.QuickFix, True
            action.diagnostics = [diagnostic]
        yield action
    if stale:
        title = "Rewrite all sentences whose sources have changed"
        command = command_of("revise", title, Arguments(uri=snapshot.uri(snapshot.path)))
        if not _takes_actions(snapshot):
            yield command
            return
        yield types.CodeAction(
            title, kind=types.CodeActionKind.QuickFix, diagnostics=stale, command=command
        )


def revision_actions(
    snapshot: "Snapshot", offset: int, params: types.CodeActionParams
) -> Iterator[types.CodeAction | types.Command]:
    """Yield what can be done with the sentence and the paragraph at a place between our marks."""
    for revision in revisions_at(snapshot.opened, snapshot.source, offset):
        yield _action(snapshot, revision, params.range.start)


def _action(
    snapshot: "Snapshot", revision: Revision, at: types.Position
) -> types.CodeAction | types.Command:
    title = TITLES[revision]
    place = CursorPosition(line=at.line, character=at.character)
    arguments = Arguments(uri=snapshot.uri(snapshot.path), position=place, revision=revision.value)
    command = command_of("revise", title, arguments)
    if not _takes_actions(snapshot):
        return command
    return types.CodeAction(title, kind=REVISION_KIND, command=command)


def _takes_actions(snapshot: "Snapshot") -> bool:
    return snapshot.client.can("text_document.code_action.code_action_literal_support")
