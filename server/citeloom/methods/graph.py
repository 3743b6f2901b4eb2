"""A graph of a method or a text: concepts, papers, topics and their relations."""

from dataclasses import dataclass
from enum import StrEnum


class NodeKind(StrEnum):
    """What a node stands for."""

    TERM = "term"
    PAPER = "paper"
    TOPIC = "topic"


@dataclass(frozen=True, slots=True)
class Node:
    """A node; ``label`` is short, ``detail`` says more (a paper's title, a term's type).

    ``papers`` are the ids of the paper that the node stands for, of those that use its term, or of
    those under its topic. ``inside`` is the id of the topic right above it in a taxonomy.
    """

    id: str
    label: str
    kind: NodeKind
    detail: str = ""
    papers: tuple[str, ...] = ()
    inside: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation of two nodes, by their ids; the larger ``weight``, the stronger it is.

    ``label`` is the relation's name, short enough to stand in a drawing; ``detail`` says more.
    """

    start: str
    end: str
    label: str = ""
    detail: str = ""
    weight: float = 1.0
    directed: bool = True


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph of a kind such as ``minigraph`` or ``co-citation``, with a title for readers.

    Raises
    ------
    ValueError
        If two nodes have one id, or an edge or a nesting names no node.
    """

    kind: str
    title: str
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()

    def __post_init__(self) -> None:
        ids = {node.id for node in self.nodes}
        named = {end for edge in self.edges for end in (edge.start, edge.end)}
        named |= {node.inside for node in self.nodes if node.inside}
        if len(ids) != len(self.nodes) or not named <= ids:
            raise ValueError(f"the graph '{self.title}' has two nodes of one id, or names no node")
