"""Words that tie a sentence to the one before it."""

import re
from dataclasses import replace

from citeloom.placing.record import RecordedSentence

_OPENER = re.compile(
    r"(?:Further|Furthermore|Moreover|Similarly|Likewise|In addition|Also|Later), "
)


def without_opener(sentence: RecordedSentence) -> RecordedSentence:
    """Return a sentence without the word that ties it to the one before."""
    found = _OPENER.match(sentence.latex)
    if found is None:
        return sentence
    latex = sentence.latex[found.end() :]
    return replace(sentence, latex=latex[:1].upper() + latex[1:])
