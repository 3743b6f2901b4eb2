"""Two neighbouring sentences as one that compares their papers."""

from citeloom.actions.writing.revising.place import RevisablePlace
from citeloom.placing.revising.comparing import compared
from citeloom.placing.revising.replacing import RevisedText, replaced_at


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
