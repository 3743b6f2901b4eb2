"""Select sentences so that every paper is cited and the length is right."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.grounding.roles.role import Role
from citeloom.grounding.vectors import Vector, cosine
from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.text.usability import says_little

_TOLERANCE = 1.05
_MOST_EACH = 3
_LEAST_EXTRA = 0.4
_LEAST_EXTRA_WORDS = 9
_REMEMBERED = 24
"""Over so many papers a reader may notice a repetition."""

_MOST_LOST = 1.2
"""No statement gives way to one that is worth so much less, however long the text is."""

_LEAST_SHORT = 1.0
"""An option worth less is not taken merely because it is short."""


@dataclass(frozen=True, slots=True)
class Option:
    """A candidate with its worth as the first statement on its paper, and as a further one."""

    candidate: CandidateSentence
    vector: Vector
    worth: float
    worth_again: float
    words: int


def select_options(
    options: Sequence[Sequence[Option]],
    words: int | None,
    redundancy: float,
    least: int = 0,
) -> list[list[Option]]:
    """Return the options to write, for each paper the best and then others by their place.

    Parameters
    ----------
    options
        For each paper, in the order of the text, its options.
    words
        How long the statements should be together; None: one statement a paper, whatever its
        length.
    redundancy
        What an option loses in worth for being just like another statement.
    least
        How long the statements should at least be where no length is asked for; a paper gets two
        for that at most.
    """
    chosen: list[list[Option]] = []
    for own in options:
        earlier = [option for group in chosen[-_REMEMBERED:] for option in group]
        chosen.append([max(own, key=lambda option: _net_worth(option, earlier, redundancy))])
    if words is not None:
        _shorten(chosen, options, words)
        _extend(chosen, options, words, redundancy, _MOST_EACH)
    elif _length(chosen) < least:
        _extend(chosen, options, least, redundancy, 2)
    return [
        [group[0], *sorted(group[1:], key=lambda option: option.candidate.place)]
        for group in chosen
    ]


def _net_worth(option: Option, earlier: Sequence[Option], redundancy: float) -> float:
    alike = max((cosine(option.vector, other.vector) for other in earlier), default=0.0)
    return option.worth - redundancy * alike


def _length(chosen: Sequence[Sequence[Option]]) -> int:
    return sum(option.words for group in chosen for option in group)


def _shorten(chosen: list[list[Option]], options: Sequence[Sequence[Option]], words: int) -> None:
    """Swap in shorter options, those first that lose least worth for each word saved."""
    while (over := _length(chosen) - words) > 0:
        swaps = [
            ((group[0].worth - other.worth) / min(over, group[0].words - other.words), at, place)
            for at, group in enumerate(chosen)
            for place, other in enumerate(options[at])
            if other.words < group[0].words
            and other.worth >= min(_LEAST_SHORT, group[0].worth)
            and not _says_less(other, group[0])
        ]
        if not swaps:
            return
        _, at, place = min(swaps)
        chosen[at] = [options[at][place]]


def _says_less(other: Option, chosen: Option) -> bool:
    """Return whether a shorter option is emptier: praise, or an aside, for what a paper does."""
    if chosen.worth - other.worth > _MOST_LOST:
        return True
    roles = {chosen.candidate.role, other.candidate.role}
    if Role.OBJECTIVE in roles and other.candidate.role not in {Role.OBJECTIVE, Role.METHOD}:
        return True
    return says_little(other.candidate.text) and not says_little(chosen.candidate.text)


def _extend(
    chosen: list[list[Option]],
    options: Sequence[Sequence[Option]],
    words: int,
    redundancy: float,
    most_each: int,
) -> None:
    """Add further statements, the most worthy first; second ones on a paper come later."""
    length = _length(chosen)
    rest = {(at, place) for at, own in enumerate(options) for place in range(len(own))}
    rest -= {(at, options[at].index(group[0])) for at, group in enumerate(chosen)}
    while rest:
        scored = [
            (
                -(
                    _net_worth_again(options[at][place], chosen[at], redundancy)
                    - 0.5 * len(chosen[at])
                ),
                at,
                place,
            )
            for at, place in rest
            if length + options[at][place].words <= words * _TOLERANCE
            and len(chosen[at]) < most_each
            and options[at][place].candidate.role not in {Role.BACKGROUND, Role.OTHER}
            and options[at][place].worth_again >= _LEAST_EXTRA
            and options[at][place].words >= _LEAST_EXTRA_WORDS
        ]
        if not scored:
            return
        _, at, place = min(scored)
        chosen[at].append(options[at][place])
        length += options[at][place].words
        rest.discard((at, place))


def _net_worth_again(option: Option, own: Sequence[Option], redundancy: float) -> float:
    alike = max(cosine(option.vector, other.vector) for other in own)
    return option.worth_again - redundancy * alike
