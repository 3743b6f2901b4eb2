"""The menu of related work as commands of the protocol."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.writing.menu import MenuCommand, MenuItem
from citeloom.lsp.features.given.arguments import (
    Arguments,
    CursorPosition,
    DecidedArguments,
    JobArguments,
    KeyArguments,
    WeaveArguments,
    WriteArguments,
    command_of,
)
from citeloom.lsp.own_messages import CHOOSE_KEYS, SHOW_CHANGES
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

_NEEDED = {
    MenuCommand.CHANGES: SHOW_CHANGES,
    MenuCommand.CITE_MISSING: CHOOSE_KEYS,
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
    uri = snapshot.uri(snapshot.path)
    if item.outline is not None:
        return WriteArguments(uri=uri, section=item.section, outline=snapshot.uri(item.outline))
    if item.command is MenuCommand.WEAVE:
        if item.at is not None:
            place = snapshot.range(Span(item.at, item.at)).start
            position = CursorPosition(line=place.line, character=place.character)
            return WeaveArguments(uri=uri, keys=item.keys, position=position, choose=True)
        if item.section is None:
            return WeaveArguments(uri=uri, key=item.keys[0])
        return WeaveArguments(uri=uri, keys=item.keys, section=item.section)
    if item.after:
        return WriteArguments(uri=uri, section=item.section, keys=item.keys, after=item.after)
    if item.keys:
        return KeyArguments(uri=uri, section=item.section, keys=item.keys)
    return Arguments(uri=uri, section=item.section)
