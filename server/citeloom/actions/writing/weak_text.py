"""Whether a text of a model is worth being put into a draft."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citeloom.actions.checking.claims.written_check import CheckedVersion
    from citeloom.actions.writing.write import Written

_HALF = 0.5


def why_weak(written: "Written", checked: "Sequence[CheckedVersion]", model: str) -> str:
    """Say why a text by a model is hardly of use; empty where it may be.

    Most of the model's answers could not be used, hardly a sentence is near what it cites, or most
    repeat that word for word.
    """
    if not written.plan.method.uses_model:
        return ""
    result, scores = written.result, checked[0].scores
    why = ""
    if result.unused_answers > _HALF * result.answers:
        why = f"{result.unused_answers} of its {result.answers} answers could not be used"
    elif scores.is_hardly_supported:
        why = f"{scores.supported} of {scores.sentences} sentences are supported by what they cite"
    elif scores.copied > _HALF * scores.sentences:
        why = f"{scores.copied} of {scores.sentences} sentences repeat what they cite word for word"
    seems = f"{model} seems too weak for this method: {why}"
    return f"{seems}; the method 'extractive' needs no model" if why else ""
