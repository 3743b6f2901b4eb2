"""Retracted and withdrawn papers are said, and written about only where they are named."""

import pytest

from citeloom.actions.papers.fetched_entry import FetchedEntry
from citeloom.actions.papers.fetched_words import outcome_line
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.writing.task.papers import left_after_retractions
from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.problem import InputError, Problem, Remedy


def known(key: str, kind: NoticeKind | None = None) -> PaperKnowledge:
    paper = Paper(key, (key,), f"On {key}")
    notices = (Notice(kind, "10.1/notice"),) if kind else ()
    found = (Found(paper, notices=notices),)
    return PaperKnowledge(paper, paper, Outcome(paper, Status.MATCHED, "DOI", found))


@pytest.mark.parametrize("kind", [NoticeKind.RETRACTION, NoticeKind.WITHDRAWAL], ids=str)
def test_it_is_left_out_and_said(kind: NoticeKind) -> None:
    problems: list[Problem] = []
    left = left_after_retractions([known("a"), known("b", kind)], (), problems)
    assert [it.own.key for it in left] == ["a"]
    (problem,) = problems
    word = "retracted" if kind is NoticeKind.RETRACTION else "withdrawn"
    assert problem.message == f"'b' was {word} (doi:10.1/notice) and is not written about"
    assert problem.advice is Remedy.NAME_RETRACTED


def test_who_names_it_has_it_written_about_and_is_told() -> None:
    problems: list[Problem] = []
    left = left_after_retractions([known("b", NoticeKind.RETRACTION)], ("b",), problems)
    assert [it.own.key for it in left] == ["b"]
    assert problems[0].message == "'b' was retracted (doi:10.1/notice)"


def test_concerns_and_corrections_leave_a_paper_in() -> None:
    problems: list[Problem] = []
    papers = [known("a", NoticeKind.CONCERN), known("b", NoticeKind.CORRECTION)]
    assert left_after_retractions(papers, (), problems) == papers
    assert not problems


def test_where_nothing_is_left_the_error_says_what_helps() -> None:
    with pytest.raises(InputError) as raised:
        left_after_retractions([known("b", NoticeKind.RETRACTION)], (), [])
    assert raised.value.problem.advice is Remedy.NAME_RETRACTED


def test_fetch_says_it() -> None:
    outcome = known("b", NoticeKind.WITHDRAWAL).outcome
    assert outcome is not None
    line = outcome_line(FetchedEntry("b", outcome, outcome.paper, ""))
    assert "it was withdrawn (doi:10.1/notice)" in line
