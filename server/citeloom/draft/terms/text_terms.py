"""The terms of a text that are compared to find out what it is about."""

import re

from citeloom.words import STOP_WORDS, stem

_WORD = re.compile(r"[^\W_]+")


def text_terms(folded: str) -> frozenset[str]:
    """Return the terms of a folded text: stems; no stop words, numbers or single letters."""
    return frozenset(
        stem(word)
        for word in _WORD.findall(folded)
        if len(word) > 1 and word not in STOP_WORDS and not word.isdigit()
    )
