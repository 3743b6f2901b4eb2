"""Papers that have another key in the .bib by now, which nothing but our text cited."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from written_drafts import ABSTRACTS, change, entry, inserted, lines, written_draft

from citeloom.actions.checking import renamed_papers
from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.actions.writing.revising.revise import revise
from citeloom.methods.port import NoProgress
from citeloom.papers.identity import title_id
from citeloom.papers.paper import Author, Paper, known_fields
from citeloom.papers.store.store import Store

RENAMED = "'yew' was renamed to 'yewman2020' in your .bib"
GONE = "'yew' is no longer in your .bib"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return written_draft(tmp_path)


@pytest.fixture(params=["read", "searched"])
def small_or_large(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A .bib of which all entries are read, and one in which they are looked for."""
    if request.param == "searched":
        monkeypatch.setattr(renamed_papers, "MOST_READ", 0)


def now(main: Path, new: str) -> str:
    """Put another entry in the place of that of 'yew'; return what is said of its sentence."""
    change(main.with_name("refs.bib"), entry("yew", ABSTRACTS["yew"]), new)
    return reason(main)


def reason(main: Path) -> str:
    (problem,) = (it for it in check(main, Context()).problems if it.rule == "stale")
    return problem.message.removeprefix("this sentence no longer follows its sources: ")


@pytest.mark.usefixtures("small_or_large")
@pytest.mark.parametrize(
    "fields",
    [
        f"title = {{On Yew Trees}}, author = {{Yewman, Ann}}, abstract = {{{ABSTRACTS['yew']}}}",
        f"title = {{On Shrubs}}, abstract = {{{ABSTRACTS['yew']}}}",
        "title = {On {Yew} Trees}, doi = {10.1000/yew}, year = 2020,\n"
        f"  abstract = {{{ABSTRACTS['yew'].replace(' ', chr(10), 3)} More is said.}}",
    ],
    ids=["another key alone", "another title", "a DOI by now"],
)
def test_a_paper_that_has_another_key_is_followed(main: Path, fields: str) -> None:
    assert now(main, f"@article{{yewman2020, {fields}}}\n") == RENAMED


@pytest.mark.usefixtures("small_or_large")
@pytest.mark.parametrize(
    "fields",
    [
        "title = {On Yew Shrubs}, author = {Yewman, Ann}",
        "title = {On Other Trees}, doi = {10.1000/other}, "
        f"abstract = {{{ABSTRACTS['yew'].replace('tall', 'low')}}}",
    ],
    ids=["another title alone", "another abstract"],
)
def test_a_paper_that_may_be_another_is_not(main: Path, fields: str) -> None:
    assert now(main, f"@article{{yewman2020, {fields}}}\n") == GONE


@pytest.mark.usefixtures("small_or_large")
def test_two_papers_with_the_same_words_are_none(main: Path) -> None:
    both = "".join(
        f"@article{{{key}, title = {{On {key}}}, abstract = {{{ABSTRACTS['yew']}}}}}\n"
        for key in ("taxus", "yewman2020")
    )
    assert now(main, both) == GONE


@pytest.mark.usefixtures("small_or_large")
def test_an_identifier_names_a_paper_whatever_its_words(tmp_path: Path) -> None:
    main = written_draft(tmp_path, dois={"yew": "10.1000/Yew"})
    bib = main.with_name("refs.bib")
    change(bib, "@misc{yew,", "@misc{yewman2020,")
    change(bib, ABSTRACTS["yew"], "We count the berries of low hedges in winter.")
    change(bib, "On Yew Trees", "Shrubs in the Shade")
    assert reason(main) == (f"{RENAMED}; the abstract of 'yew' has changed since this was written")


def test_the_sentence_gets_the_new_key_and_nothing_else(main: Path) -> None:
    before = lines(main)
    change(main.with_name("refs.bib"), "@misc{yew,", "@misc{yewman2020,")
    request = ReviseRequest(main, Revision.STALE)
    after = inserted(main, asyncio.run(revise(request, Context(), NoProgress())))
    assert after == [line.replace("citet{yew}", "citet{yewman2020}") for line in before] != before
    assert [it.rule for it in check(main, Context()).problems] == ["undefined-key"]


def test_what_a_service_said_of_a_paper_is_said_of_it_by_another_key(
    tmp_path: Path, own_data_folder: Path
) -> None:
    found = Paper("", (), "On Yew Trees", (Author("Yewman", "Ann"),), abstract=ABSTRACTS["yew"])
    found = replace(found, id=title_id(found), sources=dict.fromkeys(known_fields(found), "s2"))
    with Store.open(own_data_folder / "papers.sqlite") as store:
        store.put([found])
    main = written_draft(tmp_path, {**ABSTRACTS, "yew": ""})
    assert any("\\citet{yew}" in line for line in lines(main))
    change(main.with_name("refs.bib"), "@misc{yew,", "@misc{yewman2020,")
    assert reason(main) == RENAMED
