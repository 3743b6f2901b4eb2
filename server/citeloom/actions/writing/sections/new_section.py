"""A related-work section for a draft without one: where it may stand, and the edit."""

import re
from dataclasses import dataclass

from citeloom.draft.document import Document
from citeloom.draft.flow import FlowSection
from citeloom.draft.project import Project
from citeloom.draft.target import is_blank
from citeloom.placing.folding import line_end_of
from citeloom.placing.section_end import end_of_own_text
from citeloom.problem import InputError, Place, Remedy
from citeloom_latex.edit import Edit
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span

HEADING = "Related Work"

_COMMAND = re.compile(r"\\[a-zA-Z]+")


@dataclass(frozen=True)
class NewSectionPlace:
    """A place for a new section, behind section ``number`` of the draft with its heading."""

    number: int
    after: str
    document: Document
    offset: int


def new_section_places(project: Project) -> tuple[NewSectionPlace, ...]:
    """Return where a related-work section may be added: behind each section of the highest level.

    Raises
    ------
    InputError
        If the draft has no section at all.
    """
    sections = project.flow.sections
    levels = [section.section.level for section in sections if section.section.level >= 0]
    if not levels:
        raise InputError(
            "the draft has no section after which related work can be added",
            Place(project.root),
            Remedy.ADD_SECTION,
        )
    found = [section for section in sections if section.section.level == min(levels)]
    return tuple(_behind(project, section) for section in found)


def new_section_edit(place: NewSectionPlace, project: Project) -> Edit:
    """Return the edit that adds the section at a place, starred where all of its level are."""
    section = project.flow.sections[place.number]
    text = place.document.text
    found = _COMMAND.match(section.document.text, section.section.span.start)
    command = found[0] if found else "\\section"
    alike = [
        it.section for it in project.flow.sections if it.section.level == section.section.level
    ]
    star = "*" * all(it.starred for it in alike)
    end = line_end_of(text)
    before = text[: place.offset]
    is_at_line = not before or before.endswith(("\n", "\r"))
    heading = f"{command}{star}{{{HEADING}}}{end}{end}"
    return Edit(Span(place.offset, place.offset), heading if is_at_line else f"{end}{end}{heading}")


def _behind(project: Project, section: FlowSection) -> NewSectionPlace:
    flow, heading = project.flow, plain(section.section.title)
    following = next((other for other in flow.sections if other.at == section.end), None)
    if following is None:  # A bibliography, an appendix or the end.
        document, own = section.document, section.section
        has_inner = any(section.at < other.at < section.end for other in flow.sections)
        end = own.span.end if has_inner else end_of_own_text(document.text, own, document.facts)
        return NewSectionPlace(section.number, heading, document, end)
    start = following.section.span.start
    stretches = [*flow.stretches_between(section.at, following.at)]
    while len(stretches) > 1 and stretches[-1][0] is following.document:
        document, span = stretches[-1]
        if not is_blank(document, span):
            break
        stretches.pop()  # The section is to stand before the file, not behind its first comment.
    document, span = stretches[-1]
    at = start if document is following.document else span.end
    return NewSectionPlace(section.number, heading, document, at)
