"""The keys that the draft cites and its related work does not, and an edit that cites them."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.actions.context import Opened
from citeloom.draft.document import Document, Source
from citeloom.draft.flow import FlowCitation, FlowSection, is_inside
from citeloom.draft.project import Project
from citeloom.draft.references import own_citations, papers_only
from citeloom.draft.target import related_work, second_level
from citeloom.placing.citation_style import citation_style
from citeloom.placing.render import citation
from citeloom.placing.section_end import end_of_own_text
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span


@dataclass(frozen=True, slots=True)
class Missing:
    """The keys that only the rest of the draft cites; ``cites``: the sections cite something."""

    sections: tuple[FlowSection, ...]
    keys: tuple[str, ...]
    cites: bool


@dataclass(frozen=True, slots=True)
class CitingEdit:
    """An edit that cites keys at a place."""

    keys: tuple[str, ...]
    edit: Edit


def missing_keys(opened: Opened) -> Missing | None:
    """Return the keys that the related work does not cite; None where there is no such section."""
    sections = _sections(opened)
    return _missing(opened.project, sections) if sections else None


def _sections(opened: Opened) -> tuple[FlowSection, ...]:
    # A Background section need not mention every paper that is cited.
    titles = [title for title in opened.settings.related_work_titles if title != "background"]
    flow = opened.project.flow
    found = related_work(flow, titles)
    if any(section.chapter is not None for section in found):
        return found
    # The document's own, and where it has none, those deep inside.
    deepest = second_level(flow)
    return tuple(it for it in found if it.section.level <= deepest) or found


def _should_mention(project: Project, sections: Sequence[FlowSection]) -> Sequence[FlowCitation]:
    """Return the citations that the sections should repeat.

    One inside a chapter need not mention what other chapters cite, as it is not written about them.
    """
    flow, cited = project.flow, own_citations(project)
    chapters = {it.chapter if it.section.level > 0 else None for it in sections}
    if None in chapters:
        return cited
    numbers = sorted(number for number in chapters if number is not None)
    around = [flow.sections[number] for number in numbers]
    return [it for it in cited if is_inside(around, it.at)]


def _missing(project: Project, sections: tuple[FlowSection, ...]) -> Missing:
    cited = _should_mention(project, sections)
    inside = {
        key.key
        for cited_at in project.flow.citations
        if is_inside(sections, cited_at.at)
        for key in cited_at.citation.keys
    }
    mentioned = {entry.entry.key for key in inside if (entry := project.entry(key)) is not None}
    elsewhere = dict.fromkeys(key.key for cited_at in cited for key in cited_at.citation.keys)
    keys = [
        key
        for key in elsewhere
        if key not in inside
        and (entry := project.entry(key)) is not None
        and entry.entry.key not in mentioned
    ]
    # Last, as it looks closely at each entry, and most are mentioned.
    return Missing(sections, papers_only(keys, project), bool(inside))


def cite_missing(opened: Opened, source: Source, offset: int) -> CitingEdit | None:
    """Return an edit that cites the missing keys at a place in the related work.

    A place on the heading stands for the end of the section's text; one in a word or a citation,
    for the end of that. None where nothing is missing or nothing is cited yet, in a command's
    name, in a comment, in verbatim text, and outside of the related work.
    """
    sections = _sections(opened)
    if not sections or not isinstance(source, Document):
        return None
    at = _place(sections, opened.project, source, offset)
    if at is None:
        return None
    missing = _missing(opened.project, sections)
    if not missing.keys or not missing.cites:
        return None  # Where nothing is written yet, one citation of all would be no text.
    facts = [document.facts for document in opened.project.documents.values()]
    before = source.text[:at].rpartition("\n")[2].strip(" \t\r")
    written = citation(missing.keys, citation_style(facts), after=before)
    if source.text[at - 1 : at] in (" ", "\t") and written.startswith("~"):
        written = written[1:]
    return CitingEdit(missing.keys, Edit(Span(at, at), written))


def _place(
    sections: tuple[FlowSection, ...], project: Project, source: Document, offset: int
) -> int | None:
    for flow_section in sections:
        section = flow_section.section
        if (
            flow_section.document.path == source.path
            and section.span.start <= offset < section.body.start
        ):
            end = end_of_own_text(source.text, section, source.facts)
            return len(source.text[:end].rstrip())
    if not any(is_inside(sections, at) for at in _reading(project, source, offset)):
        return None
    if any(span.start < offset < span.end for span in source.facts.skipped):
        return None
    for cited in source.facts.citations:
        if cited.span.start < offset < cited.span.end:
            return cited.span.end
    start = end = offset
    while start and source.text[start - 1].isalpha():
        start -= 1
    if source.text[start - 1 : start] == "\\":
        return None
    while source.text[end : end + 1].isalpha() and start < offset:
        end += 1
    return end


def _reading(project: Project, source: Document, offset: int) -> list[int]:
    """Return the positions in the whole document at which a place of a file is read."""
    return [
        piece.at + offset - piece.span.start
        for piece in project.flow.pieces
        if piece.document.path == source.path and piece.span.start <= offset <= piece.span.end
    ]
