"""Words by which a text accuses a paper: that it is made up, copied, dishonest."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_WORK = (
    r"(?:results?|data|data ?sets?|findings?|figures?|numbers|measurements|experiments?|evidence|"
    r"stud(?:y|ies)|papers?|articles?|works?|proofs?|evaluations?|citations|references|images)"
)
_IS = r"\b(?:is|are|was|were|been|be|being|as)\b(?: \w+){0,2}?"
_MADE_UP = r"(?:fabricat(?:ed|ions?)|falsified|forged|faked?|manipulated|invented|made up)"
_FAMILIES = {
    "made up": (
        rf"\b{_WORK}\b(?:[^.;:]|\bal\.){{0,60}}?{_IS} {_MADE_UP}\b"
        r"(?! (?:by|with|from|in|on|using|of)\b)|"
        rf"\b(?:fabricated|falsified|forged|faked?) (?:\w+ )?{_WORK}\b|"
        rf"\b(?:fabricat|falsif|forg|fak)(?:e|es|ed|y|ied|ies|ing)\b (?:their|its|his|her|the) "
        rf"(?:\w+ )?{_WORK}\b|\bfabrications?\b of (?:\w+ )?{_WORK}\b",
        r"fabricat|falsif|forge|fake|manipulat|invented|made up",
    ),
    "copied": (
        r"\bplagiari[sz]\w*|\b(?:copied|stole|stolen) (?:\w+ )?(?:their|its|the|our|from)\b",
        r"plagiar|cop(?:y|ied)|stole",
    ),
    "dishonest": (
        r"\b(?:scientific |academic |research )?(?:misconduct|fraud|fraudulent\w*|hoax(?:es)?|"
        r"dishonest\w*|pseudoscien\w+|untrustworthy|discredited|debunked)\b|"
        r"\b(?:cannot|can not|not(?: to)?) be trusted\b",
        r"misconduct|fraud|hoax|dishonest|pseudoscien|trust|discredit|debunk",
    ),
}
_SAID = {name: re.compile(said, re.IGNORECASE) for name, (said, _) in _FAMILIES.items()}
_KNOWN = {name: re.compile(known, re.IGNORECASE) for name, (_, known) in _FAMILIES.items()}


@dataclass(frozen=True, slots=True)
class Accusation:
    """An accusation in a text at a half-open range of code points; ``kind`` is its class."""

    kind: str
    text: str
    start: int
    end: int


def accusations(text: str) -> Iterator[Accusation]:
    """Yield what a sentence accuses somebody's work of."""
    for kind, pattern in _SAID.items():
        for found in pattern.finditer(text):
            yield Accusation(kind, found[0], *found.span())


def speaks_of(kind: str, text: str) -> bool:
    """Tell whether a source has words of an accusation's class, so that it may be about that."""
    return _KNOWN[kind].search(text) is not None
