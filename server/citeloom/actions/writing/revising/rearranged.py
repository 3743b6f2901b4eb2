"""Revisions that need no method: a text in another order, two sentences as one."""

from collections.abc import Mapping

from citeloom.actions.writing.revising.place import RevisablePlace
from citeloom.actions.writing.revising.request import Revision
from citeloom.placing.revising.comparing import compared
from citeloom.placing.revising.rearranging import (
    joined_with_next,
    moved_paragraph,
    moved_sentence,
    ordered,
    split_before,
)
from citeloom.placing.revising.replacing import RevisedText, replaced_at
from citeloom.placing.revising.standing_text import StandingText

_UNKNOWN_YEAR = 10_000


def rearranged(
    place: RevisablePlace, revision: Revision, years: Mapping[str, int | None] | None = None
) -> StandingText | None:
    """Return a text in another order; None where there is nothing to do.

    Parameters
    ----------
    years
        The years of the papers, by their keys, for the order of years.
    """
    text, paragraph, item = place.text, place.paragraph, place.item
    match revision:
        case Revision.SPLIT:
            return split_before(text, paragraph, item)
        case Revision.JOIN:
            return joined_with_next(text, paragraph)
        case Revision.UP | Revision.DOWN:
            step = -1 if revision is Revision.UP else 1
            return moved_sentence(text, paragraph, item, step)
        case Revision.PARAGRAPH_UP | Revision.PARAGRAPH_DOWN:
            step = -1 if revision is Revision.PARAGRAPH_UP else 1
            return moved_paragraph(text, paragraph, step)
        case Revision.BY_YEAR:
            return ordered(text, paragraph, _ranks(place, years or {}))
    return None


def compared_with_next(place: RevisablePlace) -> RevisedText | None:
    """Return a text in which a sentence and the next are one; None where they cannot be."""
    first = place.sentence
    following = place.items[place.item + 1 : place.item + 2]
    second = place.text.sentence(following[0]) if following else None
    both = None if first is None or second is None else compared(first, second)
    if first is None or second is None or both is None:
        return None
    at = (place.paragraph, place.item)
    return replaced_at(place.before, {at: (both,), (place.paragraph, place.item + 1): ()})


def _ranks(place: RevisablePlace, years: Mapping[str, int | None]) -> Mapping[str, int]:
    ranks = {}
    for item in place.items:
        sentence = place.text.sentence(item)
        if sentence is not None and sentence.keys:
            own = (years.get(key) for key in sentence.keys)
            ranks[item.key] = min((year for year in own if year), default=_UNKNOWN_YEAR)
    return ranks
