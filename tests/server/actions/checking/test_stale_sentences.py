"""Sentences between the marks whose papers have changed since they were written."""

from pathlib import Path

import pytest
from written_drafts import ABSTRACTS, change, take_out, written_draft

from citeloom.actions.checking.check import check
from citeloom.actions.checking.stale_sentences import stale_sentences
from citeloom.actions.context import Context, open_project
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.paper_reader import read_papers
from citeloom.draft.references import cited_entries
from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.outcome import Outcome, Status
from citeloom.problem import Problem, Severity


def stale(main: Path) -> list[Problem]:
    return [problem for problem in check(main, Context()).problems if problem.rule == "stale"]


def reason(main: Path) -> str:
    (problem,) = stale(main)
    return problem.message.removeprefix("this sentence no longer follows its sources: ")


def test_a_text_just_written_is_not_stale(tmp_path: Path) -> None:
    assert stale(written_draft(tmp_path)) == []


def test_an_abstract_that_was_corrected(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the cold")
    (problem,) = stale(main)
    assert problem.message.endswith(": the abstract of 'elm' has changed since this was written")
    assert problem.severity is Severity.WARNING
    assert problem.place is not None and problem.place.span is not None
    assert "{elm}" in problem.place.span.of(main.read_text("utf-8"))


def test_another_sentence_of_the_abstract_does_not_matter(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    more = ABSTRACTS["elm"] + " Code is available."
    change(main.with_name("refs.bib"), ABSTRACTS["elm"], more)
    assert stale(main) == []


def test_a_minus_may_be_another_sign(tmp_path: Path) -> None:
    cold = "We show that elm trees grow well at -5 degrees in the country."
    main = written_draft(tmp_path, {**ABSTRACTS, "elm": cold})
    change(main.with_name("refs.bib"), "-5", "\u22125")
    assert stale(main) == []
    change(main.with_name("refs.bib"), "\u22125", "5")
    assert reason(main) == "the abstract of 'elm' has changed since this was written"


def test_a_reference_that_is_gone(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    take_out(main.with_name("refs.bib"), "yew")
    assert reason(main) == "'yew' is no longer in your .bib"


def test_a_bibliography_that_cannot_be_read_makes_nothing_stale(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    main.with_name("refs.bib").unlink()
    assert stale(main) == []


def test_a_citation_that_its_author_has_taken_out(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    change(main, "\\cite{ash,elm}", "\\cite{elm}")
    (problem,) = stale(main)
    assert problem.message.endswith(": your own text no longer cites 'ash'")
    assert problem.severity is Severity.NOTE


def test_an_abstract_that_is_known_by_now(tmp_path: Path) -> None:
    main = written_draft(tmp_path, {**ABSTRACTS, "yew": ""})
    assert stale(main) == []
    added = f"@misc{{yew, abstract = {{{ABSTRACTS['yew']}}},"
    change(main.with_name("refs.bib"), "@misc{yew,", added)
    assert (
        reason(main) == "'yew' has an abstract now; this sentence was written from its title alone"
    )


def test_a_sentence_that_its_author_has_edited_is_the_authors(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    change(main, "cold north", "warm north")
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the cold")
    assert stale(main) == []


def test_a_line_can_be_left_alone(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    change(main, "\\cite{ash,elm}", "\\cite{elm}")
    (problem,) = stale(main)
    assert problem.place is not None and problem.place.span is not None
    words = problem.place.span.of(main.read_text("utf-8"))
    change(main, words, f"{words} % citeloom: ignore")
    assert stale(main) == []


@pytest.mark.parametrize("kind", [NoticeKind.RETRACTION, NoticeKind.WITHDRAWAL], ids=str)
def test_a_paper_that_was_retracted(tmp_path: Path, kind: NoticeKind) -> None:
    project = open_project(written_draft(tmp_path), Context()).project
    known = list(read_papers(cited_entries(project), project, Context(), []))
    at = next(number for number, each in enumerate(known) if each.own.key == "ash")
    own = known[at].own
    outcome = Outcome(own, Status.MATCHED, "DOI", (Found(own, notices=(Notice(kind, "10.1/x"),)),))
    known[at] = PaperKnowledge(own, known[at].paper, outcome)
    (found,) = stale_sentences(project, known, Context(), [])
    assert "{ash}" in found.placed.sentence.latex
    word = "retracted" if kind is NoticeKind.RETRACTION else "withdrawn"
    assert [it.words for it in found.changes] == [f"'ash' was {word} (doi:10.1/x)"]
    assert found.kept_keys == ()


def test_a_damaged_record_is_said_and_nothing_else_is_lost(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    (record,) = (tmp_path / ".citeloom").glob("*.json")
    record.write_text("{", "utf-8")
    found = check(main, Context()).problems
    assert [problem.rule for problem in found] == ["broken-mark"]


def test_a_key_that_its_author_has_changed(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    change(main.with_name("refs.bib"), "@misc{yew,", "@misc{yewman2020,")
    change(main, "shrubs \\cite{yew}", "shrubs \\cite{yewman2020}")
    assert reason(main) == "'yew' was renamed to 'yewman2020' in your .bib"
