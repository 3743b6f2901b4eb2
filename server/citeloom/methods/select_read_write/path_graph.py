"""The reading path as a graph to draw, with what was noted on its way."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.graph import Edge, Graph, Node, NodeKind
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import authors_and_year
from citeloom.methods.select_read_write.steps import OWN, ReadingStep
from citeloom.papers.paper import Paper
from citeloom.visible import shorten

KIND = "reading path"
_LONGEST = 600
_SHORT = re.compile(r"\bP\d+\b")


def path_graph(
    steps: Sequence[ReadingStep], papers: Mapping[str, Paper], ids: ShortIds, share: float
) -> Graph:
    """Return the papers that were read, and the jumps between them, by their number.

    The title says which ``share`` of the text was read.
    Sections of a paper that were read in a row are one visit; its edge says what was read and
    noted there, with the names of papers for their short ids. The walk begins at the draft.
    """
    names = {short: _name(ids.paper(short)) for short in ids.all} | {OWN: "your draft"}
    visits = [(paper, list(own)) for paper, own in groupby(steps, lambda step: step.section.paper)]
    said: dict[str, list[str]] = {DRAFT: []}
    edges = []
    at = DRAFT
    for number, (paper, own) in enumerate(visits, start=1):
        words = shorten(_with_names("; ".join(map(_step_words, own)), names), _LONGEST)
        said.setdefault(paper, []).append(f"{number}. {words}")
        start = DRAFT if own[0].back else at
        if start != paper:
            edges.append(Edge(start, paper, str(number), words))
        at = paper
    nodes = tuple(_node(paper, "; ".join(own), papers) for paper, own in said.items())
    title = f"The order in which {share:.0%} of the text was read"
    return Graph(KIND, title, nodes, tuple(edges))


def _node(paper: str, said: str, papers: Mapping[str, Paper]) -> Node:
    if paper == DRAFT:
        return Node(DRAFT, "your draft", NodeKind.PAPER, shorten(said, _LONGEST))
    own = papers[paper]
    detail = ". ".join(filter(None, (own.title, shorten(said, _LONGEST))))
    return Node(paper, _name(own), NodeKind.PAPER, detail, (paper,))


def _name(paper: Paper) -> str:
    return authors_and_year(paper) or paper.key or paper.id


def _with_names(text: str, names: Mapping[str, str]) -> str:
    """Return a text with names for short ids, which no reader of a drawing knows."""
    return _SHORT.sub(lambda found: names.get(found[0], found[0]), text)


def _step_words(step: ReadingStep) -> str:
    notes = " ".join(note.text for note in step.noted)
    said = step.fault or (f"noted: {notes}" if notes else "nothing noted")
    return f"{step.heading or 'text without a heading'} ({said})"
