"""Code actions: quick fixes, and what can be done about a related-work section."""

from collections.abc import Iterator
from dataclasses import replace
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
from citeloom.lsp.features.actions import QUICK_FIX, Action, ActionsAsked, code_action
from citeloom.lsp.features.bib_actions import bib_actions
from citeloom.lsp.features.claims import (
    check_actions,
    claim_actions,
    judging_actions,
    retraction_actions,
)
from citeloom.lsp.features.fixes import fixes
from citeloom.lsp.features.menu import menu_action, shown_items
from citeloom.lsp.features.revising import (
    sentence_actions,
    stale_fixes,
    written_sentence,
)
from citeloom.lsp.features.suggested import suggestion_actions
from citeloom.lsp.job_state import JobState
from citeloom.lsp.own_messages import PROPOSED
from citeloom.lsp.routes import (
    JUDGING_KIND,
    RELATED_WORK_KIND,
    REVISION_KIND,
    SUGGESTION_KIND,
)
from citeloom.lsp.snapshot import Snapshot
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.actions.papers.known_abstracts import KnownAbstracts

_FIXES = frozenset({MenuCommand.WRITE, MenuCommand.WEAVE, MenuCommand.ABSTRACTS})
"""What is offered beside the warning that the related work does not cite papers."""


async def answer(
    snapshot: Snapshot, params: types.CodeActionParams, work: JobState
) -> list[types.CodeAction]:
    """Return what can be done at a place."""
    return [code_action(it, snapshot) for it in await _found(ActionsAsked(snapshot, params), work)]


async def _found(asked: ActionsAsked, work: JobState) -> list[Action]:
    snapshot = asked.snapshot
    found: list[Action] = []
    if asked.wants(QUICK_FIX):
        found += stale_fixes(asked)
        found += [it async for it in retraction_actions(asked)]
        found += await claim_actions(asked)
        found += fixes(asked)
    written = written_sentence(snapshot, asked.selected.start)
    if written is not None and not asked.has_kinds:
        # A client that has a list for the rarer ones shows four at most.
        first = found[:1] if snapshot.client.takes(PROPOSED) else found
        return [*first, *await sentence_actions(asked, written, mended=bool(found))]
    warned = asked.diagnostics_of("not-in-related-work") if asked.wants(QUICK_FIX) else []
    if asked.wants(RELATED_WORK_KIND) and written is None:
        menu = _menu(snapshot, asked.selected, work, await snapshot.abstracts())
        found += [menu_action(snapshot, item) for item in shown_items(snapshot, menu)]
    elif warned:
        menu = _menu(snapshot, asked.selected, work, await snapshot.abstracts())
        fixing = (menu_action(snapshot, item) for item in menu if item.command in _FIXES)
        found += [replace(it, kind=QUICK_FIX, mends=warned) for it in fixing]
    if asked.wants(REVISION_KIND) and written is not None:
        found += await sentence_actions(asked, written, mended=False)
    if asked.wants(SUGGESTION_KIND) and written is None:
        found += suggestion_actions(asked, work)
    if asked.has_kinds:  # At a sentence nobody looks for what is done to the whole draft.
        found += check_actions(asked)
        if asked.wants(JUDGING_KIND):
            found += await judging_actions(asked)
    return [*found, *await bib_actions(asked)]


def _menu(
    snapshot: Snapshot, selected: Span, work: JobState, abstracts: "KnownAbstracts | None"
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
    keys = selected_keys(snapshot.source, selected)
    on_section = work.on_section(snapshot, at.number)
    place = SelectedPlace(snapshot.path, selected)
    yield from section_menu(opened, at, on_section, snapshot.method, keys, abstracts, place)
    if on_heading:
        yield from new_section_menu(opened, at)
    if at.related:
        yield from outline_menu(opened, at, on_section)
        yield from new_references_menu(opened, at)
    yield from paragraph_menu(opened, at, snapshot.source, selected.start, snapshot.method)
    if not at.related and (cited := key_at(snapshot.source, selected.start)) is not None:
        yield from weaving_menu(opened, cited.key)
