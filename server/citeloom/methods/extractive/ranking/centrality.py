"""Centrality in a graph of similarities, by power iteration."""

from collections.abc import Mapping, Sequence


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
    damping
        Probability of following an edge; otherwise the walk goes on at any node, all alike. From
        a node without edges it always does.
    tolerance
        The walk has settled when no more than this probability moved in a round.

    Source: Page et al., "The PageRank citation ranking", 1999, on weighted edges.
    """
    if not rows:
        return []
    count = len(rows)
    totals = [sum(row.values()) for row in rows]
    ranks = [1.0 / count] * count
    for _ in range(most_rounds):
        flows = [rank / total if total else 0.0 for rank, total in zip(ranks, totals, strict=True)]
        lost = sum(rank for rank, total in zip(ranks, totals, strict=True) if not total)
        base = (1.0 - damping + damping * lost) / count
        moved = [
            base + damping * sum(weight * flows[other] for other, weight in row.items())
            for row in rows
        ]
        change = sum(abs(new - old) for new, old in zip(moved, ranks, strict=True))
        ranks = moved
        if change <= tolerance:
            break
    return ranks
