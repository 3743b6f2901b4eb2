"""How closely a written sentence follows its source."""

import re

_WORD = re.compile(r"[^\W_]+")
_LEAST_LETTERS = 4


def closeness(written: str, source: str) -> float:
    """Return the share of a sentence's longer words that its source has as well, from 0 to 1.

    Words of fewer than four letters and digits say too little to count; a sentence without longer
    ones follows its source entirely.
    """
    wanted = set(_longer(written))
    if not wanted:
        return 1.0
    return len(wanted & set(_longer(source))) / len(wanted)


def _longer(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if len(word) >= _LEAST_LETTERS]
