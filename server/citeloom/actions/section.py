"""The section at a place of a draft, as one that related work can be written for."""

from dataclasses import dataclass

from citeloom.actions.context import Opened
from citeloom.draft.document import Source
from citeloom.draft.flow import FlowSection
from citeloom.draft.references import own_citations
from citeloom.draft.target import related_work, target_of
from citeloom.problem import InputError, Place
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span


@dataclass(frozen=True, slots=True)
class SectionAt:
    """A section: its heading as plain text and where that stands in the file.

    ``name`` is what a request to write calls it, empty for the document's only one.
    """

    heading: str
    name: str
    related: bool
    cites: bool
    span: Span


def section_at(opened: Opened, source: Source, offset: int) -> SectionAt | None:
    """Return the section at a place: the related work that it lies in, else the innermost one."""
    found = [
        one
        for one in opened.project.flow.sections
        if one.document.path == source.path
        and (one.section.span.holds(offset) or one.section.span.end == offset == len(source.text))
    ]
    included = _that_includes(opened, source)
    if not found and included is not None:
        return _described(opened, included, Span(0, 0))
    related = {one.number for one in related_work(opened.project.flow, _titles(opened))}
    found.sort(key=lambda one: (one.number in related, one.section.level))
    if not found:
        return None
    return _described(opened, found[-1], found[-1].section.title_span)


def section_to_write(opened: Opened) -> str:
    """Return the name of the section that is meant where none is named.

    Raises
    ------
    InputError
        If the draft has no related-work section, or several.
    """
    target = target_of(opened.project.flow, _titles(opened))
    if target is None:
        raise InputError(
            "the draft has no related-work section",
            Place(opened.project.root),
            "add \\section{Related Work} where it belongs",
        )
    return _described(opened, target.flow, Span(0, 0)).name


def related_sections(opened: Opened, source: Source) -> tuple[SectionAt, ...]:
    """Return the related-work sections whose headings stand in a file."""
    return tuple(
        _described(opened, one, one.section.title_span)
        for one in related_work(opened.project.flow, _titles(opened))
        if one.document.path == source.path
    )


def _that_includes(opened: Opened, source: Source) -> FlowSection | None:
    """Return the related-work section that a file without sections of its own is a part of."""
    pieces = [one for one in opened.project.flow.pieces if one.document.path == source.path]
    sections = related_work(opened.project.flow, _titles(opened))
    return next((one for one in sections if pieces and one.holds(pieces[0].at)), None)


def _described(opened: Opened, one: FlowSection, span: Span) -> SectionAt:
    project = opened.project
    related = related_work(project.flow, _titles(opened))
    heading = plain(one.section.title)
    is_related = one in related
    alike = [other for other in related if plain(other.section.title) == heading]
    name = heading
    if is_related and len(related) == 1:
        name = ""
    elif is_related and len(alike) > 1:
        name = str(related.index(one) + 1)
    cites = any(one.holds(citation.at) for citation in own_citations(project))
    return SectionAt(heading, name, is_related, cites, span)


def _titles(opened: Opened) -> tuple[str, ...]:
    return opened.settings.related_work_titles
