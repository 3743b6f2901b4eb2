"""Where a reader is, what was read, and what may be read next (Eqs. 4-9); no model is asked."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.select_read_write.paper_graph import PaperGraph
from citeloom.methods.select_read_write.parameters import Selector


class SectionId(NamedTuple):
    """A section by the id of its paper and its number there, from 1."""

    paper: str
    number: int


def reading_order(
    sections: Mapping[str, int], selector: Selector, seed: int
) -> tuple[SectionId, ...]:
    """Return all sections paper by paper (Eq. 4), or shuffled by the seed (Eq. 5).

    ``sections`` are the numbers of sections, by the ids of papers.
    """
    order = [
        SectionId(paper, number)
        for paper, count in sections.items()
        for number in range(1, count + 1)
    ]
    if selector is Selector.RANDOM:
        random.Random(f"reading order|{seed}").shuffle(order)
    return tuple(order)


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
