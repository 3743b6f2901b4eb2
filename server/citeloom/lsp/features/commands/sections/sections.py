"""``citeloom.sections``: which section is meant, the others, and where to add one."""

from contextlib import suppress
from typing import TYPE_CHECKING

from citeloom.actions.writing.section import section_file, section_named, section_numbered
from citeloom.actions.writing.sections.new_section import new_section_places
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import snapshot_for
from citeloom.lsp.uris import uri_of
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.actions.context import Opened
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Return them; no section is meant where the draft has several that fit, or none."""
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


def _section(opened: "Opened", number: int) -> dict[str, object]:
    at, section = section_numbered(opened, number), opened.project.flow.sections[number]
    return {
        "section": at.name or at.heading,
        "heading": at.heading,
        "file": section_file(opened, section),
        "line": section.document.place(section.section.span.start).line,
    }
