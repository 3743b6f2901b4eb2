"""Code action of an outline: write again from it."""

from lsprotocol import types

from citeloom.actions.writing.menu import MenuCommand, SectionWork, outline_item
from citeloom.actions.writing.outline.files import section_of_outline
from citeloom.lsp.features.asked_actions import is_wanted
from citeloom.lsp.features.given.arguments import (
    ORDERS,
    JobArguments,
    OrderArguments,
    command_of,
)
from citeloom.lsp.routes import RELATED_WORK_KIND
from citeloom.lsp.snapshot import Snapshot
from citeloom.lsp.work import Work
from citeloom.problem import InputError


def answer(snapshot: Snapshot, params: types.CodeActionParams, work: Work) -> list[object]:
    """Return what can be done with an outline."""
    if not is_wanted(params, RELATED_WORK_KIND):
        return []
    made = command(snapshot, work)
    return [types.CodeAction(made.title, kind=RELATED_WORK_KIND, command=made)]


def command(snapshot: Snapshot, work: Work) -> types.Command:
    """Return the command that writes again, or cancels that."""
    item = outline_item(_work_on_section(snapshot, work))
    if item.command is MenuCommand.CANCEL:
        return command_of(item.command, item.title, JobArguments(job=item.job))
    arguments = OrderArguments(version=ORDERS, kind="write", outline=snapshot.uri(snapshot.path))
    return command_of(item.command, item.title, arguments)


def _work_on_section(snapshot: Snapshot, work: Work) -> SectionWork:
    try:
        number = section_of_outline(snapshot.path, snapshot.opened, work.texts)
    except InputError:
        number = None
    return SectionWork() if number is None else work.on_section(snapshot, number)
