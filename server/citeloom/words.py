"""Words of English prose: tokens, stems, stop words."""

import re
from functools import lru_cache
from importlib.resources import files

WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_ASCII_WORD = re.compile(r"[a-z0-9]+(?:[-'][a-z0-9]+)*")
"""The same for lower-case texts in ASCII, as most are; it is found in two thirds of the time."""

STOP_WORDS = frozenset((files("citeloom") / "stop_words.txt").read_text(encoding="utf-8").split())


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, in order; every apostrophe as ``'``."""
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    if "İ" in text or "Σ" in text:
        # Their lower case is another one inside a text than in a word alone.
        return [word.lower().replace("’", "'") for word in WORD.findall(text)]
    return WORD.findall(text.lower().replace("’", "'"))


@lru_cache(maxsize=1 << 15)
def word_count(text: str) -> int:
    """Return how many words an author's word processor would count, near enough."""
    return len(words(text))


@lru_cache(maxsize=1 << 15)
def stem(word: str) -> str:
    """Return a lower-case word without its plural ending, ``-isation`` as ``-ization``.

    Source: the S-stemmer of Harman, "How effective is suffixing?", JASIS 42(1), 1991, Table 1.
    """
    if len(word) <= 3:
        return word
    if "isation" in word:
        word = word.replace("isation", "ization")
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return word[:-3] + "y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss", "is")):
        return word[:-1]
    return word


def terms(text: str) -> list[str]:
    """Return the content terms of a text: stems of its words, stop words and numbers left out."""
    return [
        stem(word)
        for word in words(text)
        if word not in STOP_WORDS and len(word) > 1 and not word.isdigit()
    ]
