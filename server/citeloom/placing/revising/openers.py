"""Words that tie a sentence to the one before it: those go with that."""

import re
from dataclasses import replace

from citeloom.placing.record import RecordedSentence
from citeloom.placing.revising.replacing import Place, RevisedText, replaced_at
from citeloom.placing.revising.standing_text import StandingText

_OPENER = re.compile(
    r"(?:Further|Furthermore|Moreover|Similarly|Likewise|In addition|Also|Later), "
)
_OF_ITS_NEIGHBOUR = "Later"


def without_opener(sentence: RecordedSentence) -> RecordedSentence:
    """Return a sentence without the word that ties it to the one before."""
    found = _OPENER.match(sentence.latex)
    if found is None:
        return sentence
    latex = sentence.latex[found.end() :]
    return replace(sentence, latex=latex[:1].upper() + latex[1:])


def with_openers_that_hold(before: RevisedText, after: StandingText) -> RevisedText:
    """Take such words from sentences of ours that begin a paragraph now.

    "Later" speaks of the years of two neighbours and goes with the one before, too.
    """
    earlier = {key: beside for _, key, beside in _neighbours(before.text)}
    loose = {}
    for place, key, neighbour in _neighbours(after):
        sentence = after.ours.get(key)
        if sentence is not None and neighbour != earlier.get(key):
            holds = neighbour and not sentence.latex.startswith(_OF_ITS_NEIGHBOUR)
            plain = sentence if holds else without_opener(sentence)
            if plain != sentence:
                loose[place] = (plain,)
    changed = RevisedText(after, before.record)
    return replaced_at(changed, loose) if loose else changed


def _neighbours(text: StandingText) -> list[tuple[Place, str, str | None]]:
    """Return the place and the key of each item with that of the one before it, if any."""
    return [
        ((number, at), item.key, own[at - 1].key if at else None)
        for number, own in enumerate(text.paragraphs)
        for at, item in enumerate(own)
    ]
