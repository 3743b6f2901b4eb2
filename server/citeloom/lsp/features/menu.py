"""The menu of related work as commands of the protocol."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from citeloom.actions.writing.menu import MenuCommand, MenuItem
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.lsp.features.given.arguments import (
    Arguments,
    DecidedArguments,
    JobArguments,
    OrderArguments,
    command_of,
)
from citeloom.lsp.own_messages import CHOOSE_KEYS, SHOW_CHANGES
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

_NEEDED = {
    MenuCommand.CHANGES: SHOW_CHANGES,
    MenuCommand.EARLIER: CHOOSE_KEYS,
}


def shown_items(snapshot: "Snapshot", items: Iterable[MenuItem]) -> Iterator[MenuItem]:
    """Yield the items that the client can act on: some need what not every client takes."""
    return (
        item for item in items if (needed := _needed(item)) is None or snapshot.client.takes(needed)
    )


def _needed(item: MenuItem) -> str | None:
    """Return the message of ours that a client has to take for an item."""
    return CHOOSE_KEYS if item.at is not None else _NEEDED.get(item.command)


def menu_command(snapshot: "Snapshot", item: MenuItem, title: str) -> types.Command:
    """Return the command that does what a menu offers, under a title."""
    return command_of(item.command, title, _arguments(snapshot, item))


def _arguments(snapshot: "Snapshot", item: MenuItem) -> Arguments:
    if item.text is not None:
        arguments = DecidedArguments(offer=item.text.id, version=item.version)
        if item.taken is not None:
            return arguments.model_copy(update={"taken": item.taken})
        return arguments.model_copy(update={"below": True}) if item.below else arguments
    if item.command is MenuCommand.CANCEL:
        return JobArguments(job=item.job)
    uri, root = snapshot.uri(snapshot.path), snapshot.project.root
    place: dict[str, Any] = {} if item.section is None else {"section": item.section}
    if item.command is MenuCommand.WRITE:
        if item.outline is not None:
            place["outline"] = snapshot.uri(item.outline)
        order = WriteRequest(root, keys=item.keys, after=item.after)
        return OrderArguments.of(order, uri, **place)
    if item.command is MenuCommand.WEAVE:
        if item.at is not None:
            start = snapshot.range(Span(item.at, item.at)).start
            place["position"] = {"line": start.line, "character": start.character}
            place["choose"] = True
        return OrderArguments.of(WeaveRequest(root, item.keys), uri, **place)
    return Arguments(uri=uri, section=item.section)
