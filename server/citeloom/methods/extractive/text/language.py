"""Tell whether a text is English."""

from citeloom.grounding.words import words
from citeloom.methods.extractive.lexicon import lexicon

_COMMON = lexicon("common_english")
_OTHERS = lexicon("common_foreign")
_ENGLISH_SHARE = 0.06
_SHORT = 12


def is_english(text: str) -> bool:
    """Return whether a text reads as English, by its most common words.

    A text of fewer than a dozen words counts as English unless it clearly is another language.
    """
    letters = [character for character in text if character.isalpha()]
    if letters and sum(character.isascii() for character in letters) < 0.7 * len(letters):
        return False
    tokens = words(text)
    english = sum(token in _COMMON for token in tokens)
    other = sum(token in _OTHERS for token in tokens)
    if other > english:
        return False
    return len(tokens) < _SHORT or english >= _ENGLISH_SHARE * len(tokens)
