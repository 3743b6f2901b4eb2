"""Which sentences fit a theme: a point of view that an author names in a few words."""

import math
from collections.abc import Mapping, Set
from functools import cached_property

from citeloom.grounding.support.names import abbreviations
from citeloom.grounding.support.rarity import Rarity
from citeloom.grounding.support.roots import root, roots

_ENOUGH = 0.55
"""A sentence that has this much of what a theme says is on it: of two words the rarer one."""

_LEAST_WEIGHT = 0.05
"""What a word counts that stands in most texts."""

_SHORTEST, _SHARE = 5, 0.6
"""Words with so many first letters in common, and so much of the longer root, are forms of one.

*assumes* and *assumption* are, *interaction* and *interpretation* are not.
"""


class Theme:
    """A theme, compared with sentences by the roots of its words; rare ones count more."""

    def __init__(self, words: str) -> None:
        self.words = words

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        rarity = Rarity(())
        return {term: max(_LEAST_WEIGHT, rarity(term)) for term in roots(self.words)}

    @property
    def can_be_found(self) -> bool:
        """Whether it has a word by which sentences can be found: *how and why* has none."""
        return bool(self._weights)

    def share_in(self, sentence: str, text: str = "") -> float:
        """Return how much of the theme a sentence has, from 0 to 1.

        ``text`` is the one that it stands in, which may say what its short forms stand for.
        """
        explained = abbreviations(text).items()
        longer = {root(short.lower()): frozenset(roots(long)) for short, long in explained}
        own = frozenset(roots(sentence))
        found = own.union(*(longer[short] for short in own & longer.keys()))
        said = (
            weight
            for term, weight in self._weights.items()
            if _has(found, term) or (term in longer and longer[term] <= found)
        )
        return sum(said) / (sum(self._weights.values()) or 1.0)

    def fits(self, sentence: str, text: str = "") -> bool:
        """Tell whether a sentence of a text is on the theme."""
        return self.share_in(sentence, text) >= _ENOUGH


def _has(found: Set[str], term: str) -> bool:
    return term in found or any(_is_a_form(term, other) for other in found)


def _is_a_form(term: str, other: str) -> bool:
    count = max(_SHORTEST, math.ceil(_SHARE * max(len(term), len(other))))
    return len(term) >= count and term[:count] == other[:count]
