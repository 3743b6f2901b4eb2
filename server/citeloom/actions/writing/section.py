"""Find the section of a draft that related work can be written for."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.actions.writing.anchor import Anchor, find_section
from citeloom.draft.document import Document, Source
from citeloom.draft.flow import FlowSection
from citeloom.draft.references import (
    ChosenKeys,
    chosen_references,
    cited_papers,
    sections_for_prior_work,
)
from citeloom.draft.section.marked_text import no_section
from citeloom.draft.target import is_blank, printed_numbers, target_in
from citeloom.keeping.paths import name_below
from citeloom.problem import InputError
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span


@dataclass(frozen=True, slots=True)
class SectionAt:
    """A section: its heading as plain text and where that stands in the file.

    ``name`` is its name in a request to write, empty for the document's only section; ``number`` is
    the number of its `FlowSection`. ``empty``: only comments stand below the heading.
    """

    heading: str
    name: str
    number: int
    related: bool
    empty: bool
    span: Span


@dataclass(frozen=True, slots=True)
class CitingSection:
    """A section that could hold the related work: so many of all cited papers it cites."""

    heading: str
    name: str
    cited: int
    of: int

    @property
    def how_many(self) -> str:
        return f"{self.cited} of {self.of} references are cited"


def section_for_prior_work(opened: Opened) -> CitingSection | None:
    """Return the introduction, or else the section that cites the most papers.

    One whose own text tells of all papers that it would be about is none.
    """
    project = opened.project
    for section, cited in sections_for_prior_work(project):
        if chosen_references(project, target_in(project.flow, section)).keys:
            heading, sections = plain(section.section.title), project.flow.sections
            is_alone = [plain(it.section.title) for it in sections].count(heading) == 1
            number = "" if is_alone else printed_numbers(project.flow)[section.number]
            return CitingSection(heading, number or heading, cited, len(cited_papers(project)))
    return None


def section_at(opened: Opened, source: Source, offset: int) -> SectionAt | None:
    """Return the related work around a place, else the innermost section."""
    found = [
        placed
        for placed in opened.project.flow.sections
        if placed.document.path == source.path
        and (
            placed.section.span.holds(offset)
            or placed.section.span.end == offset == len(source.text)
        )
    ]
    included = _that_includes(opened, source)
    if not found and included is not None:
        return _section_at(opened, included, Span(0, 0))
    related = {section.number for section in opened.related_work}
    found.sort(key=lambda placed: (placed.number in related, placed.section.level))
    if not found:
        return None
    return _section_at(opened, found[-1], found[-1].section.title_span)


def section_named(opened: Opened, name: str = "", file: Path | None = None) -> SectionAt:
    """Return the section of a heading or number; without a name, the draft's best one.

    In a thesis that is the one of the chapter that ``file`` belongs to.

    Raises
    ------
    InputError
        If the draft has no such section, or several.
    """
    target = opened.meant_section(name, file)
    if target is None:
        raise no_section(opened.project, "add \\section{Related Work} where it belongs")
    return _section_at(opened, target.flow, Span(0, 0))


def section_numbered(opened: Opened, number: int) -> SectionAt:
    """Return the section of this number."""
    return _section_at(opened, opened.project.flow.sections[number], Span(0, 0))


def section_anchored(opened: Opened, anchor: Anchor) -> SectionAt:
    """Return the section that an anchor means now; errors as of ``find_section``."""
    return _section_at(opened, find_section(opened, anchor), Span(0, 0))


def section_in_words(opened: Opened, section: FlowSection, file: str = "") -> str:
    """Return a section's heading and the file of its text: ``'Related Work' in related.tex``.

    ``file`` is its name where it is another than ``section_file`` says.
    """
    heading = plain(section.section.title)
    return f"'{heading}' in {file or section_file(opened, section)}"


def section_file(opened: Opened, section: FlowSection) -> str:
    """Return the file that a section's text stands in, relative to the draft's folder."""
    path, folder = section_path(opened, section), opened.project.root.parent
    return name_below(path, folder)


def section_path(opened: Opened, section: FlowSection) -> Path:
    """Return the file that a section's text stands in."""
    return target_in(opened.project.flow, section).document.path


def chosen_at(
    opened: Opened, source: Source, name: str | None = None, offset: int | None = None
) -> ChosenKeys:
    """Return the references to write about in the named section, or in the one at a place.

    Where the draft has no such section, these are all references that the document cites.
    """
    at = None
    if name is None and offset is not None:
        at = section_at(opened, source, offset)
    if at is None:
        with suppress(InputError):
            at = section_named(opened, name or "", source.path)
    flow = opened.project.flow
    target = None if at is None else target_in(flow, flow.sections[at.number])
    return chosen_references(opened.project, target)


def related_sections(opened: Opened, source: Source) -> tuple[SectionAt, ...]:
    """Return the related-work sections that a file has: their headings, texts or ``\\input``."""
    found = ((placed, _shown_at(opened, placed, source)) for placed in opened.written_sections)
    return tuple(_section_at(opened, placed, span) for placed, span in found if span is not None)


def _shown_at(opened: Opened, placed: FlowSection, source: Source) -> Span | None:
    """Return where a file shows a section: by its heading, its text, or what takes these in."""
    if placed.document.path == source.path:
        return placed.section.title_span
    if section_path(opened, placed) == source.path:
        return Span(0, 0)
    if not isinstance(source, Document):
        return None
    taken_in = (
        command.span
        for command in source.facts.inputs
        if opened.project.targets.get((source.path, command.span.start)) == placed.document.path
    )
    return next(taken_in, None)


def selected_keys(source: Source, span: Span) -> tuple[str, ...]:
    """Return the citation keys that a selection touches, each once."""
    if not isinstance(source, Document):
        return ()
    cited = (cited for citation in source.facts.citations for cited in citation.keys)
    chosen = (
        found.key for found in cited if found.span.start < span.end and span.start < found.span.end
    )
    return tuple(dict.fromkeys(key for key in chosen if key != "*"))


def _that_includes(opened: Opened, source: Source) -> FlowSection | None:
    """Return the related-work section that includes a file without sections of its own."""
    pieces = [piece for piece in opened.project.flow.pieces if piece.document.path == source.path]
    if not pieces:
        return None
    at = pieces[0].at
    return next((section for section in opened.related_work if section.holds(at)), None)


def _section_at(opened: Opened, placed: FlowSection, span: Span) -> SectionAt:
    related = opened.written_sections
    heading = plain(placed.section.title)
    is_related = placed in related
    alike = [other for other in related if plain(other.section.title) == heading]
    name = heading
    if is_related and len(related) == 1:
        name = ""
    elif is_related and len(alike) > 1:
        name = str(related.index(placed) + 1)
    empty = is_blank(placed.document, placed.section.body)
    return SectionAt(heading, name, placed.number, is_related, empty, span)
