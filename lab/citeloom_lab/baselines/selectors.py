"""The selectors of Select-Read-Write (Table 1): who decides what is read next."""

import random
from collections.abc import Mapping
from enum import StrEnum
from itertools import combinations

from pydantic import Field

from citeloom.methods.modelled.asker import Asker
from citeloom.methods.modelled.method import model_of
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.select_read_write.memory import SectionId
from citeloom.methods.select_read_write.method import SelectReadWrite
from citeloom.methods.select_read_write.note_writing import related_work
from citeloom.methods.select_read_write.parameters import SelectReadWriteParameters
from citeloom.methods.select_read_write.reading import (
    CO_OCCURRENCE,
    EVERYTHING,
    FREE,
    Reading,
)
from citeloom.methods.select_read_write.sections import ReadableSection
from citeloom.methods.select_read_write.walk import PaperGraph, Walk, citation_graph, linked_graph
from citeloom.methods.task import WritingTask


class Selector(StrEnum):
    """Who decides what is read next (section 4.2 of the paper)."""

    SEQUENTIAL = "sequential"
    RANDOM = "random"
    FREE = FREE
    CO_OCCURRENCE = CO_OCCURRENCE
    CITATION = Reading.selector

    @property
    def asks_model(self) -> bool:
        return self not in (Selector.SEQUENTIAL, Selector.RANDOM)


class SelectorParameters(SelectReadWriteParameters):
    """Parameters of Select-Read-Write, and its selector."""

    selector: Selector = Field(
        Selector.CITATION,
        description="sequential, random, free, co-occurrence-graph or citation-graph.",
    )
    all_sections: bool = Field(
        False,
        description="Whether sentences of all sections join papers in the co-occurrence graph, or "
        "those about related work alone.",
    )


class SelectorReading(SelectReadWrite):
    """Select-Read-Write by a selector of choice."""

    name = "select-read-write-selectors"
    summary = "Select-Read-Write with a setting for each selector of its paper."
    parameters = SelectorParameters

    async def write(
        self, task: WritingTask, parameters: SelectReadWriteParameters, ports: Ports
    ) -> Result:
        return await related_work(
            task, parameters, ports, model_of(ports, self.name), _ReadingBySelector
        )


class _ReadingBySelector(Reading):
    def __init__(
        self,
        asker: Asker,
        parameters: SelectReadWriteParameters,
        sections: Mapping[str, tuple[ReadableSection, ...]],
    ) -> None:
        assert isinstance(parameters, SelectorParameters)
        self.given = parameters
        self.selector = parameters.selector.value
        self.asks_selector = parameters.selector.asks_model
        super().__init__(asker, parameters, sections)

    def links(self, task: WritingTask) -> PaperGraph | None:
        match self.given.selector:
            case Selector.CITATION:
                return citation_graph(task)
            case Selector.CO_OCCURRENCE:
                return co_occurrence_graph(task, all_sections=self.given.all_sections)
        return None

    async def read_on(self, walk: Walk) -> None:
        if self.given.selector.asks_model:
            await super().read_on(walk)
            return
        order = reading_order(walk.sections, self.given.selector, self.asker.task.seed)
        for section in order:
            if section.paper not in self.asker.refused.by_title:
                await self.read(self.step(section), len(order))
        self.history.ended = EVERYTHING


def co_occurrence_graph(task: WritingTask, *, all_sections: bool = False) -> PaperGraph:
    """Return the graph in which two references are linked if a sentence cites both.

    The sentences are those of kept full texts, in sections about related work unless all count.
    """
    pairs = (
        pair
        for sentence in task.surroundings.mentions
        if sentence.related_work or all_sections
        for pair in combinations(dict.fromkeys(sentence.paper_ids), 2)
    )
    return linked_graph(task, pairs)


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
