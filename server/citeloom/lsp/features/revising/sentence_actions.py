"""Code actions of a written text: a stale sentence rewritten, a sentence or paragraph changed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from citeloom.actions.writing.choices import asks_model
from citeloom.actions.writing.revising.menu import revisions_at
from citeloom.actions.writing.revising.request import (
    ALL_STALE,
    TITLES,
    WRITING,
    ReviseRequest,
    Revision,
)
from citeloom.lsp.features.asked_actions import diagnostics_with
from citeloom.lsp.features.given.arguments import Arguments, CursorPosition, command_of
from citeloom.lsp.routes import REVISION_KIND
from citeloom.lsp.work import RevisedPlace

if TYPE_CHECKING:
    from citeloom.actions.user.sending_agreement import Receiver
    from citeloom.lsp.snapshot import Snapshot
    from citeloom.lsp.work import Work

THEME = "citeloom/theme"
"""What a client takes that gives `citeloom.revise` a theme of its user's."""


def stale_fixes(
    snapshot: "Snapshot", params: types.CodeActionParams, work: "Work"
) -> Iterator[types.CodeAction]:
    """Yield what mends the stale sentences that an editor asks fixes for."""
    stale = diagnostics_with(params, "stale")
    for diagnostic in stale:
        found = tuple(_actions(snapshot, Revision.STALE, diagnostic.range.start, work))
        for action in found:
            # No key that takes the preferred fix may agree to anything.
            action.is_preferred = action is found[-1]
            action.kind, action.diagnostics = types.CodeActionKind.QuickFix, [diagnostic]
            yield action
    if stale:
        yield from _fixes_of_all(snapshot, stale, work)


def _fixes_of_all(
    snapshot: "Snapshot", stale: list[types.Diagnostic], work: "Work"
) -> Iterator[types.CodeAction]:
    uri, title = snapshot.uri(snapshot.path), f"{ALL_STALE}{_by(snapshot, Revision.STALE)}"
    commands = [
        command_of("revise", _agreement(request, to), Arguments(uri=uri, agreed=True))
        for request, to in _open_questions(snapshot, Revision.STALE, work)
        if request.at is None
    ]
    for command in (*commands, command_of("revise", title, Arguments(uri=uri))):
        kind = types.CodeActionKind.QuickFix
        yield types.CodeAction(command.title, kind=kind, diagnostics=stale, command=command)


def revision_actions(
    snapshot: "Snapshot", offset: int, params: types.CodeActionParams, work: "Work"
) -> Iterator[types.CodeAction]:
    """Yield what can be done with the sentence and the paragraph at a place between our marks.

    What a language model would write has its method in its title, and is agreed to by another
    action where the editor cannot ask its user.
    """
    for revision in revisions_at(snapshot.opened, snapshot.source, offset):
        yield from _actions(snapshot, revision, params.range.start, work)


def _actions(
    snapshot: "Snapshot", revision: Revision, at: types.Position, work: "Work"
) -> Iterator[types.CodeAction]:
    """Yield a change at a place; before it the agreement to a model, where that is asked for."""
    for request, to in _open_questions(snapshot, revision, work):
        if request.at is not None:
            title = _agreement(request, to)
            yield _action(snapshot, revision, at, title, agreed=True, theme=request.theme)
    by = _by(snapshot, revision)
    if revision is not Revision.THEME:
        yield _action(snapshot, revision, at, TITLES[revision] + by)
    elif snapshot.client.takes(THEME):
        yield _action(snapshot, revision, at, f"{TITLES[revision]}…{by}")


def _agreement(request: ReviseRequest, to: "Receiver") -> str:
    agree = f"Agree that the draft is sent to {to.model} at {to.host}; "
    return agree + lower_first(request.title)


def _by(snapshot: "Snapshot", revision: Revision) -> str:
    return f" ({chosen_method(snapshot)})" if _asks(snapshot, revision) else ""


def _open_questions(
    snapshot: "Snapshot", revision: Revision, work: "Work"
) -> Iterator[tuple[ReviseRequest, "Receiver"]]:
    """Yield the requests for such a change whose user was asked without a button."""
    for about, question in work.questions.items():
        request = question.request
        if (
            isinstance(request, ReviseRequest)
            and request.revision is revision
            and about == revised_place(snapshot, request.title)
        ):
            yield request, question.receiver


def revised_place(snapshot: "Snapshot", title: str) -> RevisedPlace:
    """Return what an order for a change of this title is about."""
    return RevisedPlace(snapshot.project.root, snapshot.path, lower_first(title))


def lower_first(title: str) -> str:
    """Return a title as it stands in a sentence."""
    return title[0].lower() + title[1:]


def chosen_method(snapshot: "Snapshot") -> str:
    """Return the name of the method that is chosen."""
    return snapshot.settings.method or snapshot.opened.settings.method


def _asks(snapshot: "Snapshot", revision: Revision) -> bool:
    is_anew = revision in WRITING - {Revision.SHORTEN}
    return is_anew and asks_model(chosen_method(snapshot))


def _action(
    snapshot: "Snapshot",
    revision: Revision,
    at: types.Position,
    title: str,
    *,
    agreed: bool = False,
    theme: str = "",
) -> types.CodeAction:
    place = CursorPosition(line=at.line, character=at.character)
    more: dict[str, Any] = {"agreed": True} if agreed else {}
    more |= {"theme": theme} if theme else {}
    uri = snapshot.uri(snapshot.path)
    arguments = Arguments(uri=uri, position=place, revision=revision.value, **more)
    command = command_of("revise", title, arguments)
    return types.CodeAction(title, kind=REVISION_KIND, command=command)
