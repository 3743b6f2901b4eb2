"""How much a word says: those that few papers of the draft have, and few texts of any field."""

import math
from collections import Counter
from collections.abc import Collection, Iterable
from functools import cache
from importlib.resources import files

_FILE = "common_roots.tsv"
"""Roots with the thousandths of texts that have them in each of three fields, or more.

``tools/count-roots`` counts them.
"""

_LEAST_SHARE = 0.003
"""A word that is not in the file stands in fewer texts than these."""

_DOUBT = 10
"""So many papers of a draft say as much on how rare a word is as the texts of other fields."""


class Rarity:
    """The weights of words' roots, from about 0 (``result``) to 1 (rare here and anywhere).

    Parameters
    ----------
    papers
        The roots of each paper of the draft that has a text.
    """

    def __init__(self, papers: Iterable[Collection[str]]) -> None:
        self._papers: Counter[str] = Counter()
        self._count = 0
        for found in papers:
            self._papers.update(set(found))
            self._count += 1

    def __call__(self, term: str) -> float:
        """Return the weight of a root."""
        anywhere = math.log(_shares().get(term, _LEAST_SHARE)) / math.log(_LEAST_SHARE)
        if self._count < 2:
            return anywhere
        here = math.log((self._count + 1) / (self._papers[term] + 0.5))
        here = max(0.0, here) / math.log((self._count + 1) / 0.5)
        trust = self._count / (self._count + _DOUBT)
        return anywhere * (1 - trust + trust * here)


@cache
def _shares() -> dict[str, float]:
    text = files("citeloom.grounding.support").joinpath(_FILE).read_text(encoding="utf-8")
    lines = (line.split("\t") for line in text.splitlines())
    return {term: int(thousandths) / 1000 for term, thousandths in lines}
