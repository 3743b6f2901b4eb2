"""Networks of small widths with weights drawn by chance."""

import numpy as np

from citeloom_lab.training.network.hashed_words import HashedWords
from citeloom_lab.training.network.shape import NetworkShape, PairInputs
from citeloom_lab.training.network.trained_network import TrainedNetwork, network_of
from citeloom_lab.training.network.weights import Weights


def small_shape(pairs: PairInputs = PairInputs.ENDS, features: int = 6) -> NetworkShape:
    return NetworkShape(
        embedder=HashedWords().name, features=features, width=8, heads=2, hidden=5, pairs=pairs
    )


def drawn_weights(shape: NetworkShape, seed: int = 0, spread: float = 1.0) -> Weights:
    rng = np.random.default_rng(seed)
    arrays = {
        name: rng.normal(0.0, spread, sizes).astype(np.float32)
        for name, sizes in shape.arrays.items()
    }
    return Weights(shape, arrays, "drawn by chance")


def small_network(pairs: PairInputs = PairInputs.ENDS, features: int = 6) -> TrainedNetwork:
    return network_of(drawn_weights(small_shape(pairs, features)))
