"""How many abstracts are known, what was tried, and what would bring more."""

from pathlib import Path

import pytest

from citeloom.actions.context import Context
from citeloom.actions.papers.fetched_entry import FetchedEntry
from citeloom.actions.papers.known_abstracts import KnownAbstracts, ZoteroState, known_now
from citeloom.actions.writing.task.plan import open_draft
from citeloom.cli.abstract_words import abstract_lines
from citeloom.lsp.questions.outcome_words import failure_words
from citeloom.papers.outcome import Failure, Outcome, Status
from citeloom.papers.paper import Paper
from projects import make_project, sample

DRAFT = sample("known_abstracts")


def test_the_papers_of_a_draft_are_counted(tmp_path: Path) -> None:
    context = Context()
    known = known_now(open_draft(make_project(tmp_path, DRAFT), context), context)
    assert (known.cited, known.known, known.asked) == (3, 1, 0)
    assert known.are_few
    assert known.count == "1 of 3 abstracts found"


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (
            KnownAbstracts(9, 0, 0, 0, ZoteroState.NOT_FOUND),
            "0 of 9 cited papers have an abstract; no Zotero library found on this machine, "
            "and no service has answered yet",
        ),
        (
            KnownAbstracts(9, 4, 9, 4, ZoteroState.READ),
            "4 of 9 cited papers have an abstract; your Zotero library has 4 of them, and services "
            "have answered about all of them",
        ),
        (
            KnownAbstracts(1, 0, 0, 0, ZoteroState.OFF),
            "0 of 1 cited papers have an abstract; Zotero is turned off in your config.toml, and "
            "no service has answered yet",
        ),
    ],
    ids=["nothing", "zotero", "off"],
)
def test_a_sentence_says_what_was_tried(known: KnownAbstracts, said: str) -> None:
    assert known.said == said


def test_a_terminal_names_the_commands_that_help() -> None:
    few = KnownAbstracts(9, 0, 0, 0, ZoteroState.NOT_FOUND)
    first, *steps = abstract_lines(few, Path("/x/my paper.tex"), "write")
    assert first == few.said
    commands = [step.split("  ")[1] for step in steps]
    assert commands == [
        "citeloom fetch 'my paper.tex'",
        "citeloom fetch 'my paper.tex' --offline",
        'zotero = "FOLDER"',
        "citeloom abstract 'my paper.tex' KEY",
    ]
    assert not [*abstract_lines(KnownAbstracts(9, 5, 0, 0, ZoteroState.READ), Path("m.tex"))]


OFFLINE = "it cannot be reached; is this machine online?"


def failed(key: str, *failures: tuple[str, str]) -> FetchedEntry:
    paper = Paper(key, (key,))
    outcome = Outcome(paper, Status.FAILED, failures=tuple(Failure(*it) for it in failures))
    return FetchedEntry(key, outcome, paper, "")


def test_an_editor_says_in_one_sentence_what_failed_and_why() -> None:
    both = [failed(key, ("s2", OFFLINE), ("arxiv", OFFLINE)) for key in "ab"]
    assert failure_words(both) == (
        "No abstract could be fetched: Semantic Scholar and arXiv cannot be reached; "
        "is this machine online?"
    )
    proxy = "the system's proxy refused the connection"
    assert failure_words([failed("a", ("s2", proxy))]) == (
        f"No abstract could be fetched: Semantic Scholar: {proxy}."
    )
    paper = Paper("b", ("b",))
    known = FetchedEntry("b", Outcome(paper, Status.FROM_BIB), paper, "the .bib file")
    assert failure_words([failed("a", ("s2", "it is down (503)")), known]) == (
        "1 of 2 abstracts were found: Semantic Scholar is down (503)."
    )
    assert failure_words([known]) == ""
