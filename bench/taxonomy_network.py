"""The trained network beside what needs no training, on topics that it has not seen.

It is trained on five fields of Cora and tested on the other five and on the list of papers on
long-context models; and on the list, a part of its sections at a time tested on the others, and all
of it on Cora. Only weights trained on the list could be shipped: Cora has no licence.

Thresholds are the best of the paper's four on the topics of training. Differences are paired over
samples, with 95 % intervals. ``BENCH_FOLDER`` keeps the weights from one run to the next.
"""

import os
import random
import tracemalloc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray

from bench.taxonomies import (
    PAPER,
    PARAMETERS,
    Contender,
    differences_at,
    means_at,
    score,
    scores_of,
    tree_by,
)
from bench.taxonomy_data import CORA_TESTING, CORA_TUNING, cora, long_context
from citeloom.methods.hireview.labelled_papers import LabelledPapers
from citeloom.methods.hireview.network.hashed_words import HashedWords
from citeloom.methods.hireview.network.shape import PairInputs
from citeloom.methods.hireview.network.trained_network import TrainedNetwork, network_of
from citeloom.methods.hireview.network.weights import Weights, weights_as_bytes, weights_of
from citeloom.methods.hireview.paper_links import link_papers, paper_ties
from citeloom.methods.hireview.probabilities import Matrix, ProbabilityModel
from citeloom.methods.hireview.text_and_citations import TextAndCitations
from citeloom.methods.port import NoProgress
from citeloom_lab.training.drawn_papers import linked_sample, scattered_sample
from citeloom_lab.training.train import TrainingOptions, train
from citeloom_lab.training.training_graphs import draw_graphs

SAMPLES = int(os.environ.get("BENCH_SAMPLES", "50"))
WIDTH = int(os.environ.get("BENCH_WIDTH", "128"))
SIZES = (20, 60, 200)
THRESHOLDS = (0.1, 0.2, 0.5, 0.8)
FOLDS = 5
LEVELS = ("broadest", "second", "narrowest")


@dataclass(frozen=True)
class Tuned:
    """A network with the threshold that is best where it was trained."""

    network: TrainedNetwork
    threshold: float

    def contender(self) -> Contender:
        parameters = PAPER.model_copy(update={"threshold": self.threshold})
        return lambda sample, seed: tree_by(sample, parameters, self.network)


def main() -> None:
    """Print how the networks do beside the clusterings without training."""
    folder = Path(os.environ.get("BENCH_FOLDER") or mkdtemp())
    _print_speed()
    tuning, testing = cora().of_fields(CORA_TUNING), cora().of_fields(CORA_TESTING)
    on_cora = {
        f"{pairs.value} @{tuned.threshold}": tuned
        for pairs in (PairInputs.TIES, PairInputs.ENDS)
        if (tuned := _tuned("cora", tuning, pairs, folder))
    }
    _print_links(on_cora)
    draws = {"along citations": linked_sample, "scattered": scattered_sample}
    for name, draw in draws.items():
        for size in SIZES:
            samples = [draw(testing, size, seed) for seed in range(SAMPLES)]
            _print(f"trained on Cora, Cora {name}, {size}", samples, on_cora)
    for size in SIZES:
        samples = [scattered_sample(long_context(), size, seed) for seed in range(SAMPLES)]
        _print(f"trained on Cora, the list, {size}", samples, on_cora)
    _print_folds(folder)
    tuned = _tuned("list", long_context(), PairInputs.TIES, folder)
    for name, draw in draws.items():
        for size in SIZES:
            samples = [draw(testing, size, seed) for seed in range(SAMPLES)]
            _print(f"trained on the list, Cora {name}, {size}", samples, {"ties": tuned})


def _print_speed() -> None:
    """Print what a network of the paper's width takes; its weights are drawn by chance."""
    shape = TrainingOptions().shape
    rng = np.random.default_rng(0)
    arrays = {
        name: rng.normal(0.0, 0.05, sizes).astype(np.float32)
        for name, sizes in shape.arrays.items()
    }
    data = weights_as_bytes(Weights(shape, arrays))
    tracemalloc.start()
    started = perf_counter()
    network = network_of(weights_of(data))
    print(f"{len(data) / 1e6:.1f} MB of weights read in {perf_counter() - started:.3f} s")
    for size in SIZES[1:]:
        sample = linked_sample(cora().of_fields(CORA_TESTING), size, 0)
        features = network.features(sample.papers)
        level = link_papers(features, paper_ties(sample.papers, sample.surroundings), 3).level
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        times = []
        for _ in range(5):
            started = perf_counter()
            network.link(level)
            times.append(perf_counter() - started)
        memory = tracemalloc.get_traced_memory()[1] - before
        print(f"{size} papers: {median(times) * 1e3:.0f} ms, {memory / 1e6:.0f} MB")
    tracemalloc.stop()


def _print_links(on_cora: Mapping[str, Tuned]) -> None:
    """Print how well links of a narrowest topic stand before others (area under the curve)."""
    for name, papers in (("Cora", cora().of_fields(CORA_TESTING)), ("the list", long_context())):
        graphs = list(draw_graphs(papers, SAMPLES, 7, HashedWords()))
        levels = [graph.levels[0] for graph in graphs if 0 < graph.levels[0].shared.mean() < 1]
        models: dict[str, ProbabilityModel] = {
            "without training": TextAndCitations(PAPER),
            **{model: tuned.network for model, tuned in on_cora.items()},
        }
        for kind, model in models.items():
            areas = [_area(model.link(level.graph).p, level.shared) for level in levels]
            print(f"links of {name}, {kind}: {np.mean(areas):.3f}", flush=True)


def _area(p: Matrix, shared: NDArray[np.bool_]) -> float:
    ranks = np.argsort(np.argsort(p, kind="stable"), kind="stable") + 1.0
    count = int(shared.sum())
    before = ranks[shared].sum() - count * (count + 1) / 2
    return float(before / (count * (len(p) - count)))


def _print_folds(folder: Path) -> None:
    """Train on four fifths of the list's sections, test on the fifth, each in its turn."""
    papers = long_context()
    sections = sorted({path[0] for path in papers.paths.values()})
    random.Random("folds").shuffle(sections)
    tests: list[tuple[Tuned, LabelledPapers]] = []
    for fold in range(FOLDS):
        unseen = sections[fold::FOLDS]
        learnt = papers.of_fields(set(sections) - set(unseen))
        tuned = _tuned(f"fold{fold}", learnt, PairInputs.TIES, folder)
        tests.append((tuned, papers.of_fields(unseen)))
    contenders = [tuned.contender() for tuned, _ in tests]
    for size in SIZES[:2]:
        samples = [
            scattered_sample(tests[seed % FOLDS][1], size, seed // FOLDS) for seed in range(SAMPLES)
        ]
        _print_by(
            f"trained on other sections of the list, {size}",
            samples,
            {"ties": lambda sample, seed: contenders[seed % FOLDS](sample, seed)},
        )


def _tuned(name: str, papers: LabelledPapers, pairs: PairInputs, folder: Path) -> Tuned:
    file = folder / f"{name}-{pairs.value}-{WIDTH}.npz"
    if not file.exists():
        started = process_time()
        trained = train(papers, TrainingOptions(WIDTH, pairs=pairs), NoProgress())
        print(
            f"{file.name}: held out {trained.loss:.3f} before, {trained.held_out_loss:.3f} after "
            f"epoch {trained.epoch} of {trained.epochs}; {process_time() - started:.0f} CPU s"
        )
        file.write_bytes(weights_as_bytes(trained.weights))
    network = network_of(weights_of(file.read_bytes()))
    draw = linked_sample if papers.cites else scattered_sample
    samples = [draw(papers, size, 1000 + seed) for seed in range(10) for size in SIZES[:2]]

    def agreement(threshold: float) -> float:
        contender = Tuned(network, threshold).contender()
        scores = [score(contender(sample, 0), sample) for sample in samples]
        return sum(sum(pair) for found in scores for pair in found.values())

    return Tuned(network, max(THRESHOLDS, key=agreement))


def _print(where: str, samples: Sequence[LabelledPapers], tuned: Mapping[str, Tuned]) -> None:
    _print_by(where, samples, {name: network.contender() for name, network in tuned.items()})


def _print_by(
    where: str, samples: Sequence[LabelledPapers], networks: Mapping[str, Contender]
) -> None:
    contenders: dict[str, Contender] = {
        "paper": lambda sample, seed: tree_by(sample, PAPER),
        "agglomerative": lambda sample, seed: tree_by(sample, PARAMETERS),
        **networks,
    }
    scores = scores_of(samples, contenders)
    for level in LEVELS:
        if sum(level in found for found in scores["paper"]) < 2:
            continue
        cells = [where, level]
        for name in contenders:
            cells.append(" / ".join(f"{mean:.3f}" for mean in means_at(scores[name], level)))
        for name in networks:
            for other in ("paper", "agglomerative"):
                cells.append(f"{name} less {other}: ")
                cells[-1] += differences_at(scores[name], scores[other], level)
        print(f"| {' | '.join(cells)} |", flush=True)
