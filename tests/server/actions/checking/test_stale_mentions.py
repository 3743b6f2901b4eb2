"""Sentences that stand on what the full text of another reference says of their paper."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from written_drafts import change, record, take_out, written_draft

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.grounding.evidence import CITING
from citeloom.papers.fulltext.cache import FullTextCache, Kept
from citeloom.papers.fulltext.fetch import TextSearch
from citeloom.papers.fulltext.text import (
    Form,
    FullText,
    Reference,
    TextMention,
    TextParagraph,
    TextSection,
)
from citeloom.papers.store.store import Store
from citeloom.placing.record import RecordedEvidence
from citeloom.placing.sidecar import folder_of, write_record
from citeloom.problem import Problem

SAID = "Elm trees were measured in 7 “northern” valleys, which Smith's well-known maps show."
BY = "arxiv:2101.00042"
STALE = "this was written from what 'ash' says about 'elm', and "


def keep_a_text(data: Path, said: str, form: Form = Form.LATEX) -> None:
    """Keep a full text of 'ash', which cites 'elm' in one sentence."""
    text = f"Some words. {said[:-1]} [9]."
    cites = TextMention(text.index("[9]"), text.index("[9]") + 3, ("9",))
    section = TextSection("Introduction", 1, (TextParagraph(text, (cites,)),))
    listed = Reference("9", "On Elm Trees, 2019.", "On Elm Trees")
    full_text = FullText(form, "On Ash Trees", "", (section,), (listed,))
    assert FullTextCache(data / "full-texts").put(
        Kept("arxiv:2101.00042", date(2024, 1, 1), TextSearch(full_text))
    )
    with Store.open(data / "papers.sqlite"):
        pass


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


def reason(main: Path) -> str:
    (problem,) = stale(main)
    assert problem.place is not None and problem.place.span is not None
    assert "{elm}" in problem.place.span.of(main.read_text("utf-8"))
    return problem.message.partition(STALE)[2]


def test_a_full_text_that_says_it_still(main: Path, own_data_folder: Path) -> None:
    keep_a_text(own_data_folder, SAID)
    assert stale(main) == []


def test_a_full_text_that_nobody_has_here_says_nothing_against_it(main: Path) -> None:
    assert stale(main) == []


@pytest.mark.parametrize(
    "read_otherwise",
    [
        SAID.replace("“", '"').replace("”", '"'),
        SAID.replace("well-known", "well- known").replace("'", "’"),
        SAID.replace("measured", "mea\u00adsured").replace("known", "kn own"),
    ],
)
def test_a_full_text_that_was_only_read_anew(
    main: Path, own_data_folder: Path, read_otherwise: str
) -> None:
    keep_a_text(own_data_folder, read_otherwise, Form.PDF)
    assert stale(main) == []


@pytest.mark.parametrize(
    "changed", [SAID.replace("7", "70"), SAID.replace("were", "were never"), "No elm is here."]
)
def test_a_full_text_that_says_another_thing(
    main: Path, own_data_folder: Path, changed: str
) -> None:
    keep_a_text(own_data_folder, SAID)
    assert stale(main) == []
    keep_a_text(own_data_folder, changed)
    assert reason(main) == "that full text has changed since"


def test_a_paper_that_is_gone_with_what_it_said_of_another(main: Path) -> None:
    take_out(main.with_name("refs.bib"), "ash")
    found = [problem.message for problem in stale(main)]
    assert any(f"{STALE}'ash' is no longer in your .bib" in message for message in found)
    assert len(found) == 2


def test_a_paper_that_has_another_key_says_what_it_said(main: Path, own_data_folder: Path) -> None:
    keep_a_text(own_data_folder, SAID)
    change(main.with_name("refs.bib"), "@misc{ash,", "@misc{oak,")
    change(main, "\\cite{ash,elm}", "\\cite{oak,elm}")
    (renamed,) = stale(main)
    assert renamed.message.endswith(": 'ash' was renamed to 'oak' in your .bib")
    keep_a_text(own_data_folder, "No elm is here.")
    (_, changed) = stale(main)
    assert changed.message.endswith(f"{STALE}that full text has changed since")
