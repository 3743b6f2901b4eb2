"""The roots of words: generates, generation and generative have one."""

import re
from functools import lru_cache

from citeloom.words import STOP_WORDS, words

_SHORTEST_ROOT = 4
_MEASURED = re.compile(r"(?<!\d)\d+(?=[a-z]{2}|[ms]\Z)")
"""A number that is written together with its unit, as in 60GHz."""

_SHORT_PLURAL = re.compile(r"(?!bias|lens|news)[a-z]{2}[b-hj-rtv-z]s")
"""Of words that are too short for an ending: CNNs, keys."""

_ENDINGS = tuple(
    sorted(
        """
        ization izations izing ized izes ize ational ations ation ating ates ated ate ative atives
        ator ators ition itions itive ement ements ment ments ness ities ity ably ibly able ible
        ance ances ence ences ings ing edly ed ers er ors or ives ive ively ions ion als ally al
        ical ically ics ic ly es is s e y ous ful ies ied ency ancy ent ant ents ants
        """.split(),  # noqa: SIM905
        key=len,
        reverse=True,
    )
)


@lru_cache(maxsize=1 << 15)
def root(word: str) -> str:
    """Return what the forms of a lower-case word begin with: its longest ending is taken away.

    At least four letters stay; a word of letters and digits is its own root.
    """
    if not word.isalpha():
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_ROOT:
            left = word[: -len(ending)]
            return left[:-1] if len(left) > _SHORTEST_ROOT and left[-1] == left[-2] else left
    return word[:-1] if _SHORT_PLURAL.fullmatch(word) else word


def roots(text: str) -> list[str]:
    """Return the roots of a text's words in order, without stop words, numbers and letters.

    A word with hyphens counts as its parts: ``multi-layer`` is in a text with ``multiple layers``
    as far as ``layer`` is.
    """
    return [found for word in words(text) for found in _roots_of(word)]


@lru_cache(maxsize=1 << 15)
def _roots_of(word: str) -> tuple[str, ...]:
    if word in STOP_WORDS:
        return ()
    return tuple(
        root(piece)
        for part in word.replace("'s", "").split("-")
        for piece in [_MEASURED.sub("", part)]
        if len(piece) > 1 and piece not in STOP_WORDS and not piece.isdigit()
    )
