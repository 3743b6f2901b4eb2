"""Why a revision would change nothing."""

from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.problem import InputError, Place

_NO_OTHER_WORDS = (
    "what is known of its papers gives no other words that can stand here; "
    "a method that asks a language model may have some"
)
_ASK_AGAIN = "another seed brings other words"

_WHY = {
    Revision.SHORTEN: "what is known of its papers says it in no fewer words",
    Revision.THEME: "what its papers say on that stands here",
    Revision.COMPARE: (
        "both sentences have to begin with whose work they tell, as “Lee et al. show”, "
        "and to cite other papers"
    ),
}


class NothingStaleError(InputError):
    """No sentence stands on a source that has changed: nothing is wrong."""


def nothing_changes(request: ReviseRequest, place: Place, *, by_model: bool) -> InputError:
    """Return the error of a revision that would change nothing, with the reason."""
    what = f"'{request.title}' would change nothing here"
    words = _ASK_AGAIN if by_model else _NO_OTHER_WORDS
    return InputError(what, place, _WHY.get(request.revision, words))
