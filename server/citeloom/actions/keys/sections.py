"""The sections of a .tex file as an outline, each with the keys that it cites."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from citeloom.actions.keys.author_year import author_year
from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation, Section

MOST_KEYS = 2_000
"""Of a file whose sections cite more in all, each section says how many it cites."""


@dataclass(frozen=True, slots=True)
class OutlineKey:
    """A key where a section cites it first; ``people`` is empty where no .bib file has it."""

    key: str
    people: str
    span: Span


@dataclass(slots=True)
class OutlineSection:
    """A section: the keys that are cited before its first subsection, and its subsections.

    ``span`` reaches to the next section of its level; ``heading`` is the heading's own. ``count``
    is how many keys are cited in all of it, where the file cites too many to name them; else 0.
    """

    title: str
    level: int
    span: Span
    heading: Span
    keys: dict[str, OutlineKey] = field(default_factory=dict)
    sections: "list[OutlineSection]" = field(default_factory=list)
    count: int = 0


def outline_sections(document: Document, project: Project) -> OutlineSection:
    """Return a section without a heading, for the whole file, that holds those of the file."""
    whole = Span(0, len(document.text))
    top = OutlineSection("", -10, whole, Span(0, 0))
    path = [top]
    people: dict[str, str] = {}
    for fact in _in_order(document):
        if isinstance(fact, Section):
            while path[-1].level >= fact.level:
                path.pop()
            heading = Span(fact.span.start, fact.body.start)
            found = OutlineSection(_title(fact), fact.level, fact.span, heading)
            path[-1].sections.append(found)
            path.append(found)
        else:
            keys = path[-1].keys
            for cited in fact.keys:
                if cited.key != "*" and cited.key not in keys:
                    if cited.key not in people:
                        entry = project.entry(cited.key)
                        people[cited.key] = "" if entry is None else author_year(entry)
                    keys[cited.key] = OutlineKey(cited.key, people[cited.key], cited.span)
    if sum(len(section.keys) for section in _all(top)) > MOST_KEYS:
        _count(top)
    _widen(top)
    return top


def _all(section: OutlineSection) -> Iterator[OutlineSection]:
    yield section
    for inner in section.sections:
        yield from _all(inner)


def _count(section: OutlineSection) -> set[str]:
    """Count the keys of each section in place of naming them; return those of this one."""
    found = set(section.keys).union(*map(_count, section.sections))
    section.keys, section.count = {}, len(found)
    return found


def _in_order(document: Document) -> Iterator[Section | Citation]:
    facts = document.facts
    citations = iter(citation for citation in facts.citations if citation.command != "nocite")
    citation = next(citations, None)
    for section in facts.sections:
        while citation is not None and citation.span.start < section.body.start:
            # One in a heading is read with the text before it.
            yield citation
            citation = next(citations, None)
        yield section
    while citation is not None:
        yield citation
        citation = next(citations, None)


def _title(section: Section) -> str:
    return plain(section.title).strip() or "(no title)"


def _widen(section: OutlineSection) -> None:
    """Have each section reach as far as what is in it: an editor wants it so."""
    for inner in section.sections:
        _widen(inner)
    keys = [key.span for key in section.keys.values()]
    held = [section.span, section.heading, *keys, *(inner.span for inner in section.sections)]
    # The heading of the whole file is nowhere.
    held = [span for span in held if len(span)]
    if held:
        section.span = Span(min(it.start for it in held), max(it.end for it in held))
