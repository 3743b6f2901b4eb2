"""Long runs of words that a text has from its source."""

import re
from collections.abc import Iterator
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


def verbatim_runs(text: str, source: str, least: int = LEAST_WORDS) -> Iterator[VerbatimRun]:
    """Yield the runs of words that stand in a source too, each as long as it is there.

    Quotations are none.
    """
    own = list(WORD.finditer(_without_quotes(text)))
    theirs = [word.lower() for word in WORD.findall(source)]
    if len(own) < least or len(theirs) < least:
        return
    places: dict[str, list[int]] = {}
    for place, word in enumerate(theirs):
        places.setdefault(word, []).append(place)
    lengths: dict[int, int] = {}  # Of the runs that end at the word before, by their last place.
    longest = 0
    for at, match in enumerate([*own, None]):
        found = places.get(match.group().lower(), ()) if match else ()
        lengths = {place: lengths.get(place - 1, 0) + 1 for place in found}
        before, longest = longest, max(lengths.values(), default=0)
        if before >= least and longest <= before:
            first, last = own[at - before].start(), own[at - 1].end()
            yield VerbatimRun(text[first:last], first, last, before)


def spoken_words(text: str) -> str:
    """Return the words of a text alone, in lower case, each between spaces."""
    return f" {' '.join(WORD.findall(text.lower()))} "


def spoken_runs(text: str, part: range, own: int, least: int = LEAST_WORDS) -> list[str]:
    """Return each run of ``least`` words of a text, as ``spoken_words`` has it in its source.

    Those that have fewer than ``own`` words in a part of the text are left out.
    """
    said = [*WORD.finditer(_without_quotes(text))]
    spoken = [word.group().lower() for word in said]
    inside = [word.start() in part for word in said]
    return [
        f" {' '.join(spoken[at : at + least])} "
        for at in range(len(said) - least + 1)
        if sum(inside[at : at + least]) >= own
    ]


def _without_quotes(text: str) -> str:
    return _QUOTED.sub(lambda quoted: " " * len(quoted[0]), text)
