"""Hover over a line of an outline: its paper."""

from lsprotocol import types

from citeloom.actions.writing.outline.request import key_in_line
from citeloom.lsp.features.hover import key_page
from citeloom.lsp.snapshot import Snapshot


async def answer(snapshot: Snapshot, params: types.HoverParams) -> types.Hover | None:
    """Return the hover of a line."""
    line = snapshot.source.line(snapshot.source.lines.line_of(snapshot.offset(params.position)))
    key = key_in_line(line, snapshot.project)
    page = await key_page(snapshot, key, snapshot.client.markdown) if key else None
    return None if page is None else types.Hover(page.content)
