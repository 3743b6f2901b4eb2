"""The menu of related work as actions."""

from collections.abc import Iterable, Iterator
from typing import Any

from citeloom.actions.writing.menu import MenuCommand, MenuItem
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.lsp.features.actions import Action
from citeloom.lsp.features.requests.arguments import (
    Arguments,
    CursorPosition,
    DecidedArguments,
    JobArguments,
    OrderArguments,
)
from citeloom.lsp.own_messages import CHOOSE_KEYS, SHOW_CHANGES
from citeloom.lsp.routes import RELATED_WORK_KIND
from citeloom.lsp.snapshot import Snapshot
from citeloom_latex.spans import Span

_NEEDED = {
    MenuCommand.CHANGES: SHOW_CHANGES,
    MenuCommand.EARLIER: CHOOSE_KEYS,
}


def shown_items(snapshot: Snapshot, items: Iterable[MenuItem]) -> Iterator[MenuItem]:
    """Yield the items that the client can act on: some need what not every client takes."""
    return (
        item
        for item in items
        if (needed := _needed_message(item)) is None or snapshot.client.takes(needed)
    )


def _needed_message(item: MenuItem) -> str | None:
    """Return the message of ours that a client has to take for an item."""
    return CHOOSE_KEYS if item.at is not None else _NEEDED.get(item.command)


def menu_action(snapshot: Snapshot, item: MenuItem) -> Action:
    """Return what a menu offers as an action."""
    return Action(
        item.title,
        item.command,
        _arguments(snapshot, item),
        RELATED_WORK_KIND,
        obstacle=item.obstacle,
        by_model=item.by_model,
    )


def _arguments(snapshot: Snapshot, item: MenuItem) -> Arguments:
    if item.text is not None:
        arguments = DecidedArguments(offer=item.text.id, version=item.version)
        if item.taken is not None:
            return arguments.model_copy(update={"taken": item.taken})
        return arguments.model_copy(update={"below": True}) if item.below else arguments
    if item.command is MenuCommand.CANCEL:
        return JobArguments(job=item.job)
    root = snapshot.project.root
    place: dict[str, Any] = {} if item.section is None else {"section": item.section}
    if item.command is MenuCommand.WRITE:
        if item.outline is not None:
            place["outline"] = snapshot.uri(item.outline)
        return OrderArguments.of(WriteRequest(root, keys=item.keys, after=item.after), **place)
    if item.command is MenuCommand.WEAVE:
        if item.at is not None:
            start = snapshot.range(Span(item.at, item.at)).start
            place |= {"position": CursorPosition.of(start), "choose": True}
        return OrderArguments.of(WeaveRequest(root, item.keys), **place)
    return Arguments(section=item.section)
