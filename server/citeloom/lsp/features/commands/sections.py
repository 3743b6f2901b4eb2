"""Commands that name the sections of a draft, or add one."""

from contextlib import suppress

from citeloom.actions.context import Opened
from citeloom.actions.writing.section import (
    section_file,
    section_named,
    section_numbered,
)
from citeloom.actions.writing.sections.new_section import (
    HEADING,
    NewSectionPlace,
    new_section_edit,
    new_section_places,
)
from citeloom.lsp.components import Components
from citeloom.lsp.features.requests.arguments import Arguments
from citeloom.lsp.features.requests.document import own_snapshot_for, snapshot_for
from citeloom.lsp.features.requests.edits import make_edit
from citeloom.lsp.uris import uri_of
from citeloom.problem import InputError


def sections(parts: Components, arguments: Arguments) -> object:
    """Return the sections; none is marked as meant where several fit, or none does."""
    snapshot = snapshot_for(parts.session, arguments)
    opened = snapshot.opened
    meant, places = None, []
    related = [section.number for section in opened.related_work]
    if related:
        with suppress(InputError):
            meant = section_named(opened, "", snapshot.path).number
    else:
        with suppress(InputError):
            places = [place.after for place in new_section_places(opened.project)]
    sections = opened.project.flow.sections
    return {
        "uri": uri_of(snapshot.path if meant is None else opened.project.root),
        "meant": None if meant is None else _section(opened, meant),
        "related": [_section(opened, number) for number in related],
        "others": [
            _section(opened, section.number)
            for section in sections
            if section.number not in related
        ],
        "places": places,
    }


def _section(opened: Opened, number: int) -> dict[str, object]:
    at, section = section_numbered(opened, number), opened.project.flow.sections[number]
    return {
        "section": at.name or at.heading,
        "heading": at.heading,
        "file": section_file(opened, section),
        "line": section.document.place(section.section.span.start).line,
    }


async def add_section(parts: Components, arguments: Arguments) -> object:
    """Have the client add it behind the section that is named, or else behind the first one.

    A client that takes no edits finds it in the answer, and makes it itself.
    """
    snapshot = own_snapshot_for(parts.session, arguments)
    opened = snapshot.opened
    if opened.related_work:
        raise InputError("the draft already has a related-work section")
    place = _place(opened, arguments.section)
    made = new_section_edit(place, opened.project)
    edit = snapshot.workspace_edit({place.document.path: (made,)})
    line, _ = place.document.lines.position(place.offset, snapshot.unit)
    first = next(number for number, new in enumerate(made.new_text.splitlines()) if new)
    uri = snapshot.uri(place.document.path)
    answer = await make_edit(parts, edit, f"Add the section '{HEADING}'")
    return {"section": HEADING, "uri": uri, "line": line + first, **answer}


def _place(opened: Opened, after: str | None) -> NewSectionPlace:
    places = new_section_places(opened.project)
    if after is None:
        return places[0]
    found = [place for place in places if place.after == after]
    if not found:
        known = ", ".join(f"'{place.after}'" for place in places)
        raise InputError(f"a section cannot be added after '{after}'", advice=f"name {known}")
    return found[0]
