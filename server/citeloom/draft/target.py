"""The section to write: which one it is, and where its text stands."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from citeloom.draft.document import Document
from citeloom.draft.flow import Flow, FlowSection
from citeloom.problem import InputError, Remedy, short_places
from citeloom.visible import first_of
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Section
from citeloom_latex.tex.related_work import HeadingMatch, heading_match
from citeloom_latex.tex.skipped import covers

_COUNTER = re.compile(r"\\(?:set|addto)counter\s*\{\s*(?:(?:sub){0,2}section|chapter)\s*\}")


def printed_numbers(flow: Flow) -> tuple[str, ...]:
    """Return the number of each section (``3.2``, ``A.1``); starred ones and parts have none.

    Where the draft sets a counter of sections no number is known.
    """
    if any(_sets_counter(piece.document) for piece in flow.pieces):
        return ("",) * len(flow.sections)
    numbered = [section.section.level for section in flow.sections if section.section.level >= 0]
    top = min(numbered, default=0)
    counts: dict[int, int] = {}
    found: list[str] = []
    letters = False
    appendix = _start_of_appendix(flow)
    for section in flow.sections:
        level = section.section.level
        if not letters and level == top and section.at >= appendix:
            letters, counts = True, {}
        if section.section.starred or level < top:
            found.append("")
            continue
        counts[level] = counts.get(level, 0) + 1
        counts = {own: count for own, count in counts.items() if own <= level}
        numbers = [counts.get(own, 0) for own in range(top, level + 1)]
        first = chr(ord("A") + (numbers[0] - 1) % 26) if letters else str(numbers[0])
        found.append(".".join([first, *map(str, numbers[1:])]))
    return tuple(found)


def _start_of_appendix(flow: Flow) -> int:
    """Return where the appendix begins, in any file; the end of a document without one."""
    for piece in flow.pieces:
        at = piece.document.facts.appendix
        if at is not None and piece.span.holds(at):
            return piece.at + at - piece.span.start
    return flow.length


def _sets_counter(document: Document) -> bool:
    found = _COUNTER.finditer(document.text)
    return any(not covers(document.facts.skipped, match.start()) for match in found)


_MOST_NAMED = 20
"""Headings that an error lists beside the related-work sections."""


@dataclass(frozen=True, slots=True)
class Target:
    """A related-work section: its place in the whole document and the file its text stands in.

    Where a section holds nothing but an ``\\input``, its text stands in that file, and
    ``section`` covers all of it. ``moved_from`` is the heading of the section that its text was
    written for, where its author has moved it or named the section anew; else empty.
    """

    flow: FlowSection
    document: Document
    section: Section
    moved_from: str = ""


def related_work(flow: Flow, titles: Sequence[str]) -> tuple[FlowSection, ...]:
    """Return the related-work sections of a document; of one inside another the better match.

    A general title counts in the document's two highest levels: a "Background" deep inside a
    section is that section's own.
    """
    deepest = second_level(flow)
    found: dict[int, HeadingMatch] = {}
    for section in flow.sections:
        match = heading_match(section.section.title, titles)
        least = HeadingMatch.GENERAL_PART if section.section.level <= deepest else HeadingMatch.PART
        if match >= least:
            found[section.number] = match
    worse: set[int] = set()
    around: list[FlowSection] = []
    for section in (flow.sections[number] for number in found):
        around = [outer for outer in around if outer.holds(section.at)]
        for outer in around:
            is_better = found[section.number] > found[outer.number]
            worse.add(outer.number if is_better else section.number)
        around.append(section)
    return tuple(flow.sections[number] for number in found if number not in worse)


def second_level(flow: Flow) -> int:
    """Return the level of a document's sections below its highest ones."""
    levels = [section.section.level for section in flow.sections if section.section.level >= 0]
    return min(levels, default=0) + 1


def target_of(
    flow: Flow, sections: Sequence[FlowSection], wanted: str = "", file: Path | None = None
) -> Target | None:
    """Return the section to write, or None if the document has none.

    Parameters
    ----------
    flow
        The document.
    sections
        Its related-work sections.
    wanted
        Heading of the section (in any case), its number in the list that the error shows, or its
        number in print, as the user gave it; empty for the document's best related-work section.
    file
        The file that the user named or looks at, not the root: in a thesis its chapter is meant.

    Raises
    ------
    InputError
        If several such sections are equal, or none has the wanted heading.
    """
    if wanted:
        chosen = _wanted(flow, sections, wanted)
    else:
        chosen = _best(_around_file(flow, sections, file))
    if not chosen:
        return None
    if len(chosen) > 1:
        raise InputError(
            f"{len(chosen)} sections match: {_listed(chosen)}",
            advice=Remedy.CHOOSE_SECTION,
        )
    return target_in(flow, chosen[0])


def _best(sections: Sequence[FlowSection]) -> list[FlowSection]:
    """Return the sections whose headings fit best; of several the one called "Related Work"."""

    def fit(section: FlowSection) -> HeadingMatch:
        return heading_match(section.section.title) or HeadingMatch.WHOLE  # One of the project's.

    best = max(map(fit, sections), default=HeadingMatch.NONE)
    chosen = [section for section in sections if fit(section) == best]
    highest = min((section.section.level for section in chosen), default=0)
    chosen = [section for section in chosen if section.section.level == highest]
    named = [section for section in chosen if "related" in plain(section.section.title).lower()]
    return named if len(named) == 1 else chosen


def _around_file(
    flow: Flow, sections: Sequence[FlowSection], file: Path | None
) -> Sequence[FlowSection]:
    """Return the sections of the chapter that a file belongs to, if it has any; else all."""
    if file is None:
        return sections
    chapters = {
        section.number
        for section in flow.sections
        if section.section.level == 0
        for piece in flow.pieces
        if piece.document.path == file
        and piece.at < section.end
        and section.at < piece.at + len(piece.span)
    }
    return [section for section in sections if section.chapter in chapters] or sections


def _wanted(flow: Flow, sections: Sequence[FlowSection], wanted: str) -> list[FlowSection]:
    if wanted.isdecimal() and 1 <= int(wanted) <= len(sections):
        return [sections[int(wanted) - 1]]
    heading = " ".join(wanted.lower().split())
    chosen = [
        section for section in flow.sections if plain(section.section.title).lower() == heading
    ]
    if not chosen:
        numbers = printed_numbers(flow)
        chosen = [section for section in flow.sections if numbers[section.number] == wanted]
    if not chosen:
        known = _listed(sections or flow.sections)
        listed = {section.number for section in sections}
        others = [section for section in flow.sections if section.number not in listed]
        if sections and others:
            headings = [plain(section.section.title) for section in others]
            known += f"; by heading also: {first_of(headings, _MOST_NAMED)}"
        raise InputError(
            f"the document has no section '{wanted}'",
            advice=f"its sections: {known}" if known else "it has no sections",
        )
    return chosen


def _listed(sections: Sequence[FlowSection]) -> str:
    named = sections[:_MOST_NAMED]
    places = [section.document.place(section.section.span.start) for section in named]
    return "; ".join(
        f"{number}. '{plain(section.section.title)}' ({place})"
        for number, (section, place) in enumerate(zip(named, short_places(places), strict=True), 1)
    )


def target_in(flow: Flow, chosen: FlowSection) -> Target:
    """Return a section as a target, with the file that its text stands in."""
    included = _only_input(flow, chosen)
    if included is None:
        return Target(chosen, chosen.document, _before_next_file(flow, chosen))
    whole = Span(0, len(included.text))
    section = chosen.section.holding(whole)
    return Target(chosen, included, section)


def _before_next_file(flow: Flow, chosen: FlowSection) -> Section:
    """Return a section's part of its file, which ends where an input begins the next section."""
    section, own = chosen.section, chosen.document
    following = next((other for other in flow.sections if other.at == chosen.end), None)
    if following is None or following.document is own:
        return section
    ends = [
        span.end
        for document, span in flow.stretches_between(chosen.at, chosen.end)
        if document is own
    ]
    end = max(ends, default=section.span.end)
    if not section.body.start <= end < section.span.end:
        return section
    return section._replace(end=end)


def _only_input(flow: Flow, chosen: FlowSection) -> Document | None:
    """Return the only input of a section that holds nothing else; None for any other section."""
    own, body = chosen.document, chosen.section.body
    inputs = {command.span.start for command in own.facts.inputs if body.holds(command.span.start)}
    found: list[Document] = []
    reached = -1
    for document, span in flow.stretches_between(chosen.at, chosen.end):
        if document is not own:
            is_its_own_beginning = span.end < len(document.text) and is_blank(document, span)
            if reached in inputs and not is_its_own_beginning:
                found.append(document)
            reached = -1
            continue
        reached = span.end
        if body.holds(span.start) and not is_blank(own, span):
            return None
        if span.start < body.start and not is_blank(own, Span(body.start, span.end)):
            return None
    return found[0] if len(found) == 1 else None


def beginning_of(flow: Flow, section: FlowSection) -> FlowSection:
    """Return the section that another begins with, where no text stands before it; else itself."""
    inner = flow.sections[section.number + 1 : section.number + 2]
    if not inner or not section.holds(inner[0].at):
        return section
    below = section.at + section.section.body.start - section.section.span.start
    before = flow.stretches_between(below, inner[0].at)
    if all(is_blank(document, span) for document, span in before):
        return beginning_of(flow, inner[0])
    return section


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
