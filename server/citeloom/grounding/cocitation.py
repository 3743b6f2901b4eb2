"""Counts which papers a text cites together, and how near to each other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

Sentence = Sequence[Sequence[str]]
"""The citations of a sentence, each the ids of the papers that it cites."""


_MOST = 100
"""A place that cites more papers than these says nothing about any two of them."""


@dataclass(frozen=True, slots=True)
class Together:
    """How often two papers are cited together, each time counted once, where it is nearest.

    ``citations`` counts the sentences with both in one citation, ``sentences`` those that have
    them apart, ``paragraphs`` the paragraphs in which no sentence has both. Two papers are joined
    in a co-occurrence graph if a sentence has both (Select-Read-Write).
    """

    citations: int = 0
    sentences: int = 0
    paragraphs: int = 0

    @property
    def weight(self) -> float:
        """The nearness, halved at each step (Gipp and Beel, Citation Proximity Analysis, 2009)."""
        return self.citations + self.sentences / 2 + self.paragraphs / 4


def cited_together(
    paragraphs: Iterable[Sequence[Sentence]],
) -> dict[tuple[str, str], Together]:
    """Return the pairs of papers that paragraphs cite together, in order of appearance.

    Of a pair, the paper that the text cites first comes first.
    """
    order: dict[str, int] = {}
    found: dict[tuple[str, str], Together] = {}

    def pairs(papers: Iterable[str]) -> set[tuple[str, str]]:
        some = sorted(set(papers), key=order.__getitem__)
        return set(combinations(some, 2)) if len(some) <= _MOST else set()

    for paragraph in paragraphs:
        cited = [paper for sentence in paragraph for marks in sentence for paper in marks]
        for paper in cited:
            order.setdefault(paper, len(order))
        nearer: set[tuple[str, str]] = set()
        for sentence in paragraph:
            in_one = {pair for marks in sentence for pair in pairs(marks)}
            in_sentence = pairs(paper for marks in sentence for paper in marks)
            nearer |= in_sentence
            for pair in in_sentence:
                old = found.get(pair, Together())
                found[pair] = (
                    replace(old, citations=old.citations + 1)
                    if pair in in_one
                    else replace(old, sentences=old.sentences + 1)
                )
        for pair in pairs(cited) - nearer:
            old = found.get(pair, Together())
            found[pair] = replace(old, paragraphs=old.paragraphs + 1)
    return {
        pair: found[pair]
        for pair in sorted(found, key=lambda both: (order[both[0]], order[both[1]]))
    }
