"""The two losses of Eq. 10."""

from collections.abc import Sequence

import numpy as np
import torch
from torch.nn import functional

from citeloom.methods.hireview.paper_links import Nodes
from citeloom_lab.clustering.level_clusters import LevelGraph, Linkage, densities
from citeloom_lab.training.torch_network import Tensor, TorchNetwork
from citeloom_lab.training.training_graphs import TrainingGraph

TEMPERATURE = 0.1
"""τ of the contrastive loss; the paper gives none."""


def loss_of(network: TorchNetwork, graph: TrainingGraph) -> Tensor:
    """Return the loss of Eq. 10 for a graph: of its clusters, and the contrastive one."""
    level = graph.levels[0]
    features = torch.from_numpy(level.graph.features).float()
    embeddings = network.embeddings(features, level.graph)
    total = contrastive_loss(embeddings, [torch.from_numpy(alike) for alike in graph.alike])
    edges = len(level.graph.edges)
    for number, level in enumerate(graph.levels, 1):
        logarithms = network.log_probabilities(level.graph, features, embeddings)
        total = total + clustering_loss(logarithms, level.shared, level.counts, edges)
        if number < len(graph.levels):
            above = graph.levels[number]
            p = logarithms[:, 1].exp()
            features = _cluster_features(embeddings, p, level.graph, above.clusters)
            embeddings = network.embeddings(features, above.graph)
    return total


def clustering_loss(
    logarithms: Tensor, shared: np.ndarray, counts: np.ndarray, edges: int
) -> Tensor:
    """Return the cross entropy of a level, over the edges of the first one.

    An edge between clusters counts for all the edges of papers between them.
    """
    right = logarithms.gather(1, torch.from_numpy(shared).long()[:, None])[:, 0]
    return -(right * torch.from_numpy(counts).float()).sum() / edges


def contrastive_loss(embeddings: Tensor, alike: Sequence[Tensor]) -> Tensor:
    """Return the hierarchical contrastive loss, as a mean over the papers.

    Eq. 10 has the sum, by which large graphs would count more. The weight of level l, which the
    paper leaves open, is 1 / l. Papers that are alone in their topic at a level are left out there.
    """
    unit = functional.normalize(embeddings, dim=1)
    apart = torch.eye(len(unit), dtype=torch.bool)
    scores = (unit @ unit.T / TEMPERATURE).masked_fill(apart, float("-inf"))
    logarithms = functional.log_softmax(scores, dim=1).masked_fill(apart, 0.0)
    total = torch.zeros(())
    for number, pairs in enumerate(alike, 1):
        sums = (logarithms * pairs).sum(dim=1)
        total = total - (sums / pairs.sum(dim=1).clamp(min=1)).mean() / number
    return total / len(alike)


def _cluster_features(
    embeddings: Tensor, p: Tensor, graph: LevelGraph, clusters: Sequence[Nodes]
) -> Tensor:
    """Return the features of clusters by Eq. 7, through which the loss reaches the embeddings."""
    linkage = Linkage(embeddings.detach().double().numpy(), p.detach().double().numpy())
    density = densities(graph.edges, linkage)
    densest = [cluster[int(np.argmax(density[list(cluster)]))] for cluster in clusters]
    mean = torch.zeros(len(clusters), len(graph))
    for row, cluster in zip(mean, clusters, strict=True):
        row[list(cluster)] = 1.0 / len(cluster)
    return mean @ embeddings + embeddings[densest]
