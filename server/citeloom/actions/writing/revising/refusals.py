"""Why a revision would change nothing."""

from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.problem import InputError, Place

_NO_OTHER_WORDS = (
    "the texts of its papers leave no other wording; try a method with a language model"
)
_ASK_AGAIN = "try another seed"

_WHY = {
    Revision.SHORTEN: "the texts of its papers allow no shorter sentence",
    Revision.THEME: "the text already covers what its papers say on that",
    Revision.COMPARE: (
        "both sentences must begin with their authors, as in “Lee et al. show”, and cite different "
        "papers"
    ),
}


class NothingStaleError(InputError):
    """No sentence stands on a source that has changed: nothing is wrong."""


def nothing_changes(request: ReviseRequest, place: Place, *, by_model: bool) -> InputError:
    """Return the error of a revision that would change nothing, with the reason."""
    what = f"'{request.title}' would change nothing here"
    words = _ASK_AGAIN if by_model else _NO_OTHER_WORDS
    return InputError(what, place, _WHY.get(request.revision, words))
