"""The trained network as a model of probabilities, in NumPy: two attention layers, a perceptron."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from citeloom.methods.hireview.paper_links import Matrix, cosines, unit_rows
from citeloom.papers.paper import Paper
from citeloom_lab.clustering.level_clusters import LevelGraph, Linkage
from citeloom_lab.training.network.feature_source import FeatureSource
from citeloom_lab.training.network.hashed_words import HashedWords
from citeloom_lab.training.network.shape import PairInputs
from citeloom_lab.training.network.weights import Array, Weights, WeightsError

SLOPE = 0.2
"""Of the leaky rectifier of attention (Veličković et al., 2018)."""

_DIGITS = 6
"""Sums in another order differ behind these."""


@dataclass(frozen=True, slots=True, eq=False)
class TrainedNetwork:
    """A graph attention network with the features that it was trained on.

    Raises
    ------
    WeightsError
        If the weights were trained on the rows of another embedder.
    """

    weights: Weights
    embedder: FeatureSource

    def __post_init__(self) -> None:
        shape = self.weights.shape
        if (shape.embedder, shape.features) != (self.embedder.name, self.embedder.width):
            raise WeightsError(
                f"was trained on '{shape.embedder}' of width {shape.features}, which is not the "
                f"'{self.embedder.name}' of width {self.embedder.width} that is used"
            )

    @property
    def name(self) -> str:
        return f"trained network (width {self.weights.shape.width})"

    def features(self, papers: Sequence[Paper]) -> Matrix:
        """Return the embedder's rows of the titles."""
        return self.embedder.embed([paper.title for paper in papers])

    def link(self, graph: LevelGraph) -> Linkage:
        if not len(graph):
            return Linkage(graph.features, np.zeros(0))
        features = unit_rows(graph.features).astype(np.float32)
        embeddings = self._embeddings(features, neighbourhood(graph))
        p = self._probabilities(graph, features, embeddings)
        return Linkage(_rounded(embeddings), _rounded(p))

    def _embeddings(self, features: Array, near: NDArray[np.bool_]) -> Array:
        """Return h: what two layers of attention add to the features."""
        arrays, heads = self.weights.arrays, self.weights.shape.heads
        count = len(features)
        z = (features @ arrays["first.weight"]).reshape(count, heads, -1).transpose(1, 0, 2)
        hidden = _attend(z, arrays["first.source"], arrays["first.target"], near)
        hidden = hidden.transpose(1, 0, 2).reshape(count, -1) + arrays["first.bias"]
        hidden = np.where(hidden > 0, hidden, np.expm1(np.minimum(hidden, 0)))
        z = hidden @ arrays["second.weight"]
        added = _attend(z, arrays["second.source"], arrays["second.target"], near).mean(axis=0)
        found: Array = features + added + arrays["second.bias"]
        return found

    def _probabilities(self, graph: LevelGraph, features: Array, embeddings: Array) -> Array:
        """Return p: the perceptron's, of both orders of each pair's ends."""
        arrays, pairs = self.weights.arrays, self.weights.shape.pairs
        u, v = graph.edges.T
        inner = [arrays["pairs.bias"]]
        if pairs is not PairInputs.ENDS:
            ties = pair_ties(graph, features, embeddings)
            inner = [inner[0] + ties.astype(np.float32) @ arrays["pairs.ties"]]
        if pairs is not PairInputs.TIES:
            one, other = embeddings @ arrays["pairs.one"], embeddings @ arrays["pairs.other"]
            inner = [inner[0] + one[u] + other[v], inner[0] + one[v] + other[u]]
        choices = [
            np.maximum(values, 0) @ arrays["choice.weight"] + arrays["choice.bias"]
            for values in inner
        ]
        found: Array = _softmax(np.mean(choices, axis=0))[:, 1]
        return found


def network_of(weights: Weights) -> TrainedNetwork:
    """Return the network of some weights, with the embedder that they name.

    Raises
    ------
    WeightsError
        If there is no such embedder here.
    """
    return TrainedNetwork(weights, HashedWords(weights.shape.features))


def neighbourhood(graph: LevelGraph) -> NDArray[np.bool_]:
    """Return who attends to whom: each node to itself and to those that it is linked to."""
    near = np.eye(len(graph), dtype=np.bool_)
    u, v = graph.edges.T
    near[u, v] = near[v, u] = True
    return near


def feature_ties(graph: LevelGraph) -> Matrix:
    """Return by edge how alike the features are, beside the mean of all edges, and the ties."""
    likeness = cosines(graph.features, graph.edges)
    mean = float(likeness.mean()) if len(likeness) else 0.0
    relative = likeness / mean if mean > 0 else likeness
    return np.column_stack([np.clip(relative, -5.0, 5.0), graph.ties])


def pair_ties(graph: LevelGraph, features: Array, embeddings: Array) -> Matrix:
    """Return by edge the cosine of its ends' embeddings, and `feature_ties`."""
    return np.column_stack(
        [cosines(embeddings.astype(np.float64), graph.edges), feature_ties(graph)]
    )


def _attend(z: Array, source: Array, target: Array, near: NDArray[np.bool_]) -> Array:
    """Return for each head and node the sum of its neighbours' rows, weighted by attention."""
    given = np.einsum("hnd,hd->hn", z, source)
    taken = np.einsum("hnd,hd->hn", z, target)
    scores = taken[:, :, None] + given[:, None, :]
    scores = np.where(scores > 0, scores, SLOPE * scores)
    found: Array = _softmax(np.where(near, scores, -np.inf)) @ z
    return found


def _rounded(numbers: Array) -> Matrix:
    found: Matrix = np.asarray(numbers, dtype=np.float64).round(_DIGITS)
    return found


def _softmax(scores: Array) -> Array:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found: Array = raised / raised.sum(axis=-1, keepdims=True)
    return found
