"""The statements that a text can be made of, and what each is worth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from citeloom.grounding.roles.role import Role
from citeloom.grounding.vectors import Idf, Vector, tf_idf
from citeloom.grounding.words import word_count
from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.rewriting.names import first_mention, next_mention
from citeloom.methods.extractive.rewriting.statement import Rewriting, rewrite
from citeloom.methods.result import CitationMark

_AWKWARDNESS = 1.0


class Further(Enum):
    """Where an option can stand that is not the first on its paper."""

    ANYWHERE = "anywhere"
    BEHIND = "behind"
    """Right behind the sentence that it stands behind in its abstract, to which it may point."""

    BEFORE = "before"
    """Before the first statement on its paper: it says what that one is about."""

    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Option:
    """A candidate with its worth and its length as the first statement on its paper, and again.

    ``is_first`` tells whether it can be the first statement, ``further`` where it can stand
    otherwise.
    """

    candidate: CandidateSentence
    vector: Vector
    worth: float
    worth_again: float
    words: int
    words_again: int
    is_first: bool = True
    further: Further = Further.ANYWHERE


def options_of(
    sentences: Sequence[CandidateSentence], worths: Iterable[float], idf: Idf
) -> dict[str, list[Option]]:
    """Return what can be written of each paper (by id), in the order of its sentences."""
    found: dict[str, list[Option]] = {sentence.paper.id: [] for sentence in sentences}
    for sentence, worth in zip(sentences, worths, strict=True):
        found[sentence.paper.id].append(_option(sentence, worth, idf))
    return found


def _option(sentence: CandidateSentence, worth: float, idf: Idf) -> Option:
    first = rewrite(sentence.text, first_mention(sentence.paper, 0))
    again = rewrite(sentence.text, next_mention(sentence.paper))
    aside = sentence.role in {Role.BACKGROUND, Role.OTHER} and not first.verb
    is_first = first.stands_alone and not aside
    return Option(
        sentence,
        tf_idf(sentence.terms, idf),
        worth - _AWKWARDNESS * first.awkwardness,
        worth - _AWKWARDNESS * again.awkwardness,
        _length(first),
        _length(again),
        is_first,
        _further(sentence, first, again, is_first),
    )


def _further(
    sentence: CandidateSentence, first: Rewriting, again: Rewriting, is_first: bool
) -> Further:
    if is_first and again.stands_alone:
        return Further.ANYWHERE
    if sentence.role is Role.BACKGROUND and first.stands_alone and not is_first:
        return Further.BEFORE
    return Further.BEHIND if again.can_follow else Further.NOWHERE


def _length(rewriting: Rewriting) -> int:
    """Return how many words a reader sees."""
    parts = (part.names if isinstance(part, CitationMark) else part for part in rewriting.parts)
    return sum(map(word_count, parts))
