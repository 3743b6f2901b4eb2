"""Tell which language a text is in."""

import re
from functools import lru_cache
from importlib.resources import files

from citeloom.words import STOP_WORDS, words

_FOREIGN = frozenset((files(__name__) / "common_foreign.txt").read_text(encoding="utf-8").split())
_ENGLISH_SHARE = 0.06
_SHORT = 12
_LETTERS_OF_OTHERS = 0.3
"""From this share of letters on that Latin has not, a text is in another script."""

_WORDS = {
    "German": "der die das und ist nicht ein eine wird werden mit für von auf den dem des sich zu",
    "French": "le la les des une est dans pour nous que sur par qui cette ces aux du et sont",
    "Spanish": "el los las una que para por con se del este esta es como su más lo y son",
    "Italian": "il che di della per una sono nel con delle gli è questo questa dei alla",
    "Portuguese": "o os as uma que para por com não do da dos das é este esta são em um",
    "Dutch": "de het een van en is dat op voor met zijn wordt deze aan bij naar door ook",
}
"""The most common words of languages that are named."""

_SETS = {name: frozenset(own.split()) for name, own in _WORDS.items()}
_SCRIPTS = (
    ("Japanese", "\u3040-\u30ff", 0.05), ("Chinese", "\u4e00-\u9fff", 0.3),
    ("Korean", "\uac00-\ud7af", 0.3), ("Greek", "\u0370-\u03ff", 0.3),
)  # fmt: skip
"""Scripts of one language, and from which share of letters on a text is in it."""

_LETTERS = re.compile(r"[^\W\d_]")
_FOREIGN_LETTER = re.compile(r"\b[a-z]*[ß-öø-ž][a-zß-öø-ž]*\b")
"""A word in lower case, which is no name, with a letter that English does not have."""

_LEAST_WORDS = 2


@lru_cache(maxsize=64)
def is_english(text: str) -> bool:
    """Return whether a text reads as English, by its most common words.

    A text of fewer than a dozen words counts as English unless it clearly is another language.
    """
    if not text.isascii():
        foreign = sum(not letter.isascii() for letter in text if letter.isalpha())
        if foreign > _LETTERS_OF_OTHERS * sum(map(str.isalpha, text)):
            return False
    tokens = words(text)
    english = sum(map(STOP_WORDS.__contains__, tokens))
    other = sum(map(_FOREIGN.__contains__, tokens)) + len(_FOREIGN_LETTER.findall(text))
    if other > english:
        return False
    return len(tokens) < _SHORT or english >= _ENGLISH_SHARE * len(tokens)


def language_of(text: str) -> str:
    """Return the English name of the language of a text that is not English; empty if unknown."""
    letters = len(_LETTERS.findall(text)) or 1
    for name, span, least in _SCRIPTS:
        if len(re.findall(f"[{span}]", text)) > least * letters:
            return name
    tokens = words(text)
    counts = {name: sum(token in own for token in tokens) for name, own in _SETS.items()}
    best = max(counts, key=lambda name: counts[name])
    ties = sum(count == counts[best] for count in counts.values())
    return best if counts[best] >= _LEAST_WORDS and ties == 1 else ""


def may_be_compared(text: str, other: str) -> bool:
    """Tell whether two texts may be in one language, so that they can have words in common."""
    english = is_english(text)
    if english or is_english(other):
        return english and is_english(other)
    languages = language_of(text), language_of(other)
    return "" in languages or len(set(languages)) == 1
