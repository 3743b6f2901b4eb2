"""About how many tokens a text is."""

import re

CHARACTERS_A_TOKEN = 4
_WIDE = re.compile("[\u2e81-\U0010ffff]")


def text_tokens(text: str) -> int:
    """Estimate a text's tokens; scripts without spaces count one for each character."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + (len(text) - wide) // CHARACTERS_A_TOKEN + 1


def padded(words: str, length: int) -> str:
    """Return words, repeated to about so many characters."""
    return " ".join([words] * max(1, length // (len(words) + 1)))
