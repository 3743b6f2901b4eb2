"""The sentence that opens a paragraph and says what its papers share."""

from citeloom.methods.extractive.arranging.phrases import SharedPhrase
from citeloom.methods.result import CitationMark, Sentence, SentenceKind

_ALONE = ("Several papers address ", "Several papers are concerned with ")
_OPENING = ("One line of work addresses ", "One line of work is concerned with ")
_FURTHER = (
    "Another group of papers is concerned with ",
    "A further line of work addresses ",
    "A further group of papers deals with ",
    "Another line of work considers ",
)
_CLOSEST = ("Closest to our topic are papers on ", "Closest to our own topic are papers on ")
_NUMBERS = ("", "", "Two", "Three", "Four", "Five", "Six")
_MOST_CITED = 6


def lead(phrase: SharedPhrase, place: int, groups: int, closest: bool, turn: int) -> Sentence:
    """Return the lead of a group, which cites those of its papers that use the phrase.

    Of many such papers it cites the six that are most about the phrase, as examples.

    Parameters
    ----------
    place, groups
        The place of the paragraph, from 0, and how many there are.
    closest
        Whether the phrase speaks of the draft's own topic, in the paragraph closest to it.
    turn
        Varies the words.
    """
    cited = set(phrase.foremost[:_MOST_CITED])
    sentences = [sentence for sentence in phrase.sentences if sentence.paper.id in cited]
    examples = ", for example" if len(phrase.sentences) > len(sentences) else ""
    start = _start(len(phrase.sentences), place, groups, closest, turn)
    mark = CitationMark(tuple(sentence.paper.id for sentence in sentences))
    evidence = tuple(sentence.evidence() for sentence in sentences)
    return Sentence((start + phrase.text + examples, mark, "."), SentenceKind.LEAD, evidence)


def _start(papers: int, place: int, groups: int, closest: bool, turn: int) -> str:
    if groups == 1:
        start = _ALONE[turn % len(_ALONE)]
        return start.replace("Several", _NUMBERS[papers]) if papers < len(_NUMBERS) else start
    if place == 0:
        return _OPENING[turn % len(_OPENING)]
    if closest:
        return _CLOSEST[turn % len(_CLOSEST)]
    return _FURTHER[(place - 1 + turn) % len(_FURTHER)]
