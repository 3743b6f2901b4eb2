"""Whether a text says a sentence, whatever its spaces, hyphens, quotation marks and capitals."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_SIGN = re.compile(r"(?<!\w)-?\d+(?:[.,]\d+)*|[^\W\d_]|[%<>=+±×≤≥]")
_SOFT_HYPHEN = "\u00ad"
_MINUS = "\u2212"


def holds_words(texts: Sequence[str], sentence: str) -> bool:
    """Tell whether any of the texts has all letters and numbers of a sentence, one after another.

    Two services, or two readings of a paper, differ in quotation marks, dashes and line breaks.
    A number is the same only as a whole.
    """
    if any(sentence in text for text in texts):
        return True
    wanted = _signs(sentence)
    return any(wanted in _signs(text) for text in texts)


@lru_cache(maxsize=512)
def _signs(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().replace(_SOFT_HYPHEN, "")
    plain = plain.replace(_MINUS, "-")
    return "".join(f" {it} " if it[-1].isdigit() else it for it in _SIGN.findall(plain))
