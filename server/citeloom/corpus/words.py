"""The words of texts that papers are searched by."""

import re
from collections import Counter
from collections.abc import Iterable

from citeloom.words import STOP_WORDS, words

MOST_WORDS = 200
"""Words of a query that count where a store looks each of them up on its own."""

_WORD = re.compile(r"\w+")


def query_words(text: str) -> str:
    """Return the words of a text, without signs that a store would take for operators.

    Of many those that it has most often count, the earliest of equal ones.
    """
    return " ".join(
        " ".join([word] * count)
        for word, count in Counter(_WORD.findall(text)).most_common(MOST_WORDS)
    )


def joint_query(texts: Iterable[str]) -> str:
    """Return one query for several texts: a word counts once for each text that has it."""
    return " ".join(distinct_words(text) for text in texts)


def distinct_words(text: str) -> str:
    """Return the words of a text that say something, each once, in the order of the text."""
    return " ".join(dict.fromkeys(word for word in words(text) if _is_telling(word)))


def _is_telling(word: str) -> bool:
    return word not in STOP_WORDS and len(word) > 1 and not word.isdigit()
