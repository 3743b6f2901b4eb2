"""``citeloom.outline``: open the outline that a text follows, to be edited."""

from typing import TYPE_CHECKING

from citeloom.actions.writing.outline.current import (
    Outline,
    standing_outline,
    waiting_outline,
)
from citeloom.actions.writing.outline.files import outline_file
from citeloom.actions.writing.section import section_at, section_named
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.uris import uri_of

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Show it in a file, which is written unless it is there; the answer has file and text."""
    session = parts.session
    if arguments.offer:
        text = parts.waiting.chosen(arguments.offer)
        snapshot = session.snapshot_of(text.root)
        outline = waiting_outline(text, snapshot.opened)
    else:
        snapshot = own_snapshot_for(session, arguments)
        outline = _of_section(parts, snapshot, arguments)
    path = outline_file(outline, snapshot.opened, snapshot.folder)
    parts.background.run(_show(parts, uri_of(path)))
    return {"uri": uri_of(path), "outline": outline.text}


def _of_section(parts: "Parts", snapshot: "Snapshot", arguments: Arguments) -> Outline:
    """Return the outline of the text that waits for a section, else of the one in it."""
    opened, at = snapshot.opened, None
    if arguments.section is None and arguments.position is not None:
        offset = snapshot.offset(arguments.position.position)
        at = section_at(opened, snapshot.source, offset)
    if at is None or not at.related:
        at = section_named(opened, arguments.section or "")
    text = parts.waiting.for_section(snapshot, at.number)
    if text is not None and text.origin.outline:
        return waiting_outline(text, opened)
    return standing_outline(opened, at.number)


async def _show(parts: "Parts", uri: str) -> None:
    if not await parts.editor.show(uri):
        parts.editor.say(f"The outline is in {parts.session.path(uri)}")
