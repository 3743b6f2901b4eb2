"""How closely a text ties its references together (Select-Read-Write, section 5.2)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True)
class GraphMetrics:
    """Measures of the graph of a text's references; an edge joins two that a sentence cites.

    ``average_degree`` is 2E/N. ``clustering`` is the mean over all nodes of the share of a node's
    pairs of neighbours that are joined; a node with fewer than two neighbours counts 0.
    """

    references: int
    edges: int
    average_degree: float
    clustering: float


def graph_metrics(sentences: Iterable[Collection[str]]) -> GraphMetrics:
    """Return the measures of a text, from the ids of the papers that each sentence cites."""
    joined: dict[str, set[str]] = {}
    for cited in sentences:
        for paper in cited:
            joined.setdefault(paper, set()).update(cited)
    for paper, neighbours in joined.items():
        neighbours.discard(paper)
    edges = sum(map(len, joined.values())) // 2
    clustering = sum(_clustering(neighbours, joined) for neighbours in joined.values())
    number = max(1, len(joined))
    return GraphMetrics(len(joined), edges, 2 * edges / number, clustering / number)


def _clustering(neighbours: Collection[str], joined: dict[str, set[str]]) -> float:
    pairs = list(combinations(neighbours, 2))
    return sum(other in joined[paper] for paper, other in pairs) / len(pairs) if pairs else 0.0
