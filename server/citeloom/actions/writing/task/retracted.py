"""Retracted and withdrawn papers: said, and written about only where their author names them."""

from collections.abc import Collection, Sequence

from citeloom.actions.papers.knowledge import PaperKnowledge, retraction_words
from citeloom.problem import InputError, Problem, Remedy, Severity

RULE = "retracted"


def left_after_retractions(
    known: Sequence[PaperKnowledge], named: Collection[str], problems: list[Problem]
) -> list[PaperKnowledge]:
    """Return the papers to write about, as ``without_retracted`` does.

    Raises
    ------
    InputError
        If all of them were retracted.
    """
    left = without_retracted(known, named, problems)
    if known and not left:
        message = "all cited papers were retracted or withdrawn"
        raise InputError(message, advice=Remedy.NAME_RETRACTED)
    return left


def without_retracted(
    known: Sequence[PaperKnowledge], named: Collection[str], problems: list[Problem]
) -> list[PaperKnowledge]:
    """Leave out papers that were retracted; ``problems`` gets a warning for each of them.

    ``named`` are the keys that the user has named: these are written about all the same.
    """
    left = []
    for paper in known:
        if not (said := retraction_words(paper.notices)):
            left.append(paper)
            continue
        is_named = any(key in named for key in paper.own.keys)
        message = f"'{paper.own.key}' {said}"
        if is_named:
            left.append(paper)
            problems.append(Problem(Severity.WARNING, RULE, message))
        else:
            message = f"{message} and is not written about"
            problems.append(Problem(Severity.WARNING, RULE, message, advice=Remedy.NAME_RETRACTED))
    return left
