"""Sentences that speak of the paper of the one before: nothing comes between, and no first goes."""

from citeloom.placing.record import RecordedSentence
from citeloom.placing.revising.standing_text import StandingText

_LEANING = "Their "


def leans(sentence: RecordedSentence) -> bool:
    """Tell whether a sentence speaks of authors that another one names."""
    return sentence.latex.startswith(_LEANING)


def is_leaned_on(text: StandingText, paragraph: int, item: int) -> bool:
    """Tell whether a sentence names a paper of which the next one of ours goes on to speak."""
    sentence, following = _with_next(text, paragraph, item)
    if sentence is None or following is None or leans(sentence):
        return False
    return leans(following[1]) and not set(sentence.keys).isdisjoint(following[1].keys)


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
