"""The list of all judges."""

from citeloom.problem import InputError
from citeloom_lab.evaluation.judging.aspects import AgainstAuthors, CoverageLogicRelevance
from citeloom_lab.evaluation.judging.citegeist import SourceAndWriting
from citeloom_lab.evaluation.judging.finesure import FineSurE
from citeloom_lab.evaluation.judging.g_score import GScore
from citeloom_lab.evaluation.judging.judge import TextJudge

JUDGES: tuple[TextJudge, ...] = (
    GScore(),
    CoverageLogicRelevance(),
    AgainstAuthors(),
    SourceAndWriting(),
    FineSurE(),
)


def judge_named(name: str) -> TextJudge:
    """Return the judge of a name.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    for judge in JUDGES:
        if judge.name == name:
            return judge
    known = ", ".join(judge.name for judge in JUDGES)
    raise InputError(f"there is no judge '{name}'", advice=f"judges: {known}")
