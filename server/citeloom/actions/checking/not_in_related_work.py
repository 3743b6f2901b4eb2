"""The keys that the draft cites and its related work does not."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.actions.context import Opened
from citeloom.draft.flow import FlowCitation, FlowSection, is_inside
from citeloom.draft.project import Project
from citeloom.draft.references import own_citations, papers_only
from citeloom.draft.target import related_work, second_level


@dataclass(frozen=True, slots=True)
class Missing:
    """The keys that only the rest of the draft cites; ``cites``: the sections cite something."""

    sections: tuple[FlowSection, ...]
    keys: tuple[str, ...]
    cites: bool


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
