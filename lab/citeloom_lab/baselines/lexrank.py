"""LexRank: sentences that resemble many sentences are central."""

from collections.abc import Sequence

from pydantic import Field

from citeloom.grounding.vectors import Vector, idf, similarities, tf_idf
from citeloom_lab.baselines.centrality import centrality, walk
from citeloom_lab.baselines.top_ranked import RankingParameters, TopRanked

_NO_NEIGHBOUR = 1e-9


def lexrank(
    sentences: Sequence[Sequence[str]], threshold: float | None = None, damping: float = 0.85
) -> list[float]:
    """Return the LexRank of each sentence, given by its terms; the ranks sum to 1.

    Parameters
    ----------
    threshold
        Sentences are neighbours where their similarity is above it, and all edges count alike.
        None: continuous LexRank, each edge counts by its similarity.

    Source: Erkan and Radev, "LexRank: graph-based lexical centrality as salience in text
    summarization", JAIR 22, 2004: idf-modified cosine (Eq. 1), LexRank (Eq. 3), continuous
    LexRank (section 3.3). idf is taken over the sentences themselves and smoothed by 1, so that a
    term that all of them have still counts. A sentence is not its own neighbour.
    """
    weights = idf(sentences)
    vectors = [tf_idf(terms, weights) for terms in sentences]
    if threshold is None:
        return _continuous(vectors, damping)
    rows = [
        {other: 1.0 for other, it in enumerate(row.tolist()) if it > threshold}
        for row in similarities(vectors)
    ]
    return centrality(rows, damping)


def _continuous(vectors: Sequence[Vector], damping: float) -> list[float]:
    """Return the ranks without making the graph, whose matrix is a product of the vectors.

    What flows into a sentence is the product of its vector with the sum of all vectors, each
    weighted by what its sentence gives. The work of a round grows with the terms, not the pairs.
    """
    import numpy as np

    numbers: dict[str, int] = {}
    terms = np.array([numbers.setdefault(term, len(numbers)) for v in vectors for term in v], int)
    values = np.array([value for vector in vectors for value in vector.values()])
    rows = np.repeat(np.arange(len(vectors)), [len(vector) for vector in vectors])
    filled = np.array([bool(vector) for vector in vectors])

    def inflow(flows: Sequence[float]) -> list[float]:
        given = np.array(flows)
        total = np.bincount(terms, given[rows] * values, len(numbers))
        gained = np.bincount(rows, values * total[terms], len(vectors)) - given
        return [float(gain) for gain in np.where(filled, gained, 0.0)]

    degrees = [degree if degree > _NO_NEIGHBOUR else 0.0 for degree in inflow([1.0] * len(vectors))]
    return walk(degrees, inflow, damping)


class LexRankParameters(RankingParameters):
    threshold: float | None = Field(
        None, ge=0, lt=1, description="Minimum similarity of neighbouring sentences; none: all."
    )


class LexRank(TopRanked[LexRankParameters]):
    name = "lexrank"
    summary = "Baseline: the most central sentences of the abstracts by LexRank, unchanged."
    parameters = LexRankParameters

    def rank(
        self, parameters: LexRankParameters, sentences: Sequence[Sequence[str]]
    ) -> list[float]:
        return lexrank(sentences, parameters.threshold, parameters.damping)
