"""How closely a written sentence follows its source."""

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
_LEAST_LETTERS = 4

_KEPT = 256
"""Texts that are looked at again and again: of many sentences each is compared with the same."""


def closeness(written: str, source: str) -> float:
    """Return the share of a sentence's longer words that its source has as well, from 0 to 1.

    Words of fewer than four letters and digits say too little to count; a sentence without longer
    ones follows its source entirely.
    """
    wanted = _longer(written)
    if not wanted:
        return 1.0
    return len(wanted & _longer(source)) / len(wanted)


@lru_cache(_KEPT)
def _longer(text: str) -> frozenset[str]:
    words = _WORD.findall(text.lower())
    return frozenset(word for word in words if len(word) >= _LEAST_LETTERS)
