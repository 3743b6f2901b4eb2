"""Proof that a paper from a service is the one that an entry means."""

from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.fuzz import ratio

from citeloom.papers.author_matching import Agreement, authors_agree
from citeloom.papers.identity import common_identifier, is_preprint, may_be_one
from citeloom.papers.paper import Paper
from citeloom.papers.titles import Likeness, TitleLikeness, likeness, same_subject, words

BY_TITLE = "title, authors and year"
"""How a match is proved that no identifier proves."""

WITHOUT_AUTHORS = "title and year"
"""The same where the entry, or the service, names no people."""

MOST_CANDIDATES = 5
"""How many papers are offered where none is proved."""

_YEARS_APART = 1
_YEARS_FROM_PREPRINT, _YEARS_TO_PUBLISH = 2, 4
_FEW_WORDS = 3
_MANY_WORDS = 5
_NEAR = 70.0
"""Percent of likeness of titles of which one may be meant by the other."""


@dataclass(frozen=True)
class Verdict:
    """How candidates compare with the wanted paper.

    Parameters
    ----------
    match
        The candidate that is proved to be the paper; None where none is.
    how
        What proves it: the name of an identifier, ``BY_TITLE`` or ``WITHOUT_AUTHORS``.
    candidates
        What it may be, the likeliest first; where no match is proved.
    misdirected
        What an identifier of the wanted paper leads to, where that is another paper.
    is_weak
        Whether another paper may be nearer: only a part of the title agrees, or no author is known.
    """

    match: Paper | None = None
    how: str = ""
    candidates: tuple[Paper, ...] = ()
    misdirected: Paper | None = None
    is_weak: bool = False


@dataclass(frozen=True, slots=True)
class _Candidate:
    paper: Paper
    titles: Likeness
    people: Agreement
    years_apart: int | None
    same_stage: bool
    """Whether both are preprints, or neither."""

    @property
    def rank(self) -> tuple[int, float, int, bool]:
        apart = _YEARS_FROM_PREPRINT if self.years_apart is None else self.years_apart
        return self.titles.kind, round(self.titles.score, 2), -apart, self.same_stage


def judge(wanted: Paper, candidates: Sequence[Paper]) -> Verdict:
    """Return the candidate that is proved to be the wanted paper, if any.

    A common identifier proves it where the titles agree too; where they do not, the identifier
    is misdirected and the candidate is out. Without one, the titles must be alike (see
    ``titles.likeness``), the authors agree and the years lie at most one apart, two where one of
    both is a preprint, four with the whole title. An entry of several people is no record of one of
    them. An entry may lack a subtitle that the candidate has, not the reverse, and
    beside a title of one or two words more must agree. Where the authors are not known, the whole
    title, of five words or more, and the year must be the same. Of several that fulfil this the
    one that is nearest by title and year is the match; where they are equally near and not one
    work, none is. A part of a title proves nothing beside a paper of these authors with the whole
    title, whatever its year. Where none is proved, those are candidates to
    choose from against which one thing at most speaks: title, authors, year or an identifier.
    Another title must share most words.
    """
    misdirected = None
    others = []
    for paper in candidates:
        how = common_identifier(wanted, paper)
        if not how:
            others.append(paper)
        elif confirms(wanted, paper):
            return Verdict(paper, how)
        elif paper.title:
            misdirected = misdirected or paper
    return _by_title(wanted, others, misdirected)


def are_one(paper: Paper, other: Paper) -> bool:
    """Tell whether what two services say proves that they speak of one paper."""
    return any(judge(one, [two]).match for one, two in ((paper, other), (other, paper)))


def confirms(wanted: Paper, found: Paper) -> bool:
    """Tell whether a paper found by an identifier of the wanted one is that paper.

    Its title is alike and, where that is short or only a part (a chapter's and its book's), no
    author speaks against it; or the authors agree and most of the title stayed the same, as where
    a preprint was renamed. An entry without a title takes what the identifier gives.
    """
    if not wanted.title:
        return True
    titles = likeness(wanted.title, found.title)
    people = authors_agree(wanted.authors, found.authors)
    if titles.kind is TitleLikeness.DIFFERENT:
        return people.agree and same_subject(wanted.title, found.title)
    telling = titles.kind is not TitleLikeness.PART and titles.words >= _FEW_WORDS
    return telling or people.agree or not people.known


def _by_title(wanted: Paper, papers: Sequence[Paper], misdirected: Paper | None) -> Verdict:
    compared = [_candidate(wanted, paper) for paper in papers]
    alike = sorted((it for it in compared if it.titles.kind), key=lambda it: it.rank, reverse=True)
    proved = [candidate for candidate in alike if _is_proved(wanted, candidate)]
    best = proved[0] if proved else None
    in_part = best is not None and best.titles.kind is TitleLikeness.PART
    nearer = in_part and any(
        other.titles.kind is TitleLikeness.SAME and other.people.agree for other in alike
    )
    if best and not nearer and all(_is_beside(best, other) for other in proved[1:]):
        how = BY_TITLE if best.people.known else WITHOUT_AUTHORS
        weak = in_part or not best.people.known
        return Verdict(best.paper, how, (), misdirected, weak)
    offered: list[Paper] = []
    likely = proved or [it for it in alike if _may_be(wanted, it)] or _near(wanted, compared)
    for candidate in alike if nearer else likely:
        # Two services give one paper.
        if not any(common_identifier(candidate.paper, other) for other in offered):
            offered.append(candidate.paper)
    return Verdict(candidates=tuple(offered[:MOST_CANDIDATES]), misdirected=misdirected)


def _may_be(wanted: Paper, candidate: _Candidate) -> bool:
    """Tell whether one thing at most speaks against a paper: title, people, year or identifier."""
    apart = candidate.years_apart or 0
    doubts = (
        candidate.titles.kind < TitleLikeness.SPELT or candidate.titles.words < _FEW_WORDS,
        not candidate.people.agree,
        apart > _years_allowed(wanted, candidate),
        not may_be_one(wanted, candidate.paper),
    )
    return sum(doubts) <= 1


def _near(wanted: Paper, compared: Sequence[_Candidate]) -> list[_Candidate]:
    """Return what only a question to the author can decide: other words by the same people."""
    own = " ".join(words(wanted.title))
    found = [
        (ratio(own, " ".join(words(it.paper.title))), it)
        for it in compared
        if it.people.agree and _may_be(wanted, it)
    ]
    found.sort(key=lambda it: -it[0])
    return [candidate for percent, candidate in found if percent >= _NEAR]


def _candidate(wanted: Paper, paper: Paper) -> _Candidate:
    apart = abs(wanted.year - paper.year) if wanted.year and paper.year else None
    people = authors_agree(wanted.authors, paper.authors)
    same_stage = is_preprint(wanted) == is_preprint(paper)
    return _Candidate(paper, likeness(wanted.title, paper.title), people, apart, same_stage)


def _is_proved(wanted: Paper, candidate: _Candidate) -> bool:
    if not candidate.people.known:
        # Nobody speaks for it, and nobody against: a whole title of its own in its own year does.
        whole = candidate.titles.kind is TitleLikeness.SAME
        return whole and candidate.titles.words >= _MANY_WORDS and candidate.years_apart == 0
    if not candidate.people.agree:
        return False
    if candidate.years_apart is None:
        return candidate.titles.kind is TitleLikeness.SAME and candidate.titles.words >= _FEW_WORDS
    if candidate.years_apart > _years_allowed(wanted, candidate):
        return False
    alone = candidate.paper.authors[1:] == () and candidate.paper.authors[0].given
    if alone and len(wanted.authors) > 2:
        return False  # A talk of one of them on the work of all.
    several, same_year = candidate.people.people > 1, candidate.years_apart == 0
    if candidate.titles.kind is TitleLikeness.PART:
        # People drop a subtitle; they add none, so a longer entry means another paper.
        shortened = len(words(wanted.title)) < len(words(candidate.paper.title))
        return shortened and (candidate.titles.words >= _FEW_WORDS or (several and same_year))
    return candidate.titles.words >= _FEW_WORDS or several or same_year


def _years_allowed(wanted: Paper, candidate: _Candidate) -> int:
    if not (is_preprint(wanted) or is_preprint(candidate.paper)):
        return _YEARS_APART
    is_whole = candidate.titles.kind is TitleLikeness.SAME
    return _YEARS_TO_PUBLISH if is_whole else _YEARS_FROM_PREPRINT


def _is_beside(best: _Candidate, other: _Candidate) -> bool:
    """Tell whether another proved candidate leaves the best one the match."""
    one, two = best.paper, other.paper
    if best.rank > other.rank or common_identifier(one, two):
        return True
    twice = likeness(one.title, two.title).kind is TitleLikeness.SAME and one.year == two.year
    return twice and may_be_one(one, two) and authors_agree(one.authors, two.authors).agree
