"""The taxonomy as a graph to draw: topics inside of topics, papers inside of these."""

from collections.abc import Mapping

from citeloom.methods.graph import Edge, Graph, Node, NodeKind
from citeloom.methods.hireview.places import Place, placed_topics
from citeloom.methods.hireview.taxonomy import Taxonomy
from citeloom.methods.modelled.showing_papers import authors_and_year
from citeloom.papers.paper import Paper

KIND = "taxonomy"


def taxonomy_graph(taxonomy: Taxonomy, papers: Mapping[str, Paper]) -> Graph:
    """Return the topics with their papers; an edge leads to each paper that also belongs to one."""
    nodes: list[Node] = []
    edges: list[Edge] = []
    for placed in placed_topics(taxonomy):
        topic, own = placed.topic, _id(placed.place)
        inside = _id(placed.place[:-1])
        nodes.append(Node(own, topic.name, NodeKind.TOPIC, "", topic.all_papers(), inside))
        nodes += [_paper_node(papers[paper], own) for paper in topic.papers]
        edges += [Edge(own, paper, "see also") for paper in topic.also]
    return Graph(KIND, "Topics of the references", tuple(nodes), tuple(edges))


def _id(place: Place) -> str:
    return f"topic {'.'.join(str(number + 1) for number in place)}" if place else ""


def _paper_node(paper: Paper, inside: str) -> Node:
    label = authors_and_year(paper) or paper.key or paper.id
    return Node(paper.id, label, NodeKind.PAPER, paper.title, (paper.id,), inside)
