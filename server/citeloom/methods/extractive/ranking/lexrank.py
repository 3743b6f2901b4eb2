"""LexRank: sentences that resemble many sentences are central."""

from collections.abc import Sequence

from citeloom.methods.extractive.ranking.centrality import centrality
from citeloom.methods.extractive.ranking.vectors import idf, similar_pairs, tf_idf


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
    rows = similar_pairs([tf_idf(terms, weights) for terms in sentences])
    if threshold is not None:
        rows = [
            {other: 1.0 for other, similarity in row.items() if similarity > threshold}
            for row in rows
        ]
    return centrality(rows, damping)
