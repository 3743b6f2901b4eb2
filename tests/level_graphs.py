"""Random graphs of a level, with isolated nodes, equal numbers, one node, and complete ones."""

import numpy as np
from hypothesis import strategies as st

from citeloom_lab.clustering.level_clusters import LevelGraph, Linkage

FEW_VALUES = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])


def _in_millionths(value: float) -> float:
    # The square of a length such as 1e-232 is zero: no embedding of a text is so short.
    return round(value, 6)


@st.composite
def linked_levels(draw: st.DrawFn, *, least: int = 0) -> tuple[LevelGraph, Linkage]:
    """Draw a graph and what a model may say of it."""
    count = draw(st.integers(least, 9))
    pairs = [(u, v) for u in range(count) for v in range(u + 1, count)]
    complete = draw(st.booleans())
    edges = pairs if complete else [pair for pair in pairs if draw(st.booleans())]
    values = draw(st.sampled_from([FEW_VALUES, st.floats(0.0, 1.0).map(_in_millionths)]))
    numbers = st.lists(values, min_size=3 * count, max_size=3 * count)
    embeddings = np.array(draw(numbers), dtype=float).reshape(count, 3)
    p = np.array([draw(values) for _ in edges], dtype=float)
    graph = LevelGraph(
        embeddings, np.array(edges, dtype=np.intp).reshape(-1, 2), np.zeros((len(edges), 3))
    )
    return graph, Linkage(embeddings, p)
