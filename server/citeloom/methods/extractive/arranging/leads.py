"""The sentence that opens a paragraph: what its papers share."""

from citeloom.grounding.evidence import Evidence
from citeloom.methods.extractive.arranging.phrases import SharedPhrase
from citeloom.methods.result import CitationMark, Sentence, SentenceKind

_OPENING = ("A first line of work addresses ", "One line of work is concerned with ")
_FURTHER = (
    "A second group of papers is concerned with ",
    "Another line of work addresses ",
    "A further group of papers deals with ",
    "Another group of papers is devoted to ",
    "A further line of work considers ",
)
_CLOSEST = ("Closer to our topic, a line of work addresses ", "Closer to our own topic is work on ")
_NUMBERS = ("", "", "Two", "Three", "Four", "Five", "Six")


def lead(phrase: SharedPhrase, place: int, groups: int, closest: bool, turn: int) -> Sentence:
    """Return the lead of a group.

    Parameters
    ----------
    place, groups
        The place of the paragraph, from 0, and how many there are.
    closest
        Whether the phrase speaks of the draft's own topic, in the paragraph closest to it.
    turn
        Varies the words.
    """
    papers = tuple(sentence.paper.id for sentence in phrase.sentences)
    if groups == 1:
        count = _NUMBERS[len(papers)] if len(papers) < len(_NUMBERS) else "Several"
        start = f"{count} papers {('address', 'are concerned with')[turn % 2]} "
    elif place == 0:
        start = _OPENING[turn % len(_OPENING)]
    elif closest:
        start = _CLOSEST[turn % len(_CLOSEST)]
    else:
        shift = 0 if place == 1 else 1 + (place + turn) % (len(_FURTHER) - 1)
        start = _FURTHER[shift]
    evidence: tuple[Evidence, ...] = tuple(one.evidence() for one in phrase.sentences)
    return Sentence((start + phrase.text, CitationMark(papers), "."), SentenceKind.LEAD, evidence)
