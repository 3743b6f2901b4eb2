"""Which paper of a library is the one that an entry means."""

from collections.abc import Sequence
from dataclasses import replace

from citeloom.papers.abstracts import clean_abstract
from citeloom.papers.author_matching import authors_agree
from citeloom.papers.identity import common_identifier, may_be_one
from citeloom.papers.matching import confirms, judge
from citeloom.papers.paper import Paper
from citeloom.papers.store.trust import fill_gaps
from citeloom.papers.titles import TitleLikeness, likeness

_YEARS_APART = 1


def proved_paper(wanted: Paper, candidates: Sequence[Paper]) -> Paper | None:
    """Return the candidate that is proved to be the wanted paper; None where none is.

    A common identifier proves it, or a common citation key, if titles and authors do not speak
    against it; else title, authors and year do (`citeloom.papers.matching.judge`). What it lacks
    is taken from other candidates with the same title that are proved too: libraries hold many a
    paper twice.
    """
    candidates = sorted(candidates, key=lambda paper: not paper.abstract)
    first = _first_proved(wanted, candidates)
    if first is None:
        return None
    found = cleaned_paper(first)
    for other in candidates:
        twice = other is not first and _is_twice(first, other) and may_be_one(wanted, other)
        if twice and _first_proved(wanted, [other]):
            found = fill_gaps(found, cleaned_paper(other))
    return found


def _is_twice(found: Paper, other: Paper) -> bool:
    same = likeness(found.title, other.title).kind is TitleLikeness.SAME
    return same and may_be_one(found, other)


def _first_proved(wanted: Paper, candidates: Sequence[Paper]) -> Paper | None:
    by_key = (paper for paper in candidates if _is_by_key(wanted, paper))
    by_identifier = (
        paper
        for paper in candidates
        if common_identifier(wanted, paper) and confirms(wanted, paper)
    )
    found = next(by_identifier, None) or next(by_key, None)
    if found is None:
        # Titles, authors and year may be those of a second publication with a DOI of its own.
        found = judge(wanted, [paper for paper in candidates if may_be_one(wanted, paper)]).match
    return found


def _is_by_key(wanted: Paper, paper: Paper) -> bool:
    if {key.casefold() for key in wanted.keys}.isdisjoint(key.casefold() for key in paper.keys):
        return False
    if wanted.year and paper.year and abs(wanted.year - paper.year) > _YEARS_APART:
        return False
    people = authors_agree(wanted.authors, paper.authors)
    same = likeness(wanted.title, paper.title).kind in (TitleLikeness.SPELT, TitleLikeness.SAME)
    return same and may_be_one(wanted, paper) and (people.agree or not people.known)


def cleaned_paper(paper: Paper) -> Paper:
    """Return a paper of a library with its abstract as plain text."""
    return replace(paper, abstract=clean_abstract(paper.abstract, paper.title))
