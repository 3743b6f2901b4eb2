"""Code actions: quick fixes, and what can be done about a related-work section."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.keys.places import key_at
from citeloom.actions.writing.deciding.collisions import SelectedPlace
from citeloom.actions.writing.menu import (
    MenuCommand,
    MenuItem,
    is_own_paragraph,
    new_references_menu,
    new_section_menu,
    outline_menu,
    own_paragraph_menu,
    paragraph_menu,
    section_menu,
    weaving_menu,
)
from citeloom.actions.writing.section import section_at, selected_keys
from citeloom.lsp.features.asked_actions import diagnostics_with, is_wanted
from citeloom.lsp.features.bib_actions import with_bib_actions
from citeloom.lsp.features.claims.retracted import retraction_actions
from citeloom.lsp.features.claims.sentence import check_action, claim_actions, judging_actions
from citeloom.lsp.features.fixes import fixes
from citeloom.lsp.features.menu import menu_command, shown_items
from citeloom.lsp.features.revising.sentence_actions import (
    sentence_actions,
    stale_fixes,
    written_sentence,
)
from citeloom.lsp.features.suggested import suggestion_actions
from citeloom.lsp.routes import (
    CLAIMS_KIND,
    JUDGING_KIND,
    RELATED_WORK_KIND,
    REVISION_KIND,
    SUGGESTION_KIND,
    THOROUGH_KIND,
)
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.actions.papers.known_abstracts import KnownAbstracts
    from citeloom.lsp.snapshot import Snapshot
    from citeloom.lsp.work import Work


_FIXES = frozenset({MenuCommand.WRITE, MenuCommand.WEAVE, MenuCommand.ABSTRACTS})
"""What is offered beside the warning that the related work does not cite papers."""


async def answer(
    snapshot: "Snapshot", params: types.CodeActionParams, work: "Work"
) -> list[object]:
    """Return what can be done at a place."""
    start, end = snapshot.offset(params.range.start), snapshot.offset(params.range.end)
    mending: list[object] = []
    if is_wanted(params, types.CodeActionKind.QuickFix):
        mending += stale_fixes(snapshot, params)
        mending += await retraction_actions(snapshot, params)
        mending += await claim_actions(snapshot, start, params)
        mending += fixes(snapshot, start, params)
    if (written := written_sentence(snapshot, start)) is not None and not params.context.only:
        own = await sentence_actions(snapshot, written, params, mended=bool(mending))
        return [*mending[:1], *own]
    found = mending
    if is_wanted(params, RELATED_WORK_KIND) and written is None:
        menu = _menu(snapshot, Span(start, end), work, await snapshot.abstracts())
        found += [_action(snapshot, item) for item in shown_items(snapshot, menu)]
    elif warned := _warned(params):
        menu = _menu(snapshot, Span(start, end), work, await snapshot.abstracts())
        found += [_fix(_action(snapshot, item), warned) for item in menu if item.command in _FIXES]
    if is_wanted(params, REVISION_KIND) and written is not None:
        found += await sentence_actions(snapshot, written, params, mended=False)
    if is_wanted(params, SUGGESTION_KIND) and written is None:
        found += suggestion_actions(snapshot, start, params, work)
    if params.context.only:  # At a sentence nobody looks for what is done to the whole draft.
        for kind, thorough in ((CLAIMS_KIND, False), (THOROUGH_KIND, True)):
            if is_wanted(params, kind):
                found.append(check_action(snapshot, thorough=thorough))
        if is_wanted(params, JUDGING_KIND):
            found += await judging_actions(snapshot, start)
    return await with_bib_actions(found, snapshot, start, params)


def _warned(params: types.CodeActionParams) -> list[types.Diagnostic]:
    """Return the warnings about related work that quick fixes are asked for."""
    is_fix = is_wanted(params, types.CodeActionKind.QuickFix)
    return diagnostics_with(params, "not-in-related-work") if is_fix else []


def _fix(action: types.CodeAction, warned: list[types.Diagnostic]) -> types.CodeAction:
    """Return an action of the menu as a quick fix of warnings."""
    action.kind, action.diagnostics = types.CodeActionKind.QuickFix, warned
    return action


def _menu(
    snapshot: "Snapshot", selected: Span, work: "Work", abstracts: "KnownAbstracts | None"
) -> Iterator[MenuItem]:
    opened = snapshot.opened
    at = section_at(opened, snapshot.source, selected.start)
    if at is None:
        return
    heading = opened.project.flow.sections[at.number].section
    # Behind its last letter, too, where a click on its line leads.
    on_heading = heading.span.start <= selected.start <= heading.body.start
    is_own = is_own_paragraph(opened, at, snapshot.source, selected.start)
    if is_own and not (on_heading or len(selected)):
        yield from own_paragraph_menu(opened, at, selected.start)
        return
    method = snapshot.settings.method or opened.settings.method
    keys = selected_keys(snapshot.source, selected)
    on_section = work.on_section(snapshot, at.number)
    place = SelectedPlace(snapshot.path, selected)
    yield from section_menu(opened, at, on_section, method, keys, abstracts, place)
    if on_heading:
        yield from new_section_menu(opened, at)
    if at.related:
        yield from outline_menu(opened, at, on_section)
        yield from new_references_menu(opened, at)
    yield from paragraph_menu(opened, at, snapshot.source, selected.start, method)
    if not at.related and (cited := key_at(snapshot.source, selected.start)) is not None:
        yield from weaving_menu(opened, cited.key)


def _action(snapshot: "Snapshot", item: MenuItem) -> types.CodeAction:
    """Return an action; what is in its way is shown by the editor, or is the command's answer."""
    action = types.CodeAction(item.title, command=menu_command(snapshot, item, item.title))
    if item.obstacle and snapshot.client.can("text_document.code_action.disabled_support"):
        action.disabled = types.CodeActionDisabled(item.obstacle)
    return _add_tag(snapshot, action, item)


def _add_tag(snapshot: "Snapshot", action: types.CodeAction, item: MenuItem) -> types.CodeAction:
    action.kind = RELATED_WORK_KIND
    known = snapshot.client.value("text_document.code_action.tag_support.value_set") or ()
    if item.by_model and types.CodeActionTag.LlmGenerated in known:
        action.tags = [types.CodeActionTag.LlmGenerated]
    return action
