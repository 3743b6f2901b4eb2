"""The indefinite article."""

import re

_VOWEL_SOUND = re.compile(
    r"(?!uni(?!n|mp)|us[aeiu]|ubi|u(?![a-z])|(?-i:U[A-Z])|eu|one\b|once\b)[aeiou]"
    r"|hour|hon|heir|8|11\b|18\b"
    # Letters that are read one by one, the first as "ef" or "em": an LSTM, an F-measure, an x-ray.
    r"|[fhlmnrsx][b-df-hj-np-tv-xz\d]*\b",
    re.IGNORECASE,
)


def indefinite_article(words: str) -> str:
    """Return ``a`` or ``an``, as it is said before the first of some words."""
    return "an" if _VOWEL_SOUND.match(words) else "a"
