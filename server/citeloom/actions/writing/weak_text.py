"""Whether a text of a model is worth being put into a draft."""

from collections.abc import Sequence

from citeloom.actions.checking.claims.written_check import CheckedVersion
from citeloom.actions.writing.write import Written
from citeloom.grounding.support.verdict import DoubtKind

_HALF = 0.5
_LEAST_RECALL = 1 / 3
"""Of sentences with a citation so many must be supported by what they cite."""


def why_weak(written: Written, checked: Sequence[CheckedVersion], model: str) -> str:
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
    elif (
        scores.supported < _LEAST_RECALL * scores.sentences
        and scores.unknown < _HALF * scores.citations
    ):
        why = f"{scores.supported} of {scores.sentences} sentences are supported by what they cite"
    elif (copied := _copied(checked[0])) > _HALF * scores.sentences:
        why = f"{copied} of {scores.sentences} sentences repeat what they cite word for word"
    return f"{model} seems too weak for this method: {why}" if why else ""


def _copied(version: CheckedVersion) -> int:
    kinds = ({doubt.kind for doubt in sentence.doubts} for sentence in version.doubtful)
    return sum(DoubtKind.VERBATIM in own for own in kinds)
