"""Train the network that says how probable it is that two papers share a topic."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf

import torch

from citeloom.methods.port import Progress
from citeloom.problem import InputError
from citeloom_lab.training.labelled_papers import LabelledPapers
from citeloom_lab.training.losses import loss_of
from citeloom_lab.training.network.hashed_words import HashedWords
from citeloom_lab.training.network.shape import NetworkShape, PairInputs
from citeloom_lab.training.network.weights import Weights
from citeloom_lab.training.torch_network import TorchNetwork
from citeloom_lab.training.training_graphs import TrainingGraph, draw_graphs, split_topics

HELD_OUT = 0.2
"""Graphs of topics that are held out, beside those to learn from."""

BATCH = 512
"""Papers of the graphs of one step, at most (the paper's batch)."""


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """How a network is trained; the defaults are the paper's, but for ``pairs``.

    ``width`` is that of its layers. It ends where ``patience`` epochs brought nothing. ``graphs``
    are drawn to learn from (the paper had 200 surveys). ``rate`` is that of Adam.
    """

    width: int = 1024
    epochs: int = 500
    patience: int = 10
    seed: int = 0
    pairs: PairInputs = PairInputs.TIES
    graphs: int = 200
    rate: float = 1e-3

    @property
    def shape(self) -> NetworkShape:
        """The shape of the network.

        Raises
        ------
        InputError
            If the width cannot be.
        """
        embedder = HashedWords()
        try:
            return NetworkShape(
                embedder=embedder.name,
                features=embedder.width,
                width=self.width,
                hidden=self.width,
                pairs=self.pairs,
            )
        except ValueError:
            raise InputError(f"the width {self.width} cannot be shared by four heads") from None


@dataclass(frozen=True, slots=True)
class Trained:
    """The best weights, the epoch (from 1) that made them, and the loss on topics held out then.

    ``loss`` is that before any training; ``epochs`` counts those that were run to their end.
    """

    weights: Weights
    epoch: int
    held_out_loss: float
    loss: float
    epochs: int
    interrupted: bool


def train(papers: LabelledPapers, options: TrainingOptions, progress: Progress) -> Trained:
    """Train a network on graphs drawn from papers; an interrupted one has its best weights so far.

    It computes on one processor, and the same papers, options and release of PyTorch give the same
    weights.

    Raises
    ------
    InputError
        If the papers have too few topics or nothing links them.
    KeyboardInterrupt
        If it is interrupted before the end of the first epoch.
    """
    torch.set_num_threads(1)
    shape, embedder = options.shape, HashedWords()
    progress.stage("drawing papers")
    learnt, held_out = split_topics(papers, options.seed)
    graphs = list(draw_graphs(learnt, options.graphs, options.seed, embedder))
    count = max(1, round(HELD_OUT * options.graphs))
    unseen = list(draw_graphs(held_out, count, options.seed + 1, embedder))
    if not graphs or not unseen:
        raise InputError("no papers share a word or cite each other: there is nothing to learn")
    network = TorchNetwork(shape, options.seed)
    start = _held_out_loss(network, unseen)
    best, epoch, epochs, interrupted = inf, 0, 0, True
    kept: Weights | None = None
    with suppress(KeyboardInterrupt):
        for loss in _losses(network, graphs, unseen, options):
            epochs += 1
            if loss < best:
                kept, best, epoch = (
                    network.weights(_notes(papers, options, epochs, loss)),
                    loss,
                    epochs,
                )
            progress.stage(
                f"training: loss {loss:.3f}, best {best:.3f}; epoch", epochs, options.epochs
            )
            if epochs - epoch >= options.patience:
                break
        interrupted = False
    if kept is None:
        raise KeyboardInterrupt
    return Trained(kept, epoch, best, start, epochs, interrupted)


def _losses(
    network: TorchNetwork,
    graphs: Sequence[TrainingGraph],
    unseen: Sequence[TrainingGraph],
    options: TrainingOptions,
) -> Iterator[float]:
    """Train epoch by epoch; yield the loss on the graphs that are held out."""
    adam = torch.optim.Adam(list(network.arrays.values()), lr=options.rate)
    rng = random.Random(f"order|{options.seed}")
    for _ in range(options.epochs):
        for batch in _batches(rng.sample(graphs, len(graphs))):
            adam.zero_grad()
            for graph in batch:
                (loss_of(network, graph) / len(batch)).backward()
            adam.step()
        yield _held_out_loss(network, unseen)


def _held_out_loss(network: TorchNetwork, graphs: Sequence[TrainingGraph]) -> float:
    with torch.no_grad():
        return sum(float(loss_of(network, graph)) for graph in graphs) / len(graphs)


def _batches(graphs: Sequence[TrainingGraph]) -> Iterator[list[TrainingGraph]]:
    batch: list[TrainingGraph] = []
    for graph in graphs:
        if batch and sum(map(len, batch)) + len(graph) > BATCH:
            yield batch
            batch = []
        batch.append(graph)
    if batch:
        yield batch


def _notes(papers: LabelledPapers, options: TrainingOptions, epoch: int, loss: float) -> str:
    topics = len(set(papers.paths.values()))
    return (
        f"{len(papers.papers)} papers of {topics} topics; epoch {epoch}, seed {options.seed}; "
        f"loss {loss:.4f} on topics held out"
    )
