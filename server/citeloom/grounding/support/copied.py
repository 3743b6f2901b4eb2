"""Long runs of words that a sentence has from a paper."""

import re
from collections.abc import Iterator, Sequence

from citeloom.grounding.support.source import RUN, SourceText
from citeloom.grounding.support.verdict import Doubt, DoubtKind
from citeloom.words import WORD

_QUOTED = re.compile(r"“[^“”]*”|\"[^\"]*\"|``(?:(?!``).)*?''")


def copied_words(text: str, sources: Sequence[SourceText]) -> Iterator[Doubt]:
    """Yield the longest run of words that a text has from each source, if there is one.

    Quotations are none.
    """
    said = [*WORD.finditer(_QUOTED.sub(lambda it: " " * len(it[0]), text))]
    spoken = [it[0].lower().replace("’", "'") for it in said]
    for source in sources:
        if run := _longest_run(spoken, source):
            start, end = said[run[0]].start(), said[run[-1]].end()
            reason = f"{len(run)} words in a row are copied from the source: “{text[start:end]}”"
            yield Doubt(DoubtKind.VERBATIM, reason, start, end, (source.paper,))


def _longest_run(spoken: Sequence[str], source: SourceText) -> range:
    """Return the places of the longest run of words that a source has; it may be empty."""
    longest = run = range(0)
    for at in range(len(spoken) - RUN + 1):
        if tuple(spoken[at : at + RUN]) in source.runs:
            goes_on = run.stop == at + RUN - 1
            run = range(run.start if goes_on else at, at + RUN)
            longest = max(longest, run, key=len)
    return longest
