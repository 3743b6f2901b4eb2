"""The graphs that a network learns from: drawn papers, and which of them share a topic."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from citeloom.methods.hireview.paper_links import Nodes, Pairs, link_papers, paper_ties, unit_rows
from citeloom.problem import InputError
from citeloom_lab.clustering.level_clusters import (
    LevelGraph,
    edges_of_clusters,
    first_level,
    ties_between,
)
from citeloom_lab.training.drawn_papers import linked_sample, scattered_sample
from citeloom_lab.training.labelled_papers import LabelledPapers
from citeloom_lab.training.network.feature_source import FeatureSource

SIZES = (20, 40, 60, 100, 150, 200)
"""How many papers are drawn for a graph."""

LEAST_TOPICS = 4
"""Topics of two papers or more, without which there is nothing to learn or nothing to see it by."""

HELD_OUT = 0.2
"""Share of the topics that are seen only to tell when to stop."""


@dataclass(frozen=True, slots=True, eq=False)
class TrueLevel:
    """What is true of the edges of a level: whose ends share a topic, and for how many each counts.

    ``clusters`` are those of the nodes of the level before, of which ``graph`` has a node each; at
    the first level they are single papers. The features of the upper levels are zeros: they come
    from the network (Eq. 7).
    """

    graph: LevelGraph
    clusters: tuple[Nodes, ...]
    shared: NDArray[np.bool_]
    counts: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class TrainingGraph:
    """Drawn papers with what is true of them, level by level, the narrowest topics first.

    ``alike`` tells for each level which two papers share a topic there.
    """

    levels: tuple[TrueLevel, ...]
    alike: tuple[NDArray[np.bool_], ...]

    def __len__(self) -> int:
        return len(self.levels[0].graph)


def training_graph(papers: LabelledPapers, embedder: FeatureSource) -> TrainingGraph:
    """Return the graph of some papers with the truth about each level."""
    features = unit_rows(embedder.embed([paper.title for paper in papers.papers]))
    ties = paper_ties(papers.papers, papers.surroundings)
    graph = first_level(link_papers(features, ties))
    paper_edges = graph.edges
    members: list[Nodes] = [(paper,) for paper in range(len(graph))]
    clusters: tuple[Nodes, ...] = tuple(members)
    node_of = np.arange(len(graph))
    levels, alike = [], []
    for depth in range(papers.depth, 0, -1):
        topics = _numbers(papers.topics(depth))
        topic_of_node = np.array([topics[papers_of[0]] for papers_of in members], dtype=np.intp)
        u, v = graph.edges.T
        levels.append(
            TrueLevel(
                graph,
                clusters,
                topic_of_node[u] == topic_of_node[v],
                _counts(graph.edges, node_of[paper_edges]),
            )
        )
        alike.append((topics[:, None] == topics[None, :]) & ~np.eye(len(topics), dtype=np.bool_))
        clusters = tuple(
            tuple(np.flatnonzero(topic_of_node == topic).tolist())
            for topic in range(int(topics.max()) + 1)
        )
        edges = edges_of_clusters(graph, clusters)
        members = [
            tuple(np.flatnonzero(topics == topic).tolist()) for topic in range(len(clusters))
        ]
        node_of = topics
        empty = np.zeros((len(clusters), features.shape[1]))
        graph = LevelGraph(empty, edges, ties_between(ties, members, edges))
        if not len(edges):
            break
    return TrainingGraph(tuple(levels), tuple(alike))


def _numbers(topics: Sequence[tuple[str, ...]]) -> NDArray[np.intp]:
    """Return the number of each paper's topic, in the order in which they come."""
    number = {topic: at for at, topic in enumerate(dict.fromkeys(topics))}
    return np.array([number[topic] for topic in topics], dtype=np.intp)


def _counts(edges: Pairs, ends: Pairs) -> NDArray[np.float64]:
    """Return for how many edges of papers each edge of a level stands."""
    at = {edge: number for number, edge in enumerate(map(tuple, edges.tolist()))}
    counts = np.zeros(len(edges))
    for one, other in ends.tolist():
        if one != other:
            counts[at[min(one, other), max(one, other)]] += 1.0
    return counts


def split_topics(papers: LabelledPapers, seed: int) -> tuple[LabelledPapers, LabelledPapers]:
    """Return the papers to learn from, and those of topics that are held out.

    Raises
    ------
    InputError
        If there are too few topics.
    """
    leaves: dict[tuple[str, ...], list[str]] = {}
    for name, path in papers.paths.items():
        leaves.setdefault(path, []).append(name)
    topics = sorted(path for path, names in leaves.items() if len(names) > 1)
    if len(topics) < LEAST_TOPICS:
        raise InputError(
            f"has {len(topics)} topics with two papers or more; at least {LEAST_TOPICS} are needed"
        )
    random.Random(f"topics|{seed}").shuffle(topics)
    held_out = set(topics[: max(2, round(HELD_OUT * len(topics)))])
    return (
        papers.subset(name for name, path in papers.paths.items() if path not in held_out),
        papers.subset(name for name, path in papers.paths.items() if path in held_out),
    )


def draw_graphs(
    papers: LabelledPapers, count: int, seed: int, embedder: FeatureSource
) -> Iterator[TrainingGraph]:
    """Draw papers and yield their graphs; every second one along citations, if there are any.

    Graphs without an edge are left out.
    """
    rng = random.Random(f"graphs|{seed}")
    for number in range(count):
        size = min(rng.choice(SIZES), max(2, len(papers.papers) // 2))
        draw = linked_sample if papers.cites and number % 2 else scattered_sample
        graph = training_graph(draw(papers, size, seed * count + number), embedder)
        if len(graph.levels[0].graph.edges):
            yield graph
