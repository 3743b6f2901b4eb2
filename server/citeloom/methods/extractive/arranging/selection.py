"""Select sentences so that every paper is cited and the length is right."""

import math
from collections.abc import Sequence

from citeloom.grounding.roles.role import Role
from citeloom.grounding.vectors import cosine
from citeloom.methods.extractive.arranging.options import Further, Option
from citeloom.methods.extractive.text.usability import says_little

_TOLERANCE = 1.1
"""Another statement may make a text so much longer than asked."""

_MOST_TOLERANCE = 1.15
"""The same where the text would be further from the asked length without it."""

_MOST_EACH = 3
_USUAL_LENGTH = 22
"""Words of a statement, about."""

_LEAST_EXTRA = 0.0
_PROBLEM_WORTH = 2.0
"""What the sentence on the problem is worth more than others that a first statement may get."""

_LEAST_EXTRA_WORDS = 9
_REMEMBERED = 24
"""Over so many papers a reader may notice a repetition."""

_MOST_LOST = 1.2
"""No statement gives way to one that is worth so much less, however long the text is."""

_LEAST_SHORT = 1.0
"""An option worth less is not taken merely because it is short."""


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
        For each paper, in the order of the text, its options; one at least can be the first.
    words
        How long the statements should be together; None: one statement a paper, whatever its
        length.
    redundancy
        What an option loses in worth for being just like another statement.
    least
        How long the statements should at least be where no length is asked for; a paper gets two
        for that, of few papers more.
    """
    chosen: list[list[Option]] = []
    for own in options:
        earlier = [option for group in chosen[-_REMEMBERED:] for option in group]
        first = (option for option in own if option.is_first)
        chosen.append([max(first, key=lambda option: _net_worth(option, earlier, redundancy))])
    if words is not None:
        _shorten(chosen, options, words)
        _extend(chosen, options, words, redundancy, _most_each(words, len(options), _MOST_EACH))
    elif _length(chosen) < least:
        _extend(chosen, options, least, redundancy, _most_each(least, len(options), 2))
    return [in_order(group) for group in chosen]


def in_order(chosen: Sequence[Option]) -> list[Option]:
    """Return the statements on a paper: the first one, then the others by their place.

    The problem comes before all, and what can only stand behind a sentence goes with it.
    """
    problems = [option for option in chosen if is_problem(option)]
    run: list[Option] = []
    rest: list[Option] = []
    statements = [option for option in chosen if not is_problem(option)]
    for option in (*statements[:1], *sorted(statements[1:], key=_place)):
        follows = not run or (option.further is Further.BEHIND and _follows(option, run[-1]))
        (run if follows else rest).append(option)
    return problems + run + rest


def is_problem(option: Option) -> bool:
    """Return whether an option says what a paper is about, and not what it does."""
    return not option.is_first and option.further is Further.BEFORE


def _place(option: Option) -> int:
    return option.candidate.place


def _follows(option: Option, other: Option) -> bool:
    return option.candidate.place == other.candidate.place + 1


def _most_each(words: int, papers: int, usual: int) -> int:
    """Return how many statements a paper may get: more of few papers, so that a text fills up."""
    return max(usual, math.ceil(words / _USUAL_LENGTH / max(1, papers)))


def _net_worth(option: Option, earlier: Sequence[Option], redundancy: float) -> float:
    alike = max((cosine(option.vector, other.vector) for other in earlier), default=0.0)
    return option.worth - redundancy * alike


def _length(chosen: Sequence[Sequence[Option]]) -> int:
    return sum(group[0].words + sum(option.words_again for option in group[1:]) for group in chosen)


def _shorten(chosen: list[list[Option]], options: Sequence[Sequence[Option]], words: int) -> None:
    """Swap in shorter options, those first that lose least worth for each word saved."""
    while (over := _length(chosen) - words) > 0:
        swaps = [
            ((group[0].worth - other.worth) / min(over, group[0].words - other.words), at, place)
            for at, group in enumerate(chosen)
            for place, other in enumerate(options[at])
            if other.is_first
            and other.words < group[0].words
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
    rest = {
        (at, place)
        for at, own in enumerate(options)
        for place, option in enumerate(own)
        if option is not chosen[at][0]
        and option.further is not Further.NOWHERE
        and (is_problem(option) or option.candidate.role not in {Role.BACKGROUND, Role.OTHER})
        and (is_problem(option) or option.worth_again >= _LEAST_EXTRA)
        and option.words_again >= _LEAST_EXTRA_WORDS
    }
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
            if _fits(options[at][place].words_again, length, words)
            and len(chosen[at]) < most_each
            and _is_understood(options[at][place], chosen[at])
        ]
        if not scored:
            return
        _, at, place = min(scored)
        chosen[at].append(options[at][place])
        length += options[at][place].words_again
        rest.discard((at, place))


def _fits(more: int, length: int, words: int) -> bool:
    """Return whether a statement of so many words may make a text of a length longer."""
    nearer = length + more / 2 < words and length + more <= words * _MOST_TOLERANCE
    return nearer or length + more <= words * _TOLERANCE


def _is_understood(option: Option, own: Sequence[Option]) -> bool:
    """Return whether a further statement can stand with those on its paper.

    What it may point to is said right before it; a problem is that of the first statement.
    """
    if not is_problem(option):
        return option.further is Further.ANYWHERE or any(_follows(option, other) for other in own)
    first = own[0].candidate
    shared = not set(option.candidate.terms).isdisjoint(first.terms)
    return shared and option.candidate.place < first.place and not any(map(is_problem, own))


def _net_worth_again(option: Option, own: Sequence[Option], redundancy: float) -> float:
    alike = max(cosine(option.vector, other.vector) for other in own)
    return option.worth_again - redundancy * alike + _PROBLEM_WORTH * is_problem(option)
