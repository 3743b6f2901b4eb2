"""Sentences that stand on what the full text of another reference says of their paper."""

from dataclasses import replace
from pathlib import Path

import pytest
from written_drafts import change, record, take_out, written_draft

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.grounding.evidence import CITING
from citeloom.placing.record import RecordedEvidence
from citeloom.placing.sidecar import folder_of, write_record
from citeloom.problem import Problem

SAID = "Elm trees were measured in 7 “northern” valleys, which Smith's well-known maps show."
BY = "arxiv:2101.00042"
STALE = "this was written from what 'ash' says about 'elm', and "


@pytest.fixture
def main(tmp_path: Path) -> Path:
    """A written draft whose sentence on 'elm' stands on what 'ash' says of it."""
    main = written_draft(tmp_path)
    change(main.with_name("refs.bib"), "@misc{ash,", "@misc{ash, eprint = {2101.00042},")
    before = record(main)
    source = RecordedEvidence("elm", "elm", CITING, SAID, 0, len(SAID), 1.0, "", BY, "ash")
    paragraphs = tuple(
        replace(
            paragraph,
            sentences=tuple(
                replace(it, evidence=(source,)) if it.keys == ("elm",) else it
                for it in paragraph.sentences
            ),
        )
        for paragraph in before.paragraphs
    )
    write_record(folder_of(main), replace(before, paragraphs=paragraphs), main)
    return main


def stale(main: Path) -> list[Problem]:
    return [problem for problem in check(main, Context()).problems if problem.rule == "stale"]


def test_a_full_text_that_is_not_read_again_says_nothing_against_it(main: Path) -> None:
    assert stale(main) == []


def test_a_paper_that_is_gone_with_what_it_said_of_another(main: Path) -> None:
    take_out(main.with_name("refs.bib"), "ash")
    found = [problem.message for problem in stale(main)]
    assert any(f"{STALE}'ash' is no longer in your .bib" in message for message in found)
    assert len(found) == 2


def test_a_paper_that_has_another_key_says_what_it_said(main: Path) -> None:
    change(main.with_name("refs.bib"), "@misc{ash,", "@misc{oak,")
    change(main, "\\cite{ash,elm}", "\\cite{oak,elm}")
    (renamed,) = stale(main)
    assert renamed.message.endswith(": 'ash' was renamed to 'oak' in your .bib")
