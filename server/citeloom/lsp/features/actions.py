"""What can be done at a place, as values: what a client is offered of them is made here alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from citeloom.lsp.features.requests.arguments import Arguments, CursorPosition
from citeloom.lsp.snapshot import Snapshot
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span

QUICK_FIX = types.CodeActionKind.QuickFix


@dataclass(frozen=True)
class Action:
    """What can be done: a command of ours with its arguments, or else edits of files.

    ``mends`` are the diagnostics that it is a fix of. ``obstacle`` says why it cannot act now: the
    editor shows it, or it is the command's answer. ``by_model``: it takes a language model's words.
    """

    title: str
    command: str = ""
    arguments: Arguments = Arguments()  # noqa: RUF009 (it is frozen)
    kind: str = QUICK_FIX
    edits: Mapping[Path, tuple[Edit, ...]] | None = None
    mends: Sequence[types.Diagnostic] | None = None
    is_preferred: bool | None = None
    obstacle: str = ""
    by_model: bool = False


@dataclass(frozen=True)
class ActionsAsked:
    """The place in a document that actions are asked for, of which kinds, to mend what."""

    snapshot: Snapshot
    params: types.CodeActionParams

    @property
    def selected(self) -> Span:
        """What is selected, or where the cursor is."""
        place = self.params.range
        return Span(self.snapshot.offset(place.start), self.snapshot.offset(place.end))

    @property
    def position(self) -> CursorPosition:
        """Where the selection begins."""
        return CursorPosition.of(self.params.range.start)

    @property
    def has_kinds(self) -> bool:
        """Whether it asks for some kinds of actions alone."""
        return bool(self.params.context.only)

    def wants(self, kind: str) -> bool:
        """Tell whether actions of a kind are asked for."""
        only = self.params.context.only
        return not only or any(kind == name or kind.startswith(f"{name}.") for name in only)

    def diagnostics_of(self, rule: str) -> list[types.Diagnostic]:
        """Return the diagnostics of a rule that fixes are asked for."""
        return [it for it in self.params.context.diagnostics if it.code == rule]


def code_action(action: Action, snapshot: Snapshot) -> types.CodeAction:
    """Return an action for the client."""
    client = snapshot.client
    made = types.CodeAction(
        action.title,
        kind=action.kind,
        diagnostics=None if action.mends is None else [*action.mends],
        is_preferred=action.is_preferred,
        command=command_of(action, snapshot) if action.command else None,
        edit=None if action.edits is None else snapshot.workspace_edit(action.edits),
    )
    if action.obstacle and client.can("text_document.code_action.disabled_support"):
        made.disabled = types.CodeActionDisabled(action.obstacle)
    known = client.value("text_document.code_action.tag_support.value_set") or ()
    if action.by_model and types.CodeActionTag.LlmGenerated in known:
        made.tags = [types.CodeActionTag.LlmGenerated]
    return made


def command_of(action: Action, snapshot: Snapshot) -> types.Command:
    """Return the command of an action, for the client to show and to send."""
    arguments = action.arguments.about(snapshot.uri(snapshot.path))
    return types.Command(action.title, f"citeloom.{action.command}", arguments=[arguments.as_json])
