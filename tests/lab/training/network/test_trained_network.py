"""The network's arithmetic against the formulas of graph attention, node by node."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.hireview.paper_links import Matrix
from citeloom.methods.task import Surroundings
from citeloom.papers.paper import Paper
from citeloom_lab.clustering.by_paper import ByPaperParameters, taxonomy_by_paper
from citeloom_lab.clustering.level_clusters import LevelGraph
from citeloom_lab.training.network.hashed_words import HashedWords
from citeloom_lab.training.network.shape import PairInputs
from citeloom_lab.training.network.trained_network import TrainedNetwork
from citeloom_lab.training.network.weights import WeightsError
from level_graphs import linked_levels
from small_networks import drawn_weights, small_network, small_shape

ALL_PAIRS = pytest.mark.parametrize("pairs", list(PairInputs))


def unit(row: Matrix) -> Matrix:
    length = math.sqrt(sum(value * value for value in row))
    return row / length if length else row


def cosine(a: Matrix, b: Matrix) -> float:
    return float(unit(a) @ unit(b))


def attended(
    rows: list[Matrix], source: Matrix, target: Matrix, near: list[list[int]]
) -> list[Matrix]:
    """Compute Eqs. 1-4 of Veličković et al. (2018) for a head, one neighbour after another."""
    found = []
    for node, neighbours in enumerate(near):
        scores = []
        for other in neighbours:
            score = float(target @ rows[node] + source @ rows[other])
            scores.append(score if score > 0 else 0.2 * score)
        raised = [math.exp(score - max(scores)) for score in scores]
        found.append(
            sum(
                (weight / sum(raised)) * rows[other]
                for weight, other in zip(raised, neighbours, strict=True)
            )
        )
    return found


def slow_linkage(network: TrainedNetwork, graph: LevelGraph) -> tuple[Matrix, list[float]]:
    shape = network.weights.shape
    arrays = {name: array.astype(float) for name, array in network.weights.arrays.items()}
    near = [[node] for node in range(len(graph))]
    for u, v in graph.edges.tolist():
        near[u].append(v)
        near[v].append(u)
    features = [unit(row) for row in graph.features]
    z = [row @ arrays["first.weight"] for row in features]
    size = shape.width // shape.heads
    parts = []
    for head in range(shape.heads):
        rows = [row[head * size : (head + 1) * size] for row in z]
        parts.append(
            attended(rows, arrays["first.source"][head], arrays["first.target"][head], near)
        )
    hidden = []
    for node in range(len(graph)):
        row = np.concatenate([part[node] for part in parts]) + arrays["first.bias"]
        hidden.append(np.array([value if value > 0 else math.exp(value) - 1 for value in row]))
    added = []
    for head in range(shape.heads):
        rows = [row @ arrays["second.weight"][head] for row in hidden]
        added.append(
            attended(rows, arrays["second.source"][head], arrays["second.target"][head], near)
        )
    h = [
        features[node] + sum(head[node] for head in added) / shape.heads + arrays["second.bias"]
        for node in range(len(graph))
    ]
    likeness = [cosine(graph.features[u], graph.features[v]) for u, v in graph.edges.tolist()]
    mean = sum(likeness) / len(likeness) if likeness else 0.0
    probabilities = []
    for number, (u, v) in enumerate(graph.edges.tolist()):
        relative = likeness[number] / mean if mean > 0 else likeness[number]
        ties = np.array([cosine(h[u], h[v]), min(relative, 5.0), *graph.ties[number]])
        choices = []
        for one, other in ((u, v), (v, u)):
            inner = arrays["pairs.bias"]
            if shape.pairs is not PairInputs.TIES:
                inner = inner + h[one] @ arrays["pairs.one"] + h[other] @ arrays["pairs.other"]
            if shape.pairs is not PairInputs.ENDS:
                inner = inner + ties @ arrays["pairs.ties"]
            choices.append(np.maximum(inner, 0.0) @ arrays["choice.weight"] + arrays["choice.bias"])
        apart, joined = (choices[0] + choices[1]) / 2
        probabilities.append(1.0 / (1.0 + math.exp(min(apart - joined, 700.0))))
    return np.array(h).reshape(len(graph), shape.features), probabilities


@ALL_PAIRS
@given(linked_levels(), st.integers(0, 3))
def test_it_is_the_attention_of_the_formulas(
    pairs: PairInputs, level: tuple[LevelGraph, object], seed: int
) -> None:
    graph = level[0]
    shape = small_shape(pairs, features=3)
    network = TrainedNetwork(drawn_weights(shape, seed), HashedWords(3))
    linkage = network.link(graph)
    h, probabilities = slow_linkage(network, graph)
    assert linkage.embeddings == pytest.approx(h, abs=1e-3, rel=1e-3)
    assert linkage.p == pytest.approx(probabilities, abs=1e-3)


@ALL_PAIRS
@given(linked_levels(least=2), st.randoms(use_true_random=False))
def test_the_order_of_the_nodes_decides_nothing(
    pairs: PairInputs, level: tuple[LevelGraph, object], random: st.DataObject
) -> None:
    graph = level[0]
    order = list(range(len(graph)))
    random.shuffle(order)  # type: ignore[attr-defined]
    place = {node: at for at, node in enumerate(order)}
    moved = [tuple(sorted((place[u], place[v]))) for u, v in graph.edges.tolist()]
    by = sorted(range(len(moved)), key=lambda number: moved[number])
    other = LevelGraph(
        graph.features[order],
        np.array([moved[number] for number in by], dtype=np.intp).reshape(-1, 2),
        graph.ties[by],
    )
    network = small_network(pairs, features=3)
    here, there = network.link(graph), network.link(other)
    assert there.embeddings == pytest.approx(here.embeddings[order], abs=1e-4)
    assert there.p == pytest.approx(here.p[by], abs=1e-4)


@ALL_PAIRS
def test_even_the_largest_weights_give_probabilities(pairs: PairInputs) -> None:
    network = TrainedNetwork(drawn_weights(small_shape(pairs, 3), spread=200.0), HashedWords(3))
    graph = LevelGraph(np.eye(3), np.array([[0, 1], [1, 2]]), np.ones((2, 3)))
    linkage = network.link(graph)
    assert np.isfinite(linkage.embeddings).all()
    assert ((linkage.p >= 0) & (linkage.p <= 1)).all()


def test_it_clusters_papers() -> None:
    titles = ("parsing trees", "parsing grammars", "speech of phonemes", "acoustic speech", "")
    papers = tuple(Paper(f"p{at}", title=title) for at, title in enumerate(titles))
    network = small_network(features=64)
    taxonomy, trace = taxonomy_by_paper(ByPaperParameters(), network, papers, Surroundings())
    assert sorted(taxonomy.all_papers()) == [paper.id for paper in papers]
    assert trace["probabilities"] == "trained network (width 8)"


def test_features_of_another_embedder_are_refused() -> None:
    weights = drawn_weights(small_shape())
    with pytest.raises(WeightsError, match="was trained on 'hashed-words-1' of width 6, which is"):
        TrainedNetwork(weights, HashedWords(512))
