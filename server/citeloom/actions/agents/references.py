"""The references of a draft, with what is known about each, page by page."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from citeloom.actions.agents.project import AgentProject
from citeloom.actions.papers.reference_facts import (
    UNDEFINED,
    ReferenceFacts,
    ReferenceState,
    facts_of,
)
from citeloom.actions.papers.references import (
    ListedReference,
    ReferenceHeading,
    list_references,
)
from citeloom.problem import Place

_FEW = 1_000


class Chosen(StrEnum):
    """Which references are listed."""

    CITED = "cited"
    UNCITED = "uncited"
    ALL = "all"


@dataclass(frozen=True)
class CitedAt:
    """Where a reference is cited, and the heading above."""

    place: Place
    heading: str


@dataclass(frozen=True)
class AgentReference:
    """A reference, where the draft cites it, and what is known about it."""

    reference: ListedReference
    cited: tuple[CitedAt, ...]
    facts: ReferenceFacts
    abstract: str = ""


@dataclass(frozen=True)
class ReferencePage:
    """Some of the references that were asked for.

    ``states`` counts all that were asked for, before a state was chosen; of a library of thousands
    of entries it is empty without such a choice. ``whole``
    counts those that are paged through; ``next_page`` is the number of the first one that is not
    here, None at the end. ``outside`` counts entries that are not given, as they stand outside of
    the folder.
    """

    references: tuple[AgentReference, ...]
    states: Mapping[ReferenceState, int]
    whole: int
    next_page: int | None
    outside: int


def reference_page(
    given: AgentProject,
    chosen: Chosen = Chosen.CITED,
    state: ReferenceState | None = None,
    start: int = 0,
    most: int = 100,
) -> ReferencePage:
    """Return the references of a draft, those that it cites first, from one number on."""
    listed = list_references(given.project)
    asked = [it for it in listed.references if _is_asked(it, chosen)]
    open_ones = [it for it in asked if it.entry is None or given.is_given(it.entry)]
    facts: dict[str, ReferenceFacts] = {}
    if state is not None or len(open_ones) <= _FEW:
        facts = _facts(given, open_ones)
    states = Counter(of_key.state for of_key in facts.values())
    found = [it for it in open_ones if state is None or facts[it.key].state is state]
    page = found[start : start + most]
    facts = facts or _facts(given, page)
    known = given.known_of([it.entry for it in page if it.entry is not None])
    abstracts = {key: it.paper.abstract for it in known for key in it.own.keys}
    end = start + len(page)
    return ReferencePage(
        tuple(
            AgentReference(
                it, _places(it, listed.headings, given), facts[it.key], abstracts.get(it.key, "")
            )
            for it in page
        ),
        {it: states[it] for it in ReferenceState if states[it]},
        len(found),
        end if end < len(found) else None,
        len(asked) - len(open_ones),
    )


def _is_asked(reference: ListedReference, chosen: Chosen) -> bool:
    is_cited = bool(reference.cited) or reference.nocited
    return chosen is Chosen.ALL or is_cited == (chosen is Chosen.CITED)


def _facts(given: AgentProject, references: Sequence[ListedReference]) -> dict[str, ReferenceFacts]:
    entries = [it.entry for it in references if it.entry is not None]
    known = facts_of(entries, given.project, given.context, given.cited_reader)
    return {it.key: known.get(it.key, UNDEFINED) for it in references}


def _places(
    reference: ListedReference, headings: Sequence[ReferenceHeading], given: AgentProject
) -> tuple[CitedAt, ...]:
    return tuple(
        CitedAt(
            at.document.place(at.span.start),
            "" if at.heading is None else _words(headings[at.heading]),
        )
        for at in reference.cited
        if at.document.path not in given.outside
    )


def _words(heading: ReferenceHeading) -> str:
    return f"{heading.chapter} / {heading.title}" if heading.chapter else heading.title
