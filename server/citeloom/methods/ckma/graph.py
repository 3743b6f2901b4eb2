"""The minigraph as a graph to draw: each concept with the papers that name it."""

import re
from collections.abc import Sequence

from citeloom.methods.ckma.minigraph import Relation
from citeloom.methods.graph import Edge, Graph, Node, NodeKind
from citeloom.papers.paper import Paper

_WORD = re.compile(r"\w+")
_SHORT = 3


def graph_of(relations: Sequence[Relation], papers: Sequence[Paper]) -> Graph:
    """Return relations between concepts as a graph.

    A concept's papers are those whose title or abstract has its words in a row; letter case and a
    plural s do not matter.
    """
    kinds: dict[str, str] = {}
    for relation in relations:
        kinds.setdefault(relation.head, relation.head_type)
        kinds.setdefault(relation.tail, relation.tail_type)
    texts = {paper.id: _words(f"{paper.title}. {paper.abstract}") for paper in papers}
    ids = {name: f"concept {number}" for number, name in enumerate(kinds, start=1)}
    nodes = tuple(
        Node(
            ids[name],
            name,
            NodeKind.TERM,
            kind,
            tuple(paper for paper, text in texts.items() if _words(name) in text),
        )
        for name, kind in kinds.items()
    )
    edges = tuple(
        Edge(ids[relation.head], ids[relation.tail], relation.relation) for relation in relations
    )
    return Graph("minigraph", "Concepts of the references", nodes, edges)


def _words(text: str) -> str:
    """Put spaces around each word of a text, so that a search finds whole words."""
    words = _WORD.findall(text.casefold())
    return f" {' '.join(word.removesuffix('s') if len(word) > _SHORT else word for word in words)} "
