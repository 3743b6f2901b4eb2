"""Long runs of words that a sentence has from a paper."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeloom.grounding.support.source import RUN, SourceText
from citeloom.grounding.support.verdict import Doubt, DoubtKind
from citeloom.words import WORD

_QUOTED = re.compile(r"“[^“”]*”|\"[^\"]*\"|``(?:(?!``).)*?''")


@dataclass(frozen=True, slots=True)
class _WordRun:
    start: int
    end: int
    words: int


def copied_words(text: str, sources: Sequence[SourceText]) -> Iterator[Doubt]:
    """Yield the longest run of words that a text has from each source, if there is one.

    Quotations are none.
    """
    said = [*WORD.finditer(_QUOTED.sub(lambda it: " " * len(it[0]), text))]
    spoken = [it[0].lower().replace("’", "'") for it in said]
    for source in sources:
        if run := _longest_run(spoken, source):
            start, end = said[run.start].start(), said[run.end - 1].end()
            reason = f"{run.words} words in a row are those of the source: “{text[start:end]}”"
            yield Doubt(DoubtKind.VERBATIM, reason, start, end, (source.paper,))


def _longest_run(spoken: Sequence[str], source: SourceText) -> _WordRun | None:
    if len(spoken) < RUN:
        return None
    longest: _WordRun | None = None
    start = -1
    for at in range(len(spoken) - RUN + 2):
        if tuple(spoken[at : at + RUN]) in source.runs:
            start = at if start < 0 else start
        elif start >= 0:
            end = at - 1 + RUN
            if longest is None or end - start > longest.words:
                longest = _WordRun(start, end, end - start)
            start = -1
    return longest
