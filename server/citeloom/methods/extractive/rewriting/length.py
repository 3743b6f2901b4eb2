"""Cut a long statement where the rest is a whole sentence."""

import re

from citeloom.grounding.words import word_count
from citeloom.methods.extractive.rewriting.names import MARK

_LONG = 45
_LEAST = 12
_LEAST_AFTER_AUTHORS = 6
_SEAM = re.compile(
    r"; (?!\(?\w{1,3}\))|, (?:which|where|wherein|whereas|while|thereby|thus|hence|leading to|"
    r"resulting in|allowing|enabling|making|suggesting|achieving|obtaining|including)\b|"
    r",? and (?=(?:\w+ly |also |then |further )?(?:show|demonstrate|find|evaluate|report|conclude|"
    r"discuss|suggest|compare|validate|verify|provide|use|apply)s?\b)"
)
_OPEN_LIST = re.compile(r", (?:the|an?|their|its) (?:(?!,|\band\b|\bor\b).)*$")
_OPEN = re.compile(r"\bnot only\b(?!.*\bbut\b)|[:;]|\bboth\b(?!.*\band\b)", re.IGNORECASE)
"""A start that has to go on."""


def shorten(text: str) -> str:
    """Drop the last clauses of a statement of more than 45 words, where that is possible.

    It is cut only after the authors and their verb, so that the rest is a sentence and says
    nothing that the whole does not say.
    """
    if word_count(text) <= _LONG or MARK not in text:
        return text
    for seam in reversed(list(_SEAM.finditer(text))):
        kept = text[: seam.start()]
        done = word_count(kept.partition(MARK)[2])
        whole = kept.count("(") == kept.count(")") and not _OPEN.search(kept)
        whole = whole and not (seam.group().endswith("including") and _OPEN_LIST.search(kept))
        if whole and done >= _LEAST_AFTER_AUTHORS and _LEAST <= word_count(kept) <= _LONG:
            return kept
    return text
