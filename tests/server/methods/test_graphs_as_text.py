"""Graphs as values, and in the languages of Graphviz and Mermaid."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.ckma.minigraph import Relation, graph_of
from citeloom.methods.graph import Edge, Graph, Node, NodeKind, as_dot, as_mermaid
from citeloom.papers.paper import Paper

TAXONOMY = Graph(
    "taxonomy",
    'Of "trees"',
    (
        Node("t", "Trees", NodeKind.TOPIC, papers=("p",)),
        Node("p", 'Ash <2020> #1 \\ `x`"', NodeKind.PAPER, "Ash\nTrees", ("p",), inside="t"),
        Node("q", "Elm 2021", NodeKind.PAPER, papers=("q",)),
    ),
    (
        Edge("p", "q", "cites", 'It "says"\nso {here}.', weight=0.5),
        Edge("q", "t", directed=False),
    ),
)


def test_a_graph_in_the_language_of_graphviz() -> None:
    assert as_dot(TAXONOMY) == (
        "digraph {\n"
        '  label="Of \\"trees\\"";\n'
        '  n1 [label="Trees", class="topic"];\n'
        '  n2 [label="Ash <2020> #1 \\\\ `x`\\"", class="paper", tooltip="Ash Trees"];\n'
        '  n3 [label="Elm 2021", class="paper"];\n'
        '  n1 -> n2 [label="", weight=1];\n'
        '  n2 -> n3 [label="cites", weight=0.5, tooltip="It \\"says\\" so {here}."];\n'
        '  n3 -> n1 [label="", weight=1, dir=none];\n'
        "}\n"
    )


def test_a_graph_in_the_language_of_mermaid() -> None:
    assert as_mermaid(TAXONOMY) == (
        "graph LR\n"
        '  n1["Trees"]\n'
        '  n2["Ash #lt;2020#gt; #35;1 \\ #96;x#96;#quot;"]\n'
        '  n3["Elm 2021"]\n'
        "  n1 --> n2\n"
        '  n2 -->|"cites"| n3\n'
        "  n3 --- n1\n"
        "  %% n2: Ash Trees\n"
        '  %% cites: It "says" so (here).\n'
    )


@given(st.text(), st.text())
def test_no_label_breaks_out_of_its_line(label: str, detail: str) -> None:
    nodes, edges = (Node("a", label, NodeKind.TERM, detail),), (Edge("a", "a", label, detail),)
    graph = Graph("x", label, nodes, edges)
    dot = as_dot(graph).replace("\\\\", "").replace('\\"', "")
    assert re.fullmatch(
        r'digraph \{\n  label="[^"]*";\n  n1 [^\n]*;\n  n1 -> n1 [^\n]*;\n\}\n', dot
    )
    assert as_mermaid(graph).count("\n") == 3 + 2 * bool(detail)


@pytest.mark.parametrize(
    ("nodes", "edges"),
    [
        ((Node("a", "A", NodeKind.TERM),) * 2, ()),
        ((Node("a", "A", NodeKind.TERM),), (Edge("a", "b"),)),
        ((Node("a", "A", NodeKind.TERM, inside="b"),), ()),
    ],
    ids=["one id twice", "an edge to nothing", "inside of nothing"],
)
def test_what_is_no_graph_is_refused(nodes: tuple[Node, ...], edges: tuple[Edge, ...]) -> None:
    with pytest.raises(ValueError, match="names no node"):
        Graph("x", "X", nodes, edges)


def test_a_concept_has_the_papers_that_name_it() -> None:
    relations = (
        Relation("Language Models", "Method", "Used-For", "parsing", "Task"),
        Relation("parsing", "Task", "Part-Of", "art", "Generic"),
    )
    papers = (
        Paper("1", ("a",), "A large language model", abstract="It starts."),
        Paper("2", ("b",), "Parsing", abstract="Parsing by language\nmodels, in parts."),
    )
    graph = graph_of(relations, papers)
    assert [(one.label, one.detail, one.papers) for one in graph.nodes] == [
        ("Language Models", "Method", ("1", "2")),
        ("parsing", "Task", ("2",)),
        ("art", "Generic", ()),
    ]
    assert [(one.start, one.label, one.end) for one in graph.edges] == [
        ("concept 1", "Used-For", "concept 2"),
        ("concept 2", "Part-Of", "concept 3"),
    ]
