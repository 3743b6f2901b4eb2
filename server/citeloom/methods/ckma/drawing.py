"""The minigraph as a drawing: Graphviz DOT and Mermaid."""

import re
from collections.abc import Sequence

from citeloom.methods.ckma.minigraph import Relation

_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def as_dot(graph: Sequence[Relation]) -> str:
    """Return the minigraph in Graphviz' language."""
    lines = ["digraph minigraph {"]
    for name, (text, kind) in _nodes(graph).items():
        lines.append(f"  {name} [label={_dot(text)}, class={_dot(kind)}];")
    names = _names(graph)
    for one in graph:
        label = _dot(one.relation)
        lines.append(f"  {names[one.head]} -> {names[one.tail]} [label={label}];")
    return "\n".join([*lines, "}", ""])


def as_mermaid(graph: Sequence[Relation]) -> str:
    """Return the minigraph in Mermaid's language."""
    lines = ["graph LR"]
    lines += [f"  {name}[{_mermaid(text)}]" for name, (text, _) in _nodes(graph).items()]
    names = _names(graph)
    lines += [
        f"  {names[one.head]} -->|{_mermaid(one.relation)}| {names[one.tail]}" for one in graph
    ]
    return "\n".join([*lines, ""])


def _names(graph: Sequence[Relation]) -> dict[str, str]:
    entities = dict.fromkeys(text for one in graph for text in (one.head, one.tail))
    return {text: f"n{number}" for number, text in enumerate(entities, start=1)}


def _nodes(graph: Sequence[Relation]) -> dict[str, tuple[str, str]]:
    kinds: dict[str, str] = {}
    for one in graph:
        kinds.setdefault(one.head, one.head_type)
        kinds.setdefault(one.tail, one.tail_type)
    return {name: (text, kinds[text]) for text, name in _names(graph).items()}


def _dot(text: str) -> str:
    escaped = _CONTROL.sub(" ", text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _mermaid(text: str) -> str:
    escaped = _CONTROL.sub(" ", text).replace("#", "#35;")
    for sign, code in (('"', "#quot;"), ("<", "#lt;"), (">", "#gt;"), ("`", "#96;")):
        escaped = escaped.replace(sign, code)
    return f'"{escaped}"'
