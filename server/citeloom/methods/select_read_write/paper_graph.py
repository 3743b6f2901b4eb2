"""The graphs along which papers are read: who cites whom, who is cited together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.select_read_write.parameters import Selector, SelectReadWriteParameters
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


def graph_of(task: WritingTask, parameters: SelectReadWriteParameters) -> PaperGraph:
    """Return the graph that the selector of these parameters reads along."""
    if parameters.selector is Selector.CO_OCCURRENCE:
        return co_occurrence_graph(task, all_sections=parameters.all_sections)
    return citation_graph(task)


def citation_graph(task: WritingTask) -> PaperGraph:
    """Return the graph in which two references are linked if one cites the other."""
    pairs = ((by, other) for by, cited in task.surroundings.cites.items() for other in cited)
    return _graph(task, pairs)


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
    return _graph(task, pairs)


def _graph(task: WritingTask, pairs: Iterable[tuple[str, str]]) -> PaperGraph:
    linked: dict[str, set[str]] = {paper.id: set() for paper in task.references}
    for paper, other in pairs:
        if paper != other and paper in linked and other in linked:
            linked[paper].add(other)
            linked[other].add(paper)
    return PaperGraph(tuple(linked), {paper: frozenset(near) for paper, near in linked.items()})
