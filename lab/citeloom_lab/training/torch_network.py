"""The network in torch, to be trained: the same arithmetic as in `TrainedNetwork`."""

from typing import Any

import numpy as np
import torch
from torch.nn import functional

from citeloom_lab.clustering.level_clusters import LevelGraph
from citeloom_lab.training.network.shape import NetworkShape, PairInputs
from citeloom_lab.training.network.trained_network import (
    SLOPE,
    feature_ties,
    neighbourhood,
)
from citeloom_lab.training.network.weights import Weights

Tensor = Any
"""A tensor of torch, which is not there wherever types are checked."""


class TorchNetwork:
    """Weights as tensors, and what they make of a graph."""

    def __init__(self, shape: NetworkShape, seed: int) -> None:
        generator = torch.Generator().manual_seed(seed)
        self.shape = shape
        self.arrays: dict[str, Tensor] = {
            name: _start(name, sizes, generator) for name, sizes in shape.arrays.items()
        }

    def weights(self, notes: str = "") -> Weights:
        """Return a copy of the weights as they are now."""
        arrays = {
            name: np.array(tensor.detach().numpy(), dtype=np.float32)
            for name, tensor in self.arrays.items()
        }
        return Weights(self.shape, arrays, notes)

    def embeddings(self, features: Tensor, graph: LevelGraph) -> Tensor:
        """Return h of the nodes; ``features`` are x, which may come from the level before."""
        arrays, heads = self.arrays, self.shape.heads
        near = torch.from_numpy(neighbourhood(graph))
        features = functional.normalize(features, dim=1)
        z = (features @ arrays["first.weight"]).reshape(len(graph), heads, -1).transpose(0, 1)
        hidden = _attend(z, arrays["first.source"], arrays["first.target"], near)
        hidden = hidden.transpose(0, 1).reshape(len(graph), -1) + arrays["first.bias"]
        z = functional.elu(hidden) @ arrays["second.weight"]
        added = _attend(z, arrays["second.source"], arrays["second.target"], near).mean(dim=0)
        return features + added + arrays["second.bias"]

    def log_probabilities(self, graph: LevelGraph, features: Tensor, embeddings: Tensor) -> Tensor:
        """Return by edge the logarithms of the probabilities of its ends: apart, and joined."""
        arrays, pairs = self.arrays, self.shape.pairs
        u, v = torch.from_numpy(np.ascontiguousarray(graph.edges.T))
        inner = [arrays["pairs.bias"]]
        if pairs is not PairInputs.ENDS:
            with_features = LevelGraph(features.detach().double().numpy(), graph.edges, graph.ties)
            ties = torch.column_stack(
                [
                    functional.cosine_similarity(embeddings[u], embeddings[v]),
                    torch.from_numpy(feature_ties(with_features)).float(),
                ]
            )
            inner = [inner[0] + ties @ arrays["pairs.ties"]]
        if pairs is not PairInputs.TIES:
            one, other = embeddings @ arrays["pairs.one"], embeddings @ arrays["pairs.other"]
            inner = [inner[0] + one[u] + other[v], inner[0] + one[v] + other[u]]
        choices = [
            functional.relu(values) @ arrays["choice.weight"] + arrays["choice.bias"]
            for values in inner
        ]
        return functional.log_softmax(torch.stack(choices).mean(dim=0), dim=-1)


def _attend(z: Tensor, source: Tensor, target: Tensor, near: Tensor) -> Tensor:
    given = torch.einsum("hnd,hd->hn", z, source)
    taken = torch.einsum("hnd,hd->hn", z, target)
    scores = functional.leaky_relu(taken[:, :, None] + given[:, None, :], SLOPE)
    return torch.softmax(scores.masked_fill(~near, float("-inf")), dim=-1) @ z


def _start(name: str, sizes: tuple[int, ...], generator: Tensor) -> Tensor:
    """Return zeros for a bias, else numbers as Glorot and Bengio (2010) draw them."""
    if name.endswith("bias"):
        return torch.zeros(sizes, requires_grad=True)
    bound = (6.0 / (sizes[-2] + sizes[-1])) ** 0.5
    drawn = torch.rand(sizes, generator=generator) * 2 * bound - bound
    return drawn.requires_grad_()
