"""Requests about an outline, which is no part of the draft: write again from it, its papers."""

from lsprotocol import types

from citeloom.actions.writing.menu import MenuCommand, SectionWork, outline_item
from citeloom.actions.writing.outline.files import section_of_outline
from citeloom.actions.writing.outline.request import key_in_line
from citeloom.lsp.features.actions import Action, ActionsAsked, code_action, command_of
from citeloom.lsp.features.hover import key_page
from citeloom.lsp.features.requests.arguments import ORDERS, Arguments, JobArguments, OrderArguments
from citeloom.lsp.job_state import JobState
from citeloom.lsp.routes import RELATED_WORK_KIND
from citeloom.lsp.snapshot import Snapshot
from citeloom.problem import InputError


def actions(
    snapshot: Snapshot, params: types.CodeActionParams, work: JobState
) -> list[types.CodeAction]:
    """Return what can be done with an outline."""
    if not ActionsAsked(snapshot, params).wants(RELATED_WORK_KIND):
        return []
    return [code_action(_action(snapshot, work), snapshot)]


def lens(snapshot: Snapshot, _: types.CodeLensParams, work: JobState) -> list[types.CodeLens]:
    """Return the lens above the first line."""
    top = types.Range(types.Position(0, 0), types.Position(0, 0))
    return [types.CodeLens(top, command_of(_action(snapshot, work), snapshot))]


async def hover(snapshot: Snapshot, params: types.HoverParams) -> types.Hover | None:
    """Return the hover of a line: its paper."""
    line = snapshot.source.line(snapshot.source.lines.line_of(snapshot.offset(params.position)))
    key = key_in_line(line, snapshot.project)
    page = await key_page(snapshot, key, snapshot.client.markdown) if key else None
    return None if page is None else types.Hover(page.content)


def _action(snapshot: Snapshot, work: JobState) -> Action:
    """Return the action that writes again, or cancels that."""
    item = outline_item(_work_on_section(snapshot, work))
    given: Arguments = JobArguments(job=item.job)
    if item.command is not MenuCommand.CANCEL:
        outline = snapshot.uri(snapshot.path)
        given = OrderArguments(version=ORDERS, kind="write", outline=outline)
    return Action(item.title, item.command, given, RELATED_WORK_KIND)


def _work_on_section(snapshot: Snapshot, work: JobState) -> SectionWork:
    try:
        number = section_of_outline(snapshot.path, snapshot.opened, work.texts)
    except InputError:
        number = None
    return SectionWork() if number is None else work.on_section(snapshot, number)
