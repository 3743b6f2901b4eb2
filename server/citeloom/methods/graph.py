"""A graph of a method or a text: concepts, papers, topics and their relations."""

from dataclasses import dataclass
from enum import StrEnum

from citeloom.visible import blanked_line


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


def as_dot(graph: Graph) -> str:
    """Return a graph in Graphviz' language; its nodes have their kind as class."""
    names = _names(graph)
    lines = ["digraph {", f"  label={_dot(graph.title)};"]
    for node in graph.nodes:
        tooltip = f", tooltip={_dot(node.detail)}" if node.detail else ""
        lines.append(
            f"  {names[node.id]} [label={_dot(node.label)}, class={_dot(node.kind)}{tooltip}];"
        )
    for edge in _edges(graph):
        given = {"label": _dot(edge.label), "weight": f"{edge.weight:g}"}
        if edge.detail:
            given["tooltip"] = _dot(edge.detail)
        if not edge.directed:
            given["dir"] = "none"
        shown = ", ".join(f"{name}={value}" for name, value in given.items())
        lines.append(f"  {names[edge.start]} -> {names[edge.end]} [{shown}];")
    return "\n".join([*lines, "}", ""])


def as_mermaid(graph: Graph) -> str:
    """Return a graph in Mermaid's language; details of nodes and edges are comments behind it."""
    names = _names(graph)
    lines = ["graph LR"]
    lines += [f"  {names[node.id]}[{_mermaid(node.label)}]" for node in graph.nodes]
    for edge in _edges(graph):
        line = "-->" if edge.directed else "---"
        label = f"|{_mermaid(edge.label)}|" if edge.label else ""
        lines.append(f"  {names[edge.start]} {line}{label} {names[edge.end]}")
    lines += [f"  %% {names[own.id]}: {_comment(own.detail)}" for own in graph.nodes if own.detail]
    for edge in graph.edges:
        if edge.detail:
            named = edge.label or f"{names[edge.start]} {names[edge.end]}"
            lines.append(f"  %% {_comment(named)}: {_comment(edge.detail)}")
    return "\n".join([*lines, ""])


def _edges(graph: Graph) -> tuple[Edge, ...]:
    nesting = (Edge(node.inside, node.id) for node in graph.nodes if node.inside)
    return (*nesting, *graph.edges)


def _names(graph: Graph) -> dict[str, str]:
    return {node.id: f"n{number}" for number, node in enumerate(graph.nodes, start=1)}


def _dot(text: str) -> str:
    escaped = blanked_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _comment(text: str) -> str:
    # Braces would begin a directive.
    return blanked_line(text).translate({ord("{"): "(", ord("}"): ")"})


def _mermaid(text: str) -> str:
    escaped = blanked_line(text).replace("#", "#35;")
    for sign, code in (('"', "#quot;"), ("<", "#lt;"), (">", "#gt;"), ("`", "#96;")):
        escaped = escaped.replace(sign, code)
    return f'"{escaped}"'
