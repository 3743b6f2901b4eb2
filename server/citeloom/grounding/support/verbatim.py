"""Long runs of words that a text has from its source."""

import re
from dataclasses import dataclass

from citeloom.grounding.words import WORD

LEAST_WORDS = 12
"""Words of a run that is worth a mark: shorter ones are names and ways to say things."""

_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|``.*?''")


@dataclass(frozen=True, slots=True)
class VerbatimRun:
    """A run of a text at a half-open range of it, and its number of words."""

    text: str
    start: int
    end: int
    words: int


def verbatim_run(text: str, source: str, least: int = LEAST_WORDS) -> VerbatimRun | None:
    """Return the longest run of words that stands in a source too; quotations are none."""
    own = list(WORD.finditer(_without_quotes(text)))
    theirs = [word.lower() for word in WORD.findall(source)]
    if len(own) < least or len(theirs) < least:
        return None
    places: dict[str, list[int]] = {}
    for place, word in enumerate(theirs):
        places.setdefault(word, []).append(place)
    lengths: dict[int, int] = {}  # Of the runs that end at the word before, by their last place.
    best, end = 0, 0
    for at, match in enumerate(own):
        found = places.get(match.group().lower(), ())
        lengths = {place: lengths.get(place - 1, 0) + 1 for place in found}
        if (longest := max(lengths.values(), default=0)) > best:
            best, end = longest, at
    if best < least:
        return None
    first, last = own[end - best + 1].start(), own[end].end()
    return VerbatimRun(text[first:last], first, last, best)


def spoken_words(text: str) -> str:
    """Return the words of a text alone, in lower case, each between spaces."""
    return f" {' '.join(WORD.findall(text.lower()))} "


def spoken_runs(text: str, least: int = LEAST_WORDS) -> list[str]:
    """Return each run of ``least`` words of a text, as ``spoken_words`` has it in its source."""
    said = WORD.findall(_without_quotes(text).lower())
    return [f" {' '.join(said[at : at + least])} " for at in range(len(said) - least + 1)]


def _without_quotes(text: str) -> str:
    return _QUOTED.sub(lambda quoted: " " * len(quoted[0]), text)
