"""Code lens over a related-work section: write, or insert what was written."""

from dataclasses import replace

from lsprotocol import types

from citeloom.actions.writing.menu import MenuItem, section_menu
from citeloom.actions.writing.section import related_sections
from citeloom.lsp.features.actions import command_of
from citeloom.lsp.features.menu import menu_action, shown_items
from citeloom.lsp.job_state import JobState
from citeloom.lsp.snapshot import Snapshot


async def answer(
    snapshot: Snapshot, _: types.CodeLensParams, work: JobState
) -> list[types.CodeLens]:
    """Return the lenses of a document."""
    opened = snapshot.opened
    sections = related_sections(opened, snapshot.source)
    known = await snapshot.abstracts() if sections else None
    return [
        types.CodeLens(snapshot.range(at.span), _command(snapshot, item))
        for at in sections
        for item in shown_items(
            snapshot,
            section_menu(
                opened, at, work.on_section(snapshot, at.number), snapshot.method, abstracts=known
            ),
        )
        if item.short
    ]


def _command(snapshot: Snapshot, item: MenuItem) -> types.Command:
    return command_of(replace(menu_action(snapshot, item), title=item.short), snapshot)
