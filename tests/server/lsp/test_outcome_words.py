"""What an editor says of a fetch: papers that were taken back are named."""

import pytest

from citeloom.actions.papers.fetched_entry import FetchedEntry
from citeloom.actions.papers.fetched_words import outcome_line
from citeloom.lsp.questions.outcome_words import failure_words, summary_words
from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.outcome import Failure, Outcome, Status
from citeloom.papers.paper import Paper

RETRACTION = Notice(NoticeKind.RETRACTION, "10.1000/notice.1", source="crossref")
WITHDRAWAL = Notice(NoticeKind.WITHDRAWAL, source="arxiv")
CORRECTION = Notice(NoticeKind.CORRECTION, source="crossref")
DOWN = Failure("openalex", "it has an internal error (503); try again later")


def fetched(key: str, *notices: Notice, abstract: str = "Crossref") -> FetchedEntry:
    paper = Paper(id=key, title=key, sources={"title": "crossref"})
    found = Found(paper, notices=notices)
    failures = () if abstract else (DOWN,)
    outcome = Outcome(paper, Status.MATCHED, "DOI", (found,), failures=failures)
    return FetchedEntry(key, outcome, paper, abstract)


@pytest.mark.parametrize(
    ("notice", "said"),
    [
        (RETRACTION, "; it was retracted (doi:10.1000/notice.1)"),
        (WITHDRAWAL, "; it was withdrawn"),
        (CORRECTION, ""),
    ],
    ids=["retracted", "withdrawn", "corrected"],
)
def test_one_entry(notice: Notice, said: str) -> None:
    assert outcome_line(fetched("lee", notice)) == f"lee: matched (DOI; Crossref){said}"


def test_several_entries() -> None:
    known = fetched("wu")
    assert summary_words([known]) == "1 of 1 abstracts were found (1 matched)."
    one = summary_words([known, fetched("lee", WITHDRAWAL)])
    assert one == "2 of 2 abstracts were found (2 matched). lee was withdrawn."
    many = summary_words([fetched(f"lee{number}", RETRACTION) for number in range(10)])
    assert many.endswith(
        " Retracted or withdrawn: lee0, lee1, lee2, lee3, lee4, lee5, lee6, lee7 and 2 more."
    )


def test_a_retracted_paper_whose_abstract_was_kept_back() -> None:
    words = failure_words([fetched("lee", WITHDRAWAL, abstract="")])
    assert words.startswith("No abstract could be fetched: OpenAlex has an internal error")
    assert words.endswith(" lee was withdrawn.")
