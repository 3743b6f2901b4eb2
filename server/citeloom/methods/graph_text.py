"""A graph in the languages of Graphviz (DOT) and Mermaid."""

from citeloom.methods.graph import Edge, Graph
from citeloom.visible import blanked_line


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
