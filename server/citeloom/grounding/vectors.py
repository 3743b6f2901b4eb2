"""Sparse tf-idf vectors of texts, and how alike each two are."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vector = Mapping[str, float]
"""A vector of length 1 (or empty) by its non-zero components."""


class Idf(dict[str, float]):
    """Weights of terms; a term without one counts as rare as the rarest."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__(weights)
        self.rarest = max(weights.values(), default=1.0)

    def __missing__(self, term: str) -> float:
        return self.rarest


def idf(documents: Iterable[Iterable[str]]) -> Idf:
    """Return ``1 + log(N / n)`` of each term that n of the N documents have."""
    frequencies: Counter[str] = Counter()
    count = 0
    for document in documents:
        frequencies.update(sorted(set(document)))
        count += 1
    return Idf({term: 1.0 + math.log(count / n) for term, n in frequencies.items()})


def tf_idf(terms: Iterable[str], weights: Idf, *, sublinear: bool = False) -> Vector:
    """Return the tf-idf vector of a text, of length 1; terms without a weight count as rare.

    ``sublinear``: a term that stands n times in it counts ``1 + log(n)`` times (Manning et al.,
    "Introduction to Information Retrieval", 2008, section 6.4.1).
    """
    counts: Mapping[str, float] = Counter(terms)
    if sublinear:
        counts = {term: 1.0 + math.log(tf) for term, tf in counts.items()}
    vector = {term: tf * weights[term] for term, tf in counts.items()}
    length = math.sqrt(math.fsum(value * value for value in vector.values()))
    return {term: value / length for term, value in vector.items()} if length else {}


def cosine(a: Vector, b: Vector) -> float:
    """Return the cosine of two vectors of length 1."""
    if len(b) < len(a):
        a, b = b, a
    return math.fsum(value * b[term] for term, value in a.items() if term in b)


def similarities(vectors: Sequence[Vector]) -> "NDArray[np.float64]":
    """Return the cosine of each two vectors, 0 on the diagonal.

    The work grows with the shared terms: of thousands of vectors most share one.
    """
    import numpy as np

    holders: dict[str, list[int]] = defaultdict(list)
    for at, vector in enumerate(vectors):
        for term in vector:
            holders[term].append(at)
    postings = {
        term: (np.array(places), np.array([vectors[at][term] for at in places]))
        for term, places in holders.items()
        if len(places) > 1
    }
    earlier = dict.fromkeys(postings, 0)
    found = np.zeros((len(vectors), len(vectors)))
    for at, vector in enumerate(vectors):
        shared = [term for term in vector if earlier.get(term)]
        if shared:
            numbers = [earlier[term] for term in shared]
            others = np.concatenate([postings[term][0][: earlier[term]] for term in shared])
            weights = np.concatenate([postings[term][1][: earlier[term]] for term in shared])
            weights *= np.repeat([vector[term] for term in shared], numbers)
            found[at] = np.bincount(others, weights, minlength=len(vectors))
        for term in vector:
            if term in earlier:
                earlier[term] += 1
    found += found.T
    return found
