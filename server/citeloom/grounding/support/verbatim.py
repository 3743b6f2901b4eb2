"""Long runs of words that a text has from its source."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeloom.grounding.words import WORD

LEAST_WORDS = 12
"""Words of a run that is worth a mark: shorter ones are names and ways to say things."""

_QUOTED = re.compile(r"“[^“”]*”|\"[^\"]*\"|``(?:(?!``).)*?''")


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
    lengths = _common_lengths([word.group().lower() for word in own], theirs)
    longest = 0
    for at, length in enumerate([*lengths, 0]):
        before, longest = longest, length
        if before >= least and longest <= before:
            first, last = own[at - before].start(), own[at - 1].end()
            yield VerbatimRun(text[first:last], first, last, before)


def _common_lengths(own: Sequence[str], theirs: Sequence[str]) -> Iterator[int]:
    """Yield for each word how many words up to it stand in a row in the other text, too.

    By the suffix automaton of that text: comparing all places of a word takes time with the square
    of a text that repeats one word.
    """
    following: list[dict[str, int]] = [{}]
    shorter, longest = [-1], [0]
    last = 0
    for word in theirs:
        following.append({})
        longest.append(longest[last] + 1)
        shorter.append(0)
        new, state, last = len(following) - 1, last, len(following) - 1
        while state >= 0 and word not in following[state]:
            following[state][word] = new
            state = shorter[state]
        if state < 0:
            continue
        known = following[state][word]
        if longest[known] > longest[state] + 1:
            following.append(dict(following[known]))
            longest.append(longest[state] + 1)
            shorter.append(shorter[known])
            copy = len(following) - 1
            while state >= 0 and following[state].get(word) == known:
                following[state][word] = copy
                state = shorter[state]
            shorter[known] = copy
            known = copy
        shorter[new] = known
    state = length = 0
    for word in own:
        while state > 0 and word not in following[state]:
            state = shorter[state]
            length = longest[state]
        if word in following[state]:
            state = following[state][word]
            length += 1
        else:
            state = length = 0
        yield length


def spoken_words(text: str) -> str:
    """Return the words of a text alone, in lower case, each between spaces."""
    return f" {' '.join(WORD.findall(text.lower()))} "


def spoken_runs(text: str, part: range, own: int, least: int = LEAST_WORDS) -> list[str]:
    """Return each run of ``least`` words of a text, as ``spoken_words`` has it in its source.

    Those that have fewer than ``own`` words in a part of the text are left out; each is given once.
    """
    said = [*WORD.finditer(_without_quotes(text))]
    spoken = [word.group().lower() for word in said]
    inside = [word.start() in part for word in said]
    runs = (
        f" {' '.join(spoken[at : at + least])} "
        for at in range(len(said) - least + 1)
        if sum(inside[at : at + least]) >= own
    )
    return list(dict.fromkeys(runs))


def _without_quotes(text: str) -> str:
    return _QUOTED.sub(lambda quoted: " " * len(quoted[0]), text)
