"""The graphs of a draft and of the texts that were written for it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from citeloom.actions.context import Opened
from citeloom.draft.cocitation import cited_by_paragraph
from citeloom.grounding.cocitation import Sentence, Together, cited_together
from citeloom.methods.graph import Edge, Graph, Node, NodeKind, as_dot, as_mermaid
from citeloom.methods.result import CitationMark, Paragraph, Result
from citeloom.papers.authors import author_names
from citeloom.papers.from_bib import papers_of
from citeloom.papers.paper import Paper

CO_CITATION = "co-citation"


def draft_graph(opened: Opened) -> tuple[Graph, dict[str, str]]:
    """Return which references a draft cites together, and the citation key of each paper.

    Keys without an entry are left out; the check reports them.
    """
    project = opened.project
    paragraphs = list(cited_by_paragraph(project))
    keys = dict.fromkeys(
        key
        for paragraph in paragraphs
        for sentence in paragraph
        for citation in sentence
        for key in citation
    )
    entries = {key: entry for key in keys if (entry := project.entry(key)) is not None}
    papers = papers_of(tuple({entry.entry.key: entry for entry in entries.values()}.values()))
    paper_of = {key: paper for paper in papers for key in paper.keys}
    cited = {
        key: paper_of[entry.entry.key].id
        for key, entry in entries.items()
        if entry.entry.key in paper_of
    }
    by_id = [
        [
            [[cited[key] for key in citation if key in cited] for citation in sentence]
            for sentence in paragraph
        ]
        for paragraph in paragraphs
    ]
    graph = _co_citation("References cited together", by_id, {paper.id: paper for paper in papers})
    return graph, {paper.id: paper.key for paper in papers}


def result_graphs(result: Result, papers: Sequence[Paper]) -> tuple[Graph, ...]:
    """Return the graphs of a method, and the graph of papers that its text cites together."""
    title = "References cited together in the new text"
    own = _co_citation(title, map(_marks, result.paragraphs), {paper.id: paper for paper in papers})
    return (*result.graphs, own)


def graph_json(graph: Graph, key_of: Mapping[str, str]) -> dict[str, Any]:
    """Return a graph as JSON values, in the form of docs/json.md.

    Parameters
    ----------
    key_of
        The citation key of each paper; papers without one are left out of the nodes.
    """
    return {
        "kind": graph.kind,
        "title": graph.title,
        "nodes": [
            {
                "id": node.id,
                "label": node.label,
                "kind": node.kind.value,
                "detail": node.detail,
                "keys": [key_of[paper] for paper in node.papers if paper in key_of],
                "inside": node.inside or None,
            }
            for node in graph.nodes
        ],
        "edges": [asdict(edge) for edge in graph.edges],
        "dot": as_dot(graph),
        "mermaid": as_mermaid(graph),
    }


def _co_citation(
    title: str, paragraphs: Iterable[Sequence[Sentence]], papers: Mapping[str, Paper]
) -> Graph:
    given = list(paragraphs)
    cited = dict.fromkeys(
        paper
        for paragraph in given
        for sentence in paragraph
        for citation in sentence
        for paper in citation
    )
    names = {paper: _name(papers[paper]) for paper in cited}
    times = Counter(names.values())
    nodes = tuple(
        Node(
            paper,
            # What the bibliography's style makes of two papers of a year is not known here.
            name if times[name] == 1 else f"{name} ({papers[paper].key})",
            NodeKind.PAPER,
            papers[paper].title,
            (paper,),
        )
        for paper, name in names.items()
    )
    edges = tuple(
        Edge(first, other, "", _words(how), how.weight, directed=False)
        for (first, other), how in cited_together(given).items()
    )
    return Graph(CO_CITATION, title, nodes, edges)


def _marks(paragraph: Paragraph) -> list[Sentence]:
    return [
        [part.papers for part in sentence.parts if isinstance(part, CitationMark)]
        for sentence in paragraph.sentences
    ]


def _name(paper: Paper) -> str:
    named = " ".join(filter(None, (author_names(paper), str(paper.year or ""))))
    return named or paper.key


def _words(how: Together) -> str:
    counts = (
        (how.citations, "in one citation"),
        (how.sentences, "in one sentence"),
        (how.paragraphs, "in one paragraph"),
    )
    return ", ".join(
        f"{'once' if count == 1 else f'{count} times'} {where}" for count, where in counts if count
    )
