"""The words of a text that a corpus is searched by."""

import re
from collections import Counter
from collections.abc import Sequence

from citeloom.words import STOP_WORDS, words

MOST_WORDS = 200
"""Words of a query that count: an abstract's, and no more than a store can look up quickly."""

_WORD = re.compile(r"\w+")


def query_words(text: str) -> str:
    """Return the words of a text, without signs that a store would take for operators."""
    return " ".join(_WORD.findall(text)[:MOST_WORDS])


def distinct_words(text: str) -> str:
    """Return the words of a text that say something, each once, in the order of the text.

    A store counts a word as often as a query has it; each once finds more of what is looked for.
    """
    found = dict.fromkeys(word for word in words(text) if _is_telling(word))
    return " ".join(list(found)[:MOST_WORDS])


def common_words(texts: Sequence[str], most: int) -> str:
    """Return the words that the most of several texts have, of equal ones the earliest."""
    counts = Counter(word for text in texts for word in distinct_words(text).split())
    return " ".join(word for word, _ in counts.most_common(most))


def _is_telling(word: str) -> bool:
    return word not in STOP_WORDS and len(word) > 1 and not word.isdigit()
