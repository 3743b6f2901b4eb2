"""Training: the losses of Eq. 10, the same weights for the same seed, and a clean end."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")

from citeloom_lab.clustering.level_clusters import LevelGraph  # noqa: E402
from citeloom_lab.training.losses import (  # noqa: E402
    TEMPERATURE,
    clustering_loss,
    contrastive_loss,
    loss_of,
)
from citeloom_lab.training.network.hashed_words import HashedWords  # noqa: E402
from citeloom_lab.training.network.shape import PairInputs  # noqa: E402
from citeloom_lab.training.network.trained_network import (  # noqa: E402
    TrainedNetwork,
    network_of,
    unit_rows,
)
from citeloom_lab.training.network.weights import weights_as_bytes  # noqa: E402
from citeloom_lab.training.torch_network import TorchNetwork  # noqa: E402
from citeloom_lab.training.train import Trained, TrainingOptions, train  # noqa: E402
from citeloom_lab.training.training_graphs import training_graph  # noqa: E402
from level_graphs import linked_levels  # noqa: E402
from made_taxonomies import made_taxonomy  # noqa: E402
from small_networks import small_shape  # noqa: E402

SMALL = TrainingOptions(width=8, epochs=3, graphs=6)


class Stages:
    """Keeps what is reported; interrupts at a stage of training, if it is told to."""

    def __init__(self, interrupt_at: int = -1) -> None:
        self.seen: list[tuple[str, int, int]] = []
        self.interrupt_at = interrupt_at

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        self.seen.append((name, done, total))
        if done == self.interrupt_at:
            raise KeyboardInterrupt

    def words(self, text: str) -> None:
        pass


@pytest.mark.parametrize("pairs", list(PairInputs))
@given(linked_levels(least=1), st.integers(0, 3))
def test_torch_and_numpy_agree(
    pairs: PairInputs, level: tuple[LevelGraph, object], seed: int
) -> None:
    graph = level[0]
    network = TorchNetwork(small_shape(pairs, features=3), seed)
    features = torch.from_numpy(unit_rows(graph.features)).float()
    with torch.no_grad():
        embeddings = network.embeddings(features, graph)
        p = network.log_probabilities(graph, features, embeddings)[:, 1].exp()
    linkage = TrainedNetwork(network.weights(), HashedWords(3)).link(graph)
    assert linkage.embeddings == pytest.approx(embeddings.numpy(), abs=1e-5)
    assert linkage.p == pytest.approx(p.numpy(), abs=1e-5)


def test_the_clustering_loss_by_hand() -> None:
    p = [0.9, 0.2, 0.6]
    logarithms = torch.tensor([[math.log(1 - value), math.log(value)] for value in p])
    loss = clustering_loss(logarithms, np.array([True, False, False]), np.array([1.0, 1.0, 2.0]), 5)
    expected = -(math.log(0.9) + math.log(0.8) + 2 * math.log(0.4)) / 5
    assert float(loss) == pytest.approx(expected, rel=1e-5)


@given(st.lists(st.lists(st.floats(-1, 1), min_size=3, max_size=3), min_size=2, max_size=6))
def test_the_contrastive_loss_is_that_of_the_formula(rows: list[list[float]]) -> None:
    h = np.array(rows) + 0.01
    topics = [[at // 2 for at in range(len(h))], [0] * len(h)]
    unit = unit_rows(h)
    expected = 0.0
    for number, level in enumerate(topics, 1):
        for u in range(len(h)):
            others = [k for k in range(len(h)) if k != u]
            positive = [s for s in others if level[s] == level[u]]
            below = sum(math.exp(float(unit[u] @ unit[k]) / TEMPERATURE) for k in others)
            for s in positive:
                share = math.exp(float(unit[u] @ unit[s]) / TEMPERATURE) / below
                expected -= math.log(share) / number / len(positive)
    alike = [
        torch.tensor(
            [[a == b and i != j for j, b in enumerate(level)] for i, a in enumerate(level)]
        )
        for level in topics
    ]
    loss = contrastive_loss(torch.from_numpy(h), alike)
    assert float(loss) == pytest.approx(expected / len(h) / len(topics), rel=1e-4, abs=1e-5)


def test_all_weights_learn_from_both_losses() -> None:
    network = TorchNetwork(small_shape(PairInputs.BOTH, 64), 0)
    graph = training_graph(made_taxonomy(papers=3), HashedWords(64))
    assert len(graph.levels) == 2
    loss_of(network, graph).backward()
    still = [name for name, array in network.arrays.items() if not array.grad.abs().sum()]
    assert not still


def test_training_tells_topics_apart_that_it_has_not_seen() -> None:
    trained = train(
        made_taxonomy(), TrainingOptions(width=16, epochs=15, graphs=24, rate=0.03), Stages()
    )
    assert trained.held_out_loss < trained.loss
    graph = training_graph(made_taxonomy(seed=9), HashedWords())
    level = graph.levels[0]
    p = network_of(trained.weights).link(level.graph).p
    assert p[level.shared].mean() > p[~level.shared].mean() + 0.05


def bytes_of(trained: Trained) -> bytes:
    return weights_as_bytes(trained.weights)


def test_the_same_seed_gives_the_same_weights() -> None:
    first, again = (bytes_of(train(made_taxonomy(), SMALL, Stages())) for _ in range(2))
    assert first == again
    other = replace(SMALL, seed=1)
    assert bytes_of(train(made_taxonomy(), other, Stages())) != first


def test_it_ends_when_nothing_gets_better() -> None:
    options = TrainingOptions(width=8, epochs=400, patience=2, graphs=6)
    trained = train(made_taxonomy(fields=2, topics=2, papers=4), options, Stages())
    assert trained.epochs == trained.epoch + 2 < 400


def test_what_was_best_is_kept_when_it_is_interrupted() -> None:
    stages = Stages(interrupt_at=2)
    trained = train(made_taxonomy(), SMALL, stages)
    assert trained.interrupted and trained.epochs == 2
    assert bytes_of(trained) == bytes_of(train(made_taxonomy(), replace(SMALL, epochs=2), Stages()))
    with pytest.raises(KeyboardInterrupt):
        train(made_taxonomy(), SMALL, Stages(interrupt_at=0))
