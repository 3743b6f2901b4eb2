"""A sentence with another one of its text, as one that compares their papers."""

from collections.abc import Iterator
from dataclasses import dataclass

from citeloom.actions.writing.revising.place import RevisablePlace
from citeloom.placing.record import RecordedSentence
from citeloom.placing.revising.comparing import compared
from citeloom.placing.revising.dependent_sentences import leans
from citeloom.placing.revising.replacing import Place, RevisedText, replaced_at
from citeloom.placing.revising.standing_text import StandingText


@dataclass(frozen=True)
class ComparableSentence:
    """Another sentence of the text; ``both`` is that sentence together with the chosen one."""

    other: RecordedSentence
    place: Place
    both: RecordedSentence

    @property
    def key(self) -> str:
        """The key by which it is chosen."""
        return self.other.keys[0]


def comparable_sentences(place: RevisablePlace) -> Iterator[ComparableSentence]:
    """Yield the sentences to compare one with: one for each paper, the nearest sentence first."""
    first, text = place.sentence, place.text
    if first is None:
        return
    at = (place.paragraph, place.item)
    following = (place.paragraph, place.item + 1)
    places = [
        (number, item) for number, own in enumerate(text.paragraphs) for item in range(len(own))
    ]
    known: set[str] = set()
    for other_at in sorted(places, key=lambda it: it != following):
        other = text.sentence(text.paragraphs[other_at[0]][other_at[1]])
        both = None if other is None else compared(first, other)
        if other is None or both is None or other.keys[0] in known:
            continue
        # What says "it" of one of them stays right behind it.
        if other_at == following or not (_is_leant_on(text, at) or _is_leant_on(text, other_at)):
            known.add(other.keys[0])
            yield ComparableSentence(other, other_at, both)


def compared_with(place: RevisablePlace, key: str) -> RevisedText | None:
    """Return a text in which a sentence and that on a paper are one; None where they cannot be.

    Without a key it is the next sentence.
    """
    following = (place.paragraph, place.item + 1)
    for it in comparable_sentences(place):
        if key == it.key or (not key and it.place == following):
            at = (place.paragraph, place.item)
            return replaced_at(place.before, {at: (it.both,), it.place: ()})
    return None


def _is_leant_on(text: StandingText, at: Place) -> bool:
    following = text.paragraphs[at[0]][at[1] + 1 : at[1] + 2]
    sentence = text.sentence(following[0]) if following else None
    return sentence is not None and leans(sentence)
