"""Taxonomies of real papers against those that people made: pair F1 and mutual information.

Samples are drawn from fields of Cora that no parameter was chosen by (`bench.taxonomy_data`): along
citations, and scattered, where hardly any paper cites another; from a curated list of titles
without citations; and from papers with abstracts, whose topic is the text that cites them.
``BENCH_SAMPLES`` of each size, 50 unless it says otherwise.

A tree has a partition of the papers at each level; papers that stand higher than a level are in the
topic under which they stand. The broadest true topics are compared with the broadest found, the
second true level with the second found, the narrowest true topics with the narrowest found; a
level where a sample has one true topic alone, or the same as at the level below, is left out.

``BENCH_WEIGHTS`` names files of a trained network's weights (with ``@0.5`` after it the threshold),
which are compared too.

Chance is the tree of the same shape whose papers have changed places by a seed. Differences are
paired over samples, with 95 % intervals of 2,000 bootstrap samples.
"""

import os
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.partitions import Labels, k_means, normalised_mutual_information, pair_f1
from bench.taxonomy_data import (
    CORA_TESTING,
    cora,
    linked_sample,
    long_context,
    related_works,
    scattered_sample,
)
from citeloom.methods.hireview.agglomerative import merge_alike, topic_counts
from citeloom.methods.hireview.cluster import taxonomy_of
from citeloom.methods.hireview.clustering_parameters import Clustering, ClusteringParameters
from citeloom.methods.hireview.labelled_papers import LabelledPapers
from citeloom.methods.hireview.network.hashed_words import HashedWords
from citeloom.methods.hireview.network.trained_network import TrainedNetwork
from citeloom.methods.hireview.network.weights import weights_of
from citeloom.methods.hireview.paper_links import link_papers, paper_ties
from citeloom.methods.hireview.probabilities import Matrix, ProbabilityModel
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.hireview.text_and_citations import TextAndCitations

SIZES = (20, 60, 200)
SAMPLES = int(os.environ.get("BENCH_SAMPLES", "50"))
LEVELS = ("broadest", "second", "narrowest")
PARAMETERS = ClusteringParameters()
PAPER = PARAMETERS.model_copy(update={"clustering": Clustering.PAPER})

Tree = Sequence[Labels]
"""The partition at each level, the broadest first."""
Contender = Callable[[LabelledPapers, int], Tree]
Scores = Mapping[str, tuple[float, float]]
"""Pair F1 and normalised mutual information at each level that counts."""


@dataclass(frozen=True)
class Data:
    """Where samples come from."""

    name: str
    papers: Callable[[], LabelledPapers]
    draw: Callable[[LabelledPapers, int, int], LabelledPapers]
    sizes: tuple[int, ...] = SIZES


DATA = (
    Data("Cora along citations", lambda: cora().of_fields(CORA_TESTING), linked_sample),
    Data("Cora scattered", lambda: cora().of_fields(CORA_TESTING), scattered_sample),
    Data("long-context list", long_context, scattered_sample),
    Data("related works", related_works, scattered_sample, (20, 60)),
)


def main() -> None:
    """Print a table of scores, and differences of the paper's clustering and of the default."""
    found = contenders()
    names = [*found, "chance (paper)", "chance (agglomerative)"]
    print(f"{SAMPLES} samples of each size; pair F1 / normalised mutual information")
    print(f"| data, papers, level | {' | '.join(names)} |\n|{' --- |' * (len(names) + 1)}")
    differences: dict[str, list[str]] = {name: [] for name in names[:2]}
    for data in DATA:
        papers = data.papers()
        for size in data.sizes:
            samples = [data.draw(papers, size, seed) for seed in range(SAMPLES)]
            scores = scores_of(samples, found)
            for level in LEVELS:
                if any(level in score for score in scores[names[0]]):
                    where = f"{data.name}, {size}, {level}"
                    cells = [
                        " / ".join(f"{m:.3f}" for m in means_at(scores[n], level)) for n in names
                    ]
                    print(f"| {where} | {' | '.join(cells)} |", flush=True)
                    for ours, rows in differences.items():
                        against = [
                            differences_at(scores[ours], scores[n], level)
                            for n in names
                            if n != ours
                        ]
                        rows.append(f"| {where} | {' | '.join(against)} |")
    for ours, rows in differences.items():
        others = [name for name in names if name != ours]
        print(f"\n{ours}, less the other: pair F1; mutual information (95 % intervals)")
        print(f"| data, papers, level | {' | '.join(others)} |\n|{' --- |' * len(names)}")
        print("\n".join(rows))


def contenders() -> Mapping[str, Contender]:
    """Return the clusterings to compare, the paper's without training first."""
    found: dict[str, Contender] = {
        "paper": lambda sample, seed: tree_by(sample, PAPER),
        "agglomerative": lambda sample, seed: tree_by(
            sample, PARAMETERS.model_copy(update={"clustering": Clustering.AGGLOMERATIVE})
        ),
        "average link on the vectors": _average_link,
        "k-means on the vectors": _k_means,
    }
    for name in filter(None, os.environ.get("BENCH_WEIGHTS", "").split(os.pathsep)):
        path, _, threshold = name.partition("@")
        found[f"paper, {Path(path).stem}"] = _network(Path(path), float(threshold or 0.5))
    return found


def _network(path: Path, threshold: float) -> Contender:
    network = TrainedNetwork(weights_of(path.read_bytes()), HashedWords())
    parameters = PAPER.model_copy(update={"threshold": threshold})
    return lambda sample, seed: tree_by(sample, parameters, network)


def tree_of(taxonomy: Taxonomy, papers: LabelledPapers) -> Tree:
    """Return the partitions of a taxonomy, papers in the order of the collection."""
    places: dict[str, tuple[int, ...]] = {}

    def place(topic: Topic, at: tuple[int, ...]) -> None:
        places.update(dict.fromkeys(topic.papers, at))
        for number, inner in enumerate(topic.topics):
            place(inner, (*at, number))

    for number, topic in enumerate(taxonomy.topics):
        place(topic, (number,))
    return [
        [places[paper.id][:level] for paper in papers.papers]
        for level in range(1, taxonomy.depth + 1)
    ]


def score(tree: Tree, sample: LabelledPapers) -> Scores:
    """Return how well a tree agrees with the true one."""
    compared = {
        "broadest": (1, tree[0]),
        "second": (2, tree[min(1, len(tree) - 1)]),
        "narrowest": (sample.depth, tree[-1]),
    }
    found = {}
    for name, (level, labels) in compared.items():
        true = sample.topics(level)
        kinds = [len(set(sample.topics(other))) for other in (level - 1, level, sample.depth)]
        if kinds[1] > 1 and (name != "second" or kinds[0] < kinds[1] < kinds[2]):
            found[name] = (pair_f1(labels, true), normalised_mutual_information(labels, true))
    return found


def scores_of(
    samples: Sequence[LabelledPapers], found: Mapping[str, Contender]
) -> Mapping[str, Sequence[Scores]]:
    scores: dict[str, list[Scores]] = {}
    for seed, sample in enumerate(samples):
        trees = {name: contender(sample, seed) for name, contender in found.items()}
        for name in ("paper", "agglomerative"):
            trees[f"chance ({name})"] = _shuffled(trees[name], seed)
        for name, tree in trees.items():
            scores.setdefault(name, []).append(score(tree, sample))
    return scores


def tree_by(
    sample: LabelledPapers, parameters: ClusteringParameters, model: ProbabilityModel | None = None
) -> Tree:
    return tree_of(taxonomy_of(sample.papers, sample.surroundings, parameters, model)[0], sample)


def _vectors(sample: LabelledPapers) -> Matrix:
    """Return the vectors that the paper's clustering sees: of texts and of linked papers' texts."""
    model = TextAndCitations(PAPER)
    ties = paper_ties(sample.papers, sample.surroundings)
    linked = link_papers(model.features(sample.papers), ties, PAPER.neighbours)
    vectors = model.link(linked.level).embeddings
    lengths = np.linalg.norm(vectors, axis=1)
    unit: Matrix = vectors / np.where(lengths > 0, lengths, 1.0)[:, None]
    return unit


def _counts(sample: LabelledPapers) -> tuple[int, ...]:
    return topic_counts(len(sample.papers), PARAMETERS.papers_per_topic)


def _average_link(sample: LabelledPapers, seed: int) -> Tree:
    vectors = _vectors(sample)
    narrow, *broader = merge_alike(vectors @ vectors.T, _counts(sample))
    labels = {paper: number for number, cluster in enumerate(narrow) for paper in cluster}
    tree = [[labels[paper] for paper in range(len(vectors))]]
    for level in broader:
        above = {number: at for at, cluster in enumerate(level) for number in cluster}
        tree.insert(0, [above[label] for label in tree[0]])
    return tree


def _k_means(sample: LabelledPapers, seed: int) -> Tree:
    vectors = _vectors(sample)
    return [k_means(vectors, count, seed) for count in sorted(_counts(sample))]


def _shuffled(tree: Tree, seed: int) -> Tree:
    order = list(range(len(tree[0])))
    random.Random(f"chance|{seed}").shuffle(order)
    return [[labels[at] for at in order] for labels in tree]


def means_at(scores: Sequence[Scores], level: str) -> tuple[float, float]:
    there = np.array([score[level] for score in scores if level in score])
    f1, information = there.mean(axis=0)
    return float(f1), float(information)


def differences_at(ours: Sequence[Scores], theirs: Sequence[Scores], level: str) -> str:
    pairs = [(a[level], b[level]) for a, b in zip(ours, theirs, strict=True) if level in a]
    differences = np.array([np.subtract(a, b) for a, b in pairs])
    rng = np.random.default_rng(0)
    drawn = differences[rng.integers(len(pairs), size=(2000, len(pairs)))].mean(axis=1)
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    means = differences.mean(axis=0)
    return "; ".join(
        f"{mean:+.3f} ({a:+.3f} to {b:+.3f})" for mean, a, b in zip(means, low, high, strict=True)
    )
