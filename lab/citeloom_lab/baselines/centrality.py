"""Centrality in a graph of similarities, by power iteration."""

from collections.abc import Callable, Mapping, Sequence


def centrality(
    rows: Sequence[Mapping[int, float]],
    damping: float = 0.85,
    tolerance: float = 1e-6,
    most_rounds: int = 100,
) -> list[float]:
    """Return the stationary probabilities of a random walk over a weighted, undirected graph.

    Parameters
    ----------
    rows
        For each node its neighbours, with the weights of the edges to them.
    damping, tolerance, most_rounds
        As in ``walk``.
    """

    def inflow(flows: Sequence[float]) -> list[float]:
        return [sum(weight * flows[other] for other, weight in row.items()) for row in rows]

    degrees = [sum(row.values()) for row in rows]
    return walk(degrees, inflow, damping, tolerance, most_rounds)


def walk(
    degrees: Sequence[float],
    inflow: Callable[[Sequence[float]], Sequence[float]],
    damping: float = 0.85,
    tolerance: float = 1e-6,
    most_rounds: int = 100,
) -> list[float]:
    """Return the stationary probabilities of a random walk over a graph that ``inflow`` knows.

    Parameters
    ----------
    degrees
        For each node the sum of the weights of its edges.
    inflow
        Maps what each node gives for a weight of 1 to what each node gets over all its edges.
    damping
        Probability of following an edge; otherwise the walk goes on at any node, all alike. From
        a node without edges it always does.
    tolerance
        The walk has settled when no more than this probability moved in a round.

    Source: Page et al., "The PageRank citation ranking", 1999, on weighted edges.
    """
    if not degrees:
        return []
    count = len(degrees)
    ranks = [1.0 / count] * count
    for _ in range(most_rounds):
        flows = [rank / all_ if all_ else 0.0 for rank, all_ in zip(ranks, degrees, strict=True)]
        lost = sum(rank for rank, all_ in zip(ranks, degrees, strict=True) if not all_)
        base = (1.0 - damping + damping * lost) / count
        moved = [base + damping * gained for gained in inflow(flows)]
        change = sum(abs(new - old) for new, old in zip(moved, ranks, strict=True))
        ranks = moved
        if change <= tolerance:
            break
    return ranks
