"""``citeloom.addSection``: add a related-work section to a draft that has none."""

from typing import TYPE_CHECKING

from citeloom.actions.writing.sections.new_section import (
    HEADING,
    NewSectionPlace,
    new_section_edit,
    new_section_places,
)
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.edits import make_edit
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.actions.context import Opened
    from citeloom.lsp.parts import Parts


async def run(parts: "Parts", arguments: Arguments) -> object:
    """Have the client add it behind the section that is named, or else behind the first one.

    A client that takes no edits finds it in the answer, and makes it itself.
    """
    snapshot = own_snapshot_for(parts.session, arguments)
    opened = snapshot.opened
    if opened.related_work:
        raise InputError("the draft has a related-work section already")
    place = _place(opened, arguments.section)
    made = new_section_edit(place, opened.project)
    edit = snapshot.workspace_edit({place.document.path: (made,)})
    line, _ = place.document.lines.position(place.offset, snapshot.unit)
    first = next(number for number, new in enumerate(made.new_text.splitlines()) if new)
    uri = snapshot.uri(place.document.path)
    answer = await make_edit(parts, edit, f"Add the section '{HEADING}'")
    return {"section": HEADING, "uri": uri, "line": line + first, **answer}


def _place(opened: "Opened", after: str | None) -> NewSectionPlace:
    places = new_section_places(opened.project)
    if after is None:
        return places[0]
    found = [place for place in places if place.after == after]
    if not found:
        known = ", ".join(f"'{place.after}'" for place in places)
        raise InputError(f"a section cannot be added after '{after}'", advice=f"name {known}")
    return found[0]
