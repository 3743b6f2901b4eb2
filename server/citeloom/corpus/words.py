"""The words of a text that a corpus is searched by."""

import re

MOST_WORDS = 200
"""Words of a query that count: an abstract's, and no more than a store can look up quickly."""

_WORD = re.compile(r"\w+")


def query_words(text: str) -> str:
    """Return the words of a text, without signs that a store would take for operators."""
    return " ".join(_WORD.findall(text)[:MOST_WORDS])
