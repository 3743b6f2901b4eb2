"""Select what is told of each paper, so that every paper is cited and the length is right."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from citeloom.methods.extractive.choosing.options import Option

_TOLERANCE = 1.05
"""A text may be planned so much longer than asked; abbreviations that are written out add to it."""

_LEAST_TO_SHARE = 4
"""Fewer papers do not share a sentence."""


@dataclass
class Selection:
    """What is told of the papers, by their ids: the sentences of each, the first, then more.

    The others are told by their titles, or beside a paper that is told; ``briefly`` are those of
    them that have no sentence of their own, for the length.
    """

    told: dict[str, list[Option]] = field(default_factory=dict)
    briefly: frozenset[str] = frozenset()


def select(options: Mapping[str, Sequence[Option]]) -> Selection:
    """Return the best sentence for each paper (id) that has one which can be told first."""
    first = {paper: [it for it in own if not it.follows][:1] for paper, own in options.items()}
    return Selection({paper: own for paper, own in first.items() if own})


def shorten(
    selection: Selection, words: int, length: Callable[[Selection], int], central: Sequence[str]
) -> Selection:
    """Return a selection that is no longer than asked.

    The least central papers are told briefly, unless they are so few that each is to be told.
    ``central`` are all papers, the most central first.
    """
    if len(central) < _LEAST_TO_SHARE:
        return selection

    def with_brief(count: int) -> Selection:
        last = frozenset(central[len(central) - count :])
        told = {paper: own for paper, own in selection.told.items() if paper not in last}
        return Selection(told, last)

    fitting = bisect_left(
        range(len(central)), -words * _TOLERANCE, key=lambda count: -length(with_brief(count))
    )
    return with_brief(fitting)


def lengthen(
    selection: Selection,
    words: int,
    length: int,
    options: Mapping[str, Sequence[Option]],
) -> None:
    """Add further sentences to a text of some length, up to that asked.

    In each round every paper may get one, those first that are worth most.
    """
    while True:
        before = length
        best = (_further(told, options[paper]) for paper, told in selection.told.items())
        for option in sorted(filter(None, best), key=lambda it: -it.worth):
            if length + option.words <= words * _TOLERANCE:
                selection.told[option.candidate.paper.id].append(option)
                length += option.words
        if length == before:
            return


_LEAST_FURTHER = 10
"""Words; a shorter sentence beside another says little."""


def _further(told: Sequence[Option], options: Sequence[Option]) -> Option | None:
    """Return the best sentence that can be told beside those that are."""
    places = {it.candidate.place for it in told}
    return next(
        (
            it
            for it in options
            if it.candidate.place not in places
            and it.words >= _LEAST_FURTHER
            and (not it.follows or it.candidate.place - 1 in places)
        ),
        None,
    )
