"""Where between two sentences a new one may come: never between two that belong together."""

import re
from collections.abc import Sequence
from dataclasses import replace

from citeloom.methods.result import Sentence
from citeloom.methods.weaving import Change, Weave

_POINTS_BACK = re.compile(
    r"""[\s("'“]*(?:
        (?:the|a)\s+(?:first|second|third|fourth|last|latter|former|other|others|same|two|three)\b
      | (?:this|that|these|those|such|they|it|its|their|he|she|both|neither|either|one|another
          |some|others|all)\b
      | (?:however|but|yet|nevertheless|nonetheless|still|instead|conversely|moreover|furthermore
          |additionally|also|thus|therefore|hence|consequently|accordingly|then|next|finally|likewise
          |similarly|second|secondly|third|thirdly|again|nor|so|and|or|otherwise|rather|indeed
          |besides|here|there|unlike\s+(?:this|these|them)|(?:in|by|on)\s+(?:contrast|turn|comparison
          |addition|particular|this|these|that|the\s+(?:contrary|other))
          |for\s+(?:example|instance|this)|as\s+(?:a\s+result|such)|on\s+top\s+of)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_ANNOUNCES = re.compile(
    r"(?::|\b(?:as\s+follows|the\s+following)\b[^.]*)[\s.]*$"
    r"|\b(?:two|three|four|five|six|several)\s+(?:\w+\s+){0,2}"
    r"(?:groups|kinds|types|families|lines|directions|approaches|categories|ways|classes|steps)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\b(?:first|second|third|fourth|latter|former|last)\b", re.IGNORECASE)
_FAR = 3
"""How far apart the members of an announced enumeration may be, in sentences."""


def places_between(texts: Sequence[str]) -> tuple[int, ...]:
    """Return before which of a paragraph's sentences, or behind its last, a new one may come.

    It never comes before one that points back ("The latter", "However", "This") or between an
    enumeration's announcement and its members. The end is always a place; the beginning never is,
    as the first sentence says what a paragraph is about.
    """
    tied: set[int] = set()
    announced = last = -_FAR
    for at, text in enumerate(texts):
        points_back = _POINTS_BACK.match(text) is not None
        if points_back:
            tied.add(at)
        if at - last < _FAR and (points_back or _ORDINAL.search(text)):
            tied.update(range(announced + 1, at + 1))
            last = at
        if _ANNOUNCES.search(text):
            announced = last = at
            tied.add(at + 1)
    return (*(at for at in range(1, len(texts)) if at not in tied), len(texts))


def between_arguments(weave: Weave, sentences: Sequence[Sentence]) -> Weave:
    """Return new sentences where they part none that belong together: at the next place."""
    places = places_between([sentence.text for sentence in sentences])

    def moved(change: Change) -> Change:
        if change.start != change.end:
            return change
        at = next(place for place in places if place >= change.start)
        return replace(change, start=at, end=at)

    changes = sorted(map(moved, weave.changes), key=lambda change: (change.start, change.end))
    return replace(weave, changes=tuple(changes))
