"""What a method is to write in the place of sentences: about which papers, and how long."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.actions.writing.revising.place import RevisablePlace
from citeloom.actions.writing.revising.request import Revision
from citeloom.placing.block import Item
from citeloom.placing.record import RecordedSentence
from citeloom.placing.revising.dependent_sentences import dependent_sentences_after
from citeloom.problem import InputError
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span

_SHORTER = 2 / 3
_CITATION = re.compile(r"\[@[^\[\]]*+\]")


@dataclass(frozen=True)
class WantedWords:
    """New words for the items of a paragraph that have these ``numbers``.

    ``leads``: they may begin with a sentence on no paper. ``instead_of`` is what they replace,
    where several such texts are wanted at once: each gets an answer of its own. ``standing`` is
    what they replace as plain text, with what stands before and behind it.
    """

    numbers: tuple[int, ...]
    keys: tuple[str, ...]
    words: int
    leads: bool = False
    instead_of: str = ""
    standing: tuple[str, str, str] = ("", "", "")


def wanted_words(place: RevisablePlace, revision: Revision) -> WantedWords | None:
    """Return what a method is to write; None where a revision needs no new words.

    Raises
    ------
    InputError
        If no written sentence on a paper stands there, or words of the author's would move.
    """
    match revision:
        case Revision.SENTENCE | Revision.SHORTEN:
            own = own_sentence(place)
            behind = dependent_sentences_after(place.text, place.paragraph, place.item)
            numbers = (place.item, *behind)
            count = word_count([it for n in numbers if (it := place.text.sentence(place.items[n]))])
            if revision is Revision.SHORTEN:
                count = int(count * _SHORTER)
            return WantedWords(numbers, own.keys, count, standing=_standing(place, numbers))
        case Revision.PARAGRAPH | Revision.THEME:
            own_paragraph = place.sentences
            if not keys_of(own_paragraph):
                raise nothing_of_ours(place)
            check_uninterrupted(place)
            count = word_count(own_paragraph)
            return WantedWords(place.numbers, keys_of(own_paragraph), count, leads=True)
    return None


def _standing(place: RevisablePlace, numbers: Sequence[int]) -> tuple[str, str, str]:
    """Return items as plain text, with the items before and behind them; keys are left out."""
    first, last = numbers[0], numbers[-1] + 1
    parts = (place.items[:first][-1:], place.items[first:last], place.items[last:][:1])
    before, own, after = (_plain(place, items) for items in parts)
    return before, own, after


def _plain(place: RevisablePlace, items: Sequence[Item]) -> str:
    if not items:
        return ""
    at, document = place.block.content.start, place.document
    span = Span(at + items[0].span.start, at + items[-1].span.end)
    return _CITATION.sub("[…]", prose(document.text, span, document.facts).text).strip()


def own_sentence(place: RevisablePlace) -> RecordedSentence:
    """Return the sentence at a place.

    Raises
    ------
    InputError
        If it is the author's, or on no paper.
    """
    sentence = place.sentence
    if sentence is None or sentence.is_heading or not sentence.keys:
        raise nothing_of_ours(place)
    return sentence


def check_uninterrupted(place: RevisablePlace) -> None:
    """Refuse a paragraph in which words of the author's would move.

    Raises
    ------
    InputError
        If such words stand between our sentences.
    """
    if place.is_interrupted:
        what = "your own words between the sentences of this paragraph would move"
        raise InputError(
            what, place.document.place(place.start), "rewrite its sentences one by one"
        )


def nothing_of_ours(place: RevisablePlace) -> InputError:
    """Return the error of a place without a written sentence on a paper."""
    what = "Citeloom wrote no sentence here, or you have changed it"
    return InputError(what, place.document.place(place.start))


def keys_of(sentences: Sequence[RecordedSentence]) -> tuple[str, ...]:
    """Return the keys that sentences cite, each once."""
    return tuple(dict.fromkeys(key for sentence in sentences for key in sentence.keys))


def word_count(sentences: Sequence[RecordedSentence]) -> int:
    """Return about how many words sentences have."""
    return sum(len(sentence.latex.split()) for sentence in sentences)
