"""The keys that the draft cites and its related work does not, and an edit that cites them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.draft.flow import FlowCitation, FlowSection, is_inside
from citeloom.draft.project import Project
from citeloom.draft.references import own_citations, papers_only
from citeloom.draft.target import related_work, second_level, target_in
from citeloom.placing.citation_style import citation_style
from citeloom.placing.folding import line_end_of
from citeloom.placing.render import citation
from citeloom.placing.section_end import end_of_own_text
from citeloom.problem import InputError
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span


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


def cite_missing(opened: Opened, number: int, keys: Collection[str]) -> tuple[Path, Edit]:
    """Return the edit that cites some of the missing keys behind the own text of a section.

    The first value is the file that it changes.

    Raises
    ------
    InputError
        If the section is none that should cite them, or cites them.
    """
    missing = missing_keys(opened)
    if missing is None or all(section.number != number for section in missing.sections):
        raise InputError("the section is no related work")
    if others := [key for key in keys if key not in missing.keys]:
        what = f"the related work lacks no paper '{others[0]}'"
        raise InputError(what, advice="name keys that the rest of the draft cites")
    flow = opened.project.flow
    target = target_in(flow, flow.sections[number])
    document = target.document
    text, own = document.text, document.facts
    at = len(text[: end_of_own_text(text, target.section, own)].rstrip())
    before = text[:at].rpartition("\n")[2].strip(" \t\r")
    lead = ""
    if before.startswith("\\") or any(span.start < at <= span.end for span in own.skipped):
        # Behind a comment, or what a command does there, a citation has a line of its own.
        lead, before = line_end_of(text), ""
    facts = [document.facts for document in opened.project.documents.values()]
    chosen = tuple(key for key in missing.keys if key in keys)
    written = citation(chosen, citation_style(facts), after=before)
    return document.path, Edit(Span(at, at), f"{lead}{written}")
