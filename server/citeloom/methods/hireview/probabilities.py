"""The port for the probability that two nodes share a cluster, and the graph that it looks at."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from citeloom.papers.paper import Paper

Matrix = NDArray[np.float64]
Pairs = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class LevelGraph:
    """The graph of a level: at the first its nodes are papers, above these clusters of papers.

    Parameters
    ----------
    features
        A row for each node (x in Eq. 7; at the first level what the model gave).
    edges
        A row ``u, v`` for each edge, ``u < v``, in ascending order, none twice.
    ties
        A row for each edge: how far one cites the other, both are cited together, and both cite
        the same, each from 0 to 1; between clusters the means of what is between their papers.
    """

    features: Matrix
    edges: Pairs
    ties: Matrix

    def __len__(self) -> int:
        return len(self.features)


@dataclass(frozen=True, slots=True, eq=False)
class Linkage:
    """What a model says of a level: a row of ``embeddings`` for each node (h), and ``p`` by edge.

    Embeddings are as wide as the features: they become features of the next level (Eq. 7).
    """

    embeddings: Matrix
    p: Matrix


class ProbabilityModel(Protocol):
    """Gives the probability that two nodes share a cluster; the same for the same graph."""

    @property
    def name(self) -> str:
        """The name that traces and measurements show."""
        ...

    def features(self, papers: Sequence[Paper]) -> Matrix:
        """Return a row of features for each paper; zeros for one of which nothing is known."""
        ...

    def link(self, graph: LevelGraph) -> Linkage:
        """Return the embeddings of the nodes and the probability of each edge."""
        ...
