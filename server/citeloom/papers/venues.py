"""Whether two names of a journal or a conference can be of one."""

import re
import unicodedata
from collections.abc import Sequence

_WORD = re.compile(r"[^\W\d_]+")
_SAID_OF_ANY = frozenset({
    "a", "acm", "advances", "and", "annual", "conf", "conference", "european", "for", "ieee", "in",
    "int", "international", "j", "journal", "letters", "meeting", "national", "of", "on", "proc",
    "proceedings", "the", "trans", "transactions", "workshop",
})  # fmt: skip
"""Words that names of very different journals and conferences share."""

_SERIES = ["lecture", "notes", "in"]
"""How the series begins in which proceedings of any conference come."""


def same_venue(one: str, other: str) -> bool:
    """Tell whether two names can be of one journal or conference.

    They can where one is the other in short, be it by letters (``NeurIPS``, ``ApJ``) or word by
    word (``Phys. Rev.``), or where half of the words that tell one from others stand in the other.
    """
    first, second = _words(one), _words(other)
    if not first or not second or _SERIES in (first[:3], second[:3]):
        return True
    if any(_is_short_for(*pair) for pair in ((one, second), (other, first))):
        return True
    few, many = sorted((_telling(first), _telling(second)), key=len)
    return 2 * sum(any(_begins(word, it) for it in many) for word in few) >= len(few)


def _words(name: str) -> list[str]:
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return _WORD.findall("".join(char for char in decomposed if not unicodedata.combining(char)))


def _telling(words: Sequence[str]) -> list[str]:
    return [word for word in words if word not in _SAID_OF_ANY] or list(words)


def _begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _is_short_for(name: str, words: Sequence[str]) -> bool:
    """Tell whether a name, or a word of it in capitals, is made of letters that begin words."""
    found = _WORD.findall(name)
    shorts = (word for word in found if len(found) == 1 or not word[1:].islower())
    return any(_made_of(word.casefold(), words) for word in shorts if len(word) > 1)


def _made_of(short: str, words: Sequence[str]) -> bool:
    if not short:
        return True
    return any(
        _made_of(short[length:], words[number + 1 :])
        for number, word in enumerate(words)
        for length in range(min(len(short), len(word)), 0, -1)
        if word.startswith(short[0]) and _stands_in(short[:length], word)
    )


def _stands_in(letters: str, word: str) -> bool:
    """Tell whether letters stand in a word in their order: *ap* in *astrophysical*."""
    rest = iter(word)
    return all(letter in rest for letter in letters)
