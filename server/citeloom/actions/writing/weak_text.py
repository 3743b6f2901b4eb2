"""Whether a text of a model is worth being put into a draft."""

from collections.abc import Sequence

from citeloom.actions.checking.claims.written_check import CheckedVersion
from citeloom.actions.writing.write import Written

_HALF = 0.5
_LEAST_RECALL = 1 / 3
"""Of sentences with a citation so many must be supported by what they cite."""


def why_weak(written: Written, checked: Sequence[CheckedVersion], model: str) -> str:
    """Say why a text by a model is hardly of use; empty where it may be.

    Most of the model's answers could not be used, or hardly a sentence is near what it cites.
    """
    if not written.plan.method.uses_model:
        return ""
    result, scores = written.result, checked[0].scores
    why = ""
    if result.unused_answers > _HALF * result.answers:
        why = f"{result.unused_answers} of its {result.answers} answers could not be used"
    elif (
        scores.supported < _LEAST_RECALL * scores.sentences
        and scores.unknown < _HALF * scores.citations
    ):
        why = f"{scores.supported} of {scores.sentences} sentences are supported by what they cite"
    return f"{model} seems too weak for this method: {why}" if why else ""
