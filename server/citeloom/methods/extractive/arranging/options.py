"""The statements that a text can be made of, and what each is worth."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, partial

from citeloom.grounding.roles.role import Role
from citeloom.grounding.vectors import Vector
from citeloom.grounding.words import word_count
from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.rewriting.names import first_mention, next_mention
from citeloom.methods.extractive.rewriting.openers import is_tied
from citeloom.methods.extractive.rewriting.statement import Rewriting, rewrite
from citeloom.methods.result import CitationMark

_AWKWARDNESS = 1.0

_LATENESS = 0.3
_TIED_LATENESS = 0.8
"""What a first statement loses that stands behind the one on what its paper does.

It loses more for telling a result or beginning with ``Furthermore``: a result of what is said
before.
"""

_TAKING_UP = 0.4
"""What a first statement loses for naming with "the" what only a sentence before it explains."""


class Further(Enum):
    """Where an option can stand that is not the first on its paper."""

    ANYWHERE = "anywhere"
    BEHIND = "behind"
    """Right behind the sentence that it stands behind in its abstract, to which it may point."""

    BEFORE = "before"
    """Before the first statement on its paper: it says what that one is about."""

    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Again:
    """The worth of a statement that is not the first on its paper, its length, and its place."""

    worth: float
    words: int
    further: Further = Further.ANYWHERE


@dataclass(frozen=True, slots=True)
class Option:
    """A candidate with its worth and its length as the first statement on its paper.

    ``again`` gives what it is as a further one, which is written only then: a text on many papers
    has none. ``is_first`` tells whether it can be the first statement, ``tells_act`` whether it
    says what the authors do, and ``change_again`` is added to its worth as a further one.
    """

    candidate: CandidateSentence
    vector: Vector
    worth: float
    words: int
    again: Callable[[], Again]
    is_first: bool = True
    tells_act: bool = False
    change_again: float = 0.0

    @property
    def worth_again(self) -> float:
        return self.again().worth + self.change_again

    @property
    def words_again(self) -> int:
        return self.again().words

    @property
    def further(self) -> Further:
        """Where it can stand if it is not the first statement."""
        return self.again().further


def options_of(
    sentences: Iterable[CandidateSentence], vectors: Iterable[Vector], worths: Iterable[float]
) -> dict[str, list[Option]]:
    """Return what can be written of each paper (by id), in the order of its sentences."""
    found: dict[str, list[Option]] = {}
    for sentence, vector, worth in zip(sentences, vectors, worths, strict=True):
        found.setdefault(sentence.paper.id, []).append(_option(sentence, vector, worth))
    return {paper: _without_lateness(own) for paper, own in found.items()}


def _without_lateness(own: list[Option]) -> list[Option]:
    """Return options of which those behind the one on what their paper does are worth less."""
    aims = (
        option.candidate.place
        for option in own
        if option.is_first and option.tells_act and option.candidate.role is Role.OBJECTIVE
    )
    if (aim := next(aims, None)) is None:
        return own
    return [
        replace(option, worth=option.worth - _lateness(option.candidate))
        if option.candidate.place > aim
        else option
        for option in own
    ]


def _lateness(sentence: CandidateSentence) -> float:
    tied = sentence.role is Role.RESULT or is_tied(sentence.text)
    return _TIED_LATENESS if tied else _LATENESS


def _option(sentence: CandidateSentence, vector: Vector, worth: float) -> Option:
    first = rewrite(sentence.text, first_mention(sentence.paper, 0))
    aside = sentence.role in {Role.BACKGROUND, Role.OTHER} and not first.verb
    outcome = sentence.role is Role.RESULT and not first.names_authors
    is_first = first.stands_alone and not aside and not outcome
    return Option(
        sentence,
        vector,
        worth - _AWKWARDNESS * first.awkwardness - _TAKING_UP * sentence.takes_up,
        _length(first),
        cache(partial(_again, sentence, worth, first.stands_alone, is_first)),
        is_first,
        tells_act=bool(first.verb),
    )


def _again(sentence: CandidateSentence, worth: float, stands_alone: bool, is_first: bool) -> Again:
    again = rewrite(sentence.text, next_mention(sentence.paper))
    further = Further.BEHIND if again.can_follow else Further.NOWHERE
    if is_first and again.stands_alone:
        further = Further.ANYWHERE
    elif sentence.role is Role.BACKGROUND and stands_alone and not is_first:
        further = Further.BEFORE
    return Again(worth - _AWKWARDNESS * again.awkwardness, _length(again), further)


def _length(rewriting: Rewriting) -> int:
    """Return how many words a reader sees."""
    parts = (part.names if isinstance(part, CitationMark) else part for part in rewriting.parts)
    return sum(map(word_count, parts))
