"""The names under which the cache keeps the full text of a paper."""

from dataclasses import replace

from citeloom.papers.identity import identifier_ids, title_id
from citeloom.papers.matching import IDENTIFIERS
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.papers.store.trust import merge_answers


def names_in_cache(outcome: Outcome) -> tuple[str, ...]:
    """Return the names under which a paper's full text may be kept, the best first.

    An identifier that leads to another paper is none of them.
    """
    paper = outcome.paper
    proved = identifier_ids(proved_paper(outcome))
    is_wrong = paper.id in identifier_ids(paper) and paper.id not in proved
    names = (*proved, title_id(paper) if is_wrong else paper.id)
    return tuple(dict.fromkeys(filter(None, names))) or (paper.id,)


def proved_paper(outcome: Outcome) -> Paper:
    """Return a paper without the identifiers that are in doubt."""
    paper = outcome.paper
    if outcome.found:
        said = merge_answers(outcome.found)
        return replace(paper, **{field: getattr(said, field) for _, field in IDENTIFIERS})
    wrong = outcome.misdirected
    gone = [
        field
        for _, field in IDENTIFIERS
        if wrong and getattr(wrong, field) == getattr(paper, field)
    ]
    return replace(paper, **dict.fromkeys(gone, ""))  # type: ignore[arg-type]
