"""What papers say of themselves is text in every form of a graph, and breaks none of them."""

import re

import pytest

from citeloom.methods.graph import Edge, Graph, Node, NodeKind, as_dot, as_mermaid

TEXTS = {
    "markup": '"><script>alert(1)</script><img src=x onerror=alert(1)>',
    "DOT": '"]; evil [URL="https://evil.example"]; x [label="\\',
    "Mermaid": '"]\nclick n1 href "javascript:alert(1)"\n%%{init: {"theme": "x"}}%%\nn9["',
    "terminal": "\x1b]8;;https://evil.example\x07click\x1b[2J\x9b31m",
    "turned": "\u202egpj.\u2066exe\u2069\u2028next\x85line",
    "link": "[k](command:workbench.action.quit) $(trash) `code` #quot;",
}
# What begins a statement of either language where it begins a line.
DOT_LINE = re.compile(
    r'digraph \{|\}|  label="(?:[^"\\]|\\.)*";'
    r'|  n\d+(?: -> n\d+)? \[(?:\w+=(?:"(?:[^"\\]|\\.)*"|[\w.]+)(?:, )?)*\];'
)
MERMAID_LINE = re.compile(
    r'graph LR|  n\d+\["[^"<>`]*"\]|  n\d+ (?:-->|---)(?:\|"[^"<>`]*"\|)? n\d+|  %% [^{}]*'
)
BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


@pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))
def test_each_line_of_a_graph_is_one_statement(text: str) -> None:
    nodes = tuple(Node(text + end, text, NodeKind.TERM, text, (text,)) for end in "ab")
    edge = Edge(f"{text}a", f"{text}b", text, text)
    graph = Graph("minigraph", text, nodes, (edge,))
    for written, line in ((as_dot(graph), DOT_LINE), (as_mermaid(graph), MERMAID_LINE)):
        assert len(written.splitlines()) == written.count("\n")
        assert not re.search("[\x1b\x80-\x9f\u202a-\u202e\u2066-\u2069]", written)
        assert [one for one in BREAK.split(written) if one and not line.fullmatch(one)] == []
