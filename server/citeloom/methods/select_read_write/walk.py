"""Where a reader is, along which graph, what was read, and what may be read next (Eqs. 4-9)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Annotated, Any

from pydantic import BaseModel, Field, create_model

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.modelled.clean_words import Words
from citeloom.methods.select_read_write.memory import SectionId
from citeloom.methods.task import WritingTask


@dataclass(frozen=True)
class PaperGraph:
    """A graph of the draft, which is paper 0, and its references, by ids.

    ``linked`` has the papers that each reference is linked to, in either direction. The draft is
    linked to all references, which ``linked`` does not repeat.
    """

    references: tuple[str, ...]
    linked: Mapping[str, frozenset[str]]

    def neighbourhood(self, paper: str) -> tuple[str, ...]:
        """Return a paper and all that are linked to it (Eq. 7), the draft among them."""
        if paper == DRAFT:
            return (DRAFT, *self.references)
        near = self.linked.get(paper, frozenset())
        return (paper, DRAFT, *(other for other in self.references if other in near))

    def edges_among(self, papers: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Return the links between some of the papers, each once (Eq. 8)."""
        order = [paper for paper in (DRAFT, *self.references) if paper in set(papers)]
        near = {paper: frozenset(self.neighbourhood(paper)) for paper in order}
        return tuple(pair for pair in combinations(order, 2) if pair[1] in near[pair[0]])

    @property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """The links between references."""
        return self.edges_among(self.references)


def citation_graph(task: WritingTask) -> PaperGraph:
    """Return the graph in which two references are linked if one cites the other."""
    pairs = ((by, other) for by, cited in task.surroundings.cites.items() for other in cited)
    return linked_graph(task, pairs)


def linked_graph(task: WritingTask, pairs: Iterable[tuple[str, str]]) -> PaperGraph:
    """Return the graph in which the references of pairs are linked, in either direction."""
    linked: dict[str, set[str]] = {paper.id: set() for paper in task.references}
    for paper, other in pairs:
        if paper != other and paper in linked and other in linked:
            linked[paper].add(other)
            linked[other].add(paper)
    return PaperGraph(tuple(linked), {paper: frozenset(near) for paper, near in linked.items()})


@dataclass(frozen=True)
class Walk:
    """A walk through sections: ``sections`` are their numbers by the ids of papers, draft first.

    ``graph`` is None where any unread section may be read next. ``at`` is the paper that was read
    last, at the beginning the draft. ``left_out`` are papers of which no section may be read.
    """

    sections: Mapping[str, int]
    graph: PaperGraph | None
    history: tuple[SectionId, ...] = ()
    at: str = DRAFT
    left_out: frozenset[str] = frozenset()

    @property
    def choices(self) -> tuple[SectionId, ...]:
        """The unread sections of the current paper, then those of its neighbours (Eq. 9)."""
        if self.graph is None:
            return self._unread((self.at, *(paper for paper in self.sections if paper != self.at)))
        return self._unread(self.graph.neighbourhood(self.at))

    @property
    def unread(self) -> tuple[SectionId, ...]:
        """All unread sections."""
        return self._unread(self.sections)

    @property
    def nearest(self) -> SectionId:
        """The choice that replaces a wrong one; IndexError where there is none."""
        return self.choices[0]

    def fault_of(self, section: SectionId) -> str:
        """Say why a section is no valid choice; empty for one that is."""
        if section in self.choices:
            return ""
        if section in self.history:
            return "it was read already"
        if not 1 <= section.number <= self.sections.get(section.paper, 0):
            return "there is no such section"
        if section.paper in self.left_out:
            return "nothing of that paper can be read"
        return "its paper is not linked to the current one"

    def from_draft(self) -> "Walk":
        """Return the walk gone back to the draft, which is linked to all, without reading it."""
        return replace(self, at=DRAFT)

    def read(self, section: SectionId) -> "Walk":
        """Return the walk after a section was read.

        Raises
        ------
        ValueError
            If it is no valid choice.
        """
        if fault := self.fault_of(section):
            raise ValueError(f"{section}: {fault}")
        return replace(self, history=(*self.history, section), at=section.paper)

    def without(self, papers: Iterable[str]) -> "Walk":
        """Return the walk that reads no section of these papers."""
        return replace(self, left_out=frozenset(papers))

    def _unread(self, papers: Iterable[str]) -> tuple[SectionId, ...]:
        read = set(self.history)
        return tuple(
            section
            for paper in papers
            if paper not in self.left_out
            for number in range(1, self.sections.get(paper, 0) + 1)
            if (section := SectionId(paper, number)) not in read
        )


END = "end"

_SECTION = re.compile(r"\bP(?P<paper>\d{1,6})\s*[/.,:#-]?\s*(?:section\s*)?(?P<number>\d{1,6})\b")
_END = re.compile(r"\W*(?:the\s+)?end\b", re.IGNORECASE)

_MOST_LISTED = 300
"""Choices that a schema lists; of more only the message tells."""


class Choice(BaseModel):
    """The next section, or the end of reading."""

    reason: Words = Field(description="Why this is worth reading now, in one sentence.")
    choice: Words = Field(description="The name of the section to read next, or end.")


def choice_type(names: Sequence[str]) -> type[Choice]:
    """Return the type of a choice whose schema lists what may be chosen."""
    if len(names) >= _MOST_LISTED:
        return Choice
    about = Choice.model_fields["choice"].description
    listed: Any = {"enum": [*names, END]}
    choice: Any = (Annotated[str, Field(json_schema_extra=listed)], Field(description=about))
    return create_model("Choice", __base__=Choice, choice=choice)


def is_end(choice: str) -> bool:
    return _END.match(choice) is not None


def chosen_section(choice: str) -> tuple[str, int] | None:
    """Return the short id and the number that a choice names; None where it names none."""
    found = _SECTION.search(choice)
    return (f"P{int(found['paper'])}", int(found["number"])) if found else None
