"""The minigraph as a graph to be shown: each concept with the papers whose words name it."""

import re
from collections.abc import Sequence

from citeloom.methods.ckma.minigraph import Relation
from citeloom.methods.graph import Edge, Graph, Node, NodeKind
from citeloom.papers.paper import Paper

_WORD = re.compile(r"\w+")
_SHORT = 3


def graph_of(relations: Sequence[Relation], papers: Sequence[Paper]) -> Graph:
    """Return relations between concepts as a graph.

    A concept's papers are those that have its words, one after the other, in title or abstract,
    in upper or lower case, with or without a plural's s.
    """
    kinds: dict[str, str] = {}
    for one in relations:
        kinds.setdefault(one.head, one.head_type)
        kinds.setdefault(one.tail, one.tail_type)
    texts = {one.id: _words(f"{one.title}. {one.abstract}") for one in papers}
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
    edges = tuple(Edge(ids[one.head], ids[one.tail], one.relation) for one in relations)
    return Graph("minigraph", "Concepts of the references", nodes, edges)


def _words(text: str) -> str:
    """Return the words of a text, spaces around each, so that whole words are found."""
    words = _WORD.findall(text.casefold())
    return f" {' '.join(one.removesuffix('s') if len(one) > _SHORT else one for one in words)} "
