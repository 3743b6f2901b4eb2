"""Sentences that speak of the paper of the one before: nothing comes between, and no first goes."""

import re

from citeloom.placing.record import RecordedSentence
from citeloom.placing.revising.standing_text import StandingText

_ON_AUTHORS = re.compile(r"(?:Their|They|The authors?|[^\\{}]*, the authors?)\b")
_ON_WHAT_THEY_DID = re.compile(
    r"(?:It|Its|This|These|Such|That|Those|Both|The (?:latter|former|same|resulting))\b"
)


def leans(sentence: RecordedSentence) -> bool:
    """Tell whether a sentence speaks of what another one names: authors, or what they did."""
    return bool(_ON_AUTHORS.match(sentence.latex)) or _goes_on(sentence)


def _goes_on(sentence: RecordedSentence) -> bool:
    return bool(_ON_WHAT_THEY_DID.match(sentence.latex))


def dependent_sentences_after(text: StandingText, paragraph: int, item: int) -> tuple[int, ...]:
    """Return the numbers of our sentences that go on to say "it" of what a sentence speaks of.

    Other words of that sentence may say it of something else. "Their" still fits those on the same
    papers, and is none of these.
    """
    own = text.paragraphs[paragraph]
    first = text.sentence(own[item])
    if first is None or first.is_heading or not first.keys:
        return ()
    numbers: list[int] = []
    for number in range(item + 1, len(own)):
        sentence = text.sentence(own[number])
        if sentence is None or not _goes_on(sentence) or not {*sentence.keys} <= {*first.keys}:
            break
        numbers.append(number)
    return tuple(numbers)


def last_on_its_paper(text: StandingText, paragraph: int, item: int) -> int:
    """Return the number of the last sentence of ours that goes on to speak of the same papers."""
    sentence, following = _with_next(text, paragraph, item)
    if sentence is None or following is None:
        return item
    if set(sentence.keys).isdisjoint(following[1].keys):
        return item
    return last_on_its_paper(text, paragraph, following[0])


def _with_next(
    text: StandingText, paragraph: int, item: int
) -> tuple[RecordedSentence | None, tuple[int, RecordedSentence] | None]:
    own = text.paragraphs[paragraph]
    rest = (
        (number, sentence)
        for number in range(item + 1, len(own))
        if (sentence := text.sentence(own[number])) is not None
    )
    return text.sentence(own[item]), next(rest, None)
