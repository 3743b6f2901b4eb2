"""The section to write: which one it is, and where its text stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.draft.document import Document
from citeloom.draft.flow import Flow, FlowSection
from citeloom.problem import InputError, Remedy
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Section
from citeloom_latex.tex.related_work import is_related_work

_MOST_NAMED = 20
"""Headings that an error lists beside the related-work sections."""


@dataclass(frozen=True, slots=True)
class Target:
    """A related-work section: its place in the whole document and the file its text stands in.

    Where a section holds nothing but an ``\\input``, its text stands in that file, and
    ``section`` covers all of it.
    """

    flow: FlowSection
    document: Document
    section: Section


def related_work(flow: Flow, titles: Sequence[str]) -> tuple[FlowSection, ...]:
    """Return the related-work sections of a document, without those inside another one.

    They are sections of the document's two highest levels: a "Background" deep inside a section
    is that section's own.
    """
    levels = [section.section.level for section in flow.sections if section.section.level >= 0]
    deepest = min(levels, default=0) + 1
    found: list[FlowSection] = []
    for section in flow.sections:
        inside = any(outer.holds(section.at) for outer in found)
        if section.section.level > deepest or inside:
            continue
        if is_related_work(section.section.title, titles):
            found.append(section)
    return tuple(found)


def target_of(flow: Flow, sections: Sequence[FlowSection], wanted: str = "") -> Target | None:
    """Return the section to write, or None if the document has none.

    Parameters
    ----------
    flow
        The document.
    sections
        Its related-work sections.
    wanted
        Heading of the section (in any case), or its number in the list that the error shows, as
        the user gave it; empty for the document's only related-work section.

    Raises
    ------
    InputError
        If there are several such sections, or none with the wanted heading.
    """
    if wanted:
        chosen = _wanted(flow, sections, wanted)
    elif len(sections) > 1:
        # A paper may have a Background section beside its Related Work.
        named = [
            section for section in sections if "related" in plain(section.section.title).lower()
        ]
        chosen = named if len(named) == 1 else list(sections)
    else:
        chosen = list(sections)
    if not chosen:
        return None
    if len(chosen) > 1:
        raise InputError(
            f"{len(chosen)} sections could be meant: {_listed(chosen)}",
            advice=Remedy.CHOOSE_SECTION,
        )
    return target_in(flow, chosen[0])


def _wanted(flow: Flow, sections: Sequence[FlowSection], wanted: str) -> list[FlowSection]:
    if wanted.isdecimal() and 1 <= int(wanted) <= len(sections):
        return [sections[int(wanted) - 1]]
    heading = " ".join(wanted.lower().split())
    chosen = [
        section for section in flow.sections if plain(section.section.title).lower() == heading
    ]
    if not chosen:
        known = _listed(sections or flow.sections)
        others = [section for section in flow.sections if section not in sections]
        if sections and others:
            headings = [plain(section.section.title) for section in others[:_MOST_NAMED]]
            more = ", …" if len(others) > _MOST_NAMED else ""
            known += f"; by heading also: {', '.join(headings)}{more}"
        raise InputError(
            f"the document has no section '{wanted}'",
            advice=f"its sections: {known}" if known else "it has no sections at all",
        )
    return chosen


def _listed(sections: Sequence[FlowSection]) -> str:
    places = [section.document.place(section.section.span.start) for section in sections]
    return "; ".join(
        f"{number}. '{plain(section.section.title)}' ({place})"
        for number, (section, place) in enumerate(zip(sections[:20], places, strict=False), 1)
    )


def target_in(flow: Flow, chosen: FlowSection) -> Target:
    """Return a section as a target, with the file that its text stands in."""
    included = _only_input(flow, chosen)
    if included is None:
        return Target(chosen, chosen.document, chosen.section)
    whole = Span(0, len(included.text))
    section = chosen.section._replace(title_span=Span(0, 0), span=whole, body=whole)
    return Target(chosen, included, section)


def _only_input(flow: Flow, chosen: FlowSection) -> Document | None:
    """Return the only input of a section that holds nothing else; None for any other section."""
    own, body = chosen.document, chosen.section.body
    inputs = {command.span.start for command in own.facts.inputs if body.holds(command.span.start)}
    found: list[Document] = []
    reached = -1
    for document, span in flow.stretches_between(chosen.at, chosen.end):
        if document is not own:
            if reached in inputs:
                found.append(document)
            reached = -1
            continue
        reached = span.end
        if body.holds(span.start) and not is_blank(own, span):
            return None
        if span.start < body.start and not is_blank(own, Span(body.start, span.end)):
            return None
    return found[0] if len(found) == 1 else None


def is_blank(document: Document, span: Span) -> bool:
    """Tell whether a span holds nothing but comments and at most a label."""
    kept = []
    at = span.start
    for skipped in document.facts.skipped:
        if span.start <= skipped.start and skipped.end <= span.end:
            kept.append(document.text[at : skipped.start])
            at = skipped.end
    kept.append(document.text[at : span.end])
    text = "".join(kept).strip()
    return not text or (text.startswith("\\label{") and text.count("}") == 1 and text[-1] == "}")
