"""Select what is told of each paper, so that every paper is cited and the length is right."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil

from citeloom.methods.extractive.choosing.options import Option

TOLERANCE = 1.1
"""A text may be so much longer than asked, or shorter by as much."""

_USUAL_LENGTH = 22
"""Words of a statement, about."""

_MOST_EACH = 3


@dataclass
class Selection:
    """What is told of the papers, by their ids.

    ``told`` are the sentences of each, the first and then further ones; ``by_title`` are papers
    that are told by their titles, ``together`` those of which some share a sentence.
    """

    told: dict[str, list[Option]] = field(default_factory=dict)
    by_title: list[str] = field(default_factory=list)
    together: list[str] = field(default_factory=list)


def select(
    options: Mapping[str, Sequence[Option]], quoted: float, has_title: Callable[[str], bool]
) -> Selection:
    """Return a sentence for each paper; no more than a share of them may be quotations.

    Where there are too many, another sentence of their paper stands for those that are worth
    least, else its title. ``has_title`` tells which papers (ids) their titles tell: of others the
    quotations stay first.
    """
    first = {
        paper: own[0]
        for paper, own in options.items()
        if own and not (own[0].is_of_field and has_title(paper))
    }
    quotations = sorted(
        (paper for paper, option in first.items() if option.statement.is_quoted),
        key=lambda paper: (has_title(paper), -first[paper].worth),
    )
    for paper in quotations[int(quoted * len(options)) :]:
        plain = next((it for it in options[paper] if not it.statement.is_quoted), None)
        if plain:
            first[paper] = plain
        else:
            del first[paper]
    return Selection(
        {paper: [option] for paper, option in first.items()},
        [paper for paper in options if paper not in first],
    )


def shorten(
    selection: Selection, words: int, length: Callable[[], int], central: Sequence[str]
) -> None:
    """Tell papers together until the text is no longer than asked, the least central first.

    ``central`` are all papers, the most central first; ``length`` counts what is selected now.
    """
    for paper in reversed(central):
        if length() <= words * TOLERANCE:
            return
        if paper not in selection.together:
            selection.told.pop(paper, None)
            if paper in selection.by_title:
                selection.by_title.remove(paper)
            selection.together.append(paper)


def lengthen(
    selection: Selection,
    words: int,
    length: Callable[[], int],
    options: Mapping[str, Sequence[Option]],
) -> None:
    """Add further sentences, the most worthy first, until the text is as long as asked."""
    most = max(_MOST_EACH, ceil(words / _USUAL_LENGTH / max(1, len(options))))
    further = sorted(
        (number, -option.worth, paper, option.candidate.place)
        for paper, told in selection.told.items()
        for number, option in enumerate(it for it in options[paper] if it is not told[0])
        if not option.statement.is_quoted and number + 1 < most
    )
    now = length()
    for _, _, paper, place in further:
        option = next(it for it in options[paper] if it.candidate.place == place)
        if now + option.words <= words * TOLERANCE:
            selection.told[paper].append(option)
            now += option.words
