"""How closely a text ties its references together, against a slow direct computation."""

from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from citeloom_lab.evaluation.graph_metrics import GraphMetrics, graph_metrics

TEXTS = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=6), max_size=8)


@given(TEXTS)
def test_they_are_what_counting_all_pairs_and_triangles_gives(text: list[list[str]]) -> None:
    nodes = {paper for sentence in text for paper in sentence}

    def joined(one: str, other: str) -> bool:
        return any(one in sentence and other in sentence for sentence in text)

    edges = sum(joined(*pair) for pair in combinations(sorted(nodes), 2))
    local = []
    for node in nodes:
        near = [other for other in nodes - {node} if joined(node, other)]
        pairs = list(permutations(near, 2))
        local.append(sum(joined(*pair) for pair in pairs) / len(pairs) if pairs else 0.0)
    found = graph_metrics(text)
    assert (found.references, found.edges) == (len(nodes), edges)
    assert found.average_degree == (2 * edges / len(nodes) if nodes else 0)
    assert abs(found.clustering - (sum(local) / len(local) if local else 0)) < 1e-9


def test_a_triangle_with_a_tail_and_a_reference_that_stands_alone() -> None:
    text = [["a", "b", "c"], ["c", "d"], ["a", "b"], ["e"], []]
    # a and b: 1 each; c: 1 of 3 pairs; d and e: too few neighbours.
    assert graph_metrics(text) == GraphMetrics(5, 4, 1.6, (1 + 1 + 1 / 3) / 5)
