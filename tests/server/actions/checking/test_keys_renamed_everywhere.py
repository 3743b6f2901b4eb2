"""Written sentences whose keys were renamed in the text and in the .bib, as editors rename them."""

import asyncio
from pathlib import Path

import pytest
from written_drafts import ABSTRACTS, change, entry, inserted, take_out, written_draft

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context, open_project
from citeloom.actions.writing.revising.place import sentence_at
from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.actions.writing.revising.revise import revise
from citeloom.draft.document import Document
from citeloom.methods.port import NoProgress
from citeloom.placing.standing_paragraphs import PlacedSentence


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return written_draft(tmp_path)


def rename(main: Path, old: str, new: str) -> None:
    """Rename a key in the text and in the .bib."""
    change(main.with_name("refs.bib"), f"@misc{{{old},", f"@misc{{{new},")
    cite_instead(main, old, new)


def cite_instead(main: Path, old: str, new: str) -> None:
    text = main.read_text("utf-8")
    main.write_text(text.replace(f"{{{old}}}", f"{{{new}}}"), "utf-8", newline="")


def sources(main: Path, key: str) -> PlacedSentence | None:
    """Return what stands behind the written sentence that cites a key."""
    project = open_project(main, Context()).project
    source = project.source(main)
    assert isinstance(source, Document)
    return sentence_at(project, source, source.text.rindex(f"{{{key}}}"))


def stale(main: Path) -> list[str]:
    return [it.message for it in check(main, Context()).problems if it.rule == "stale"]


def test_its_sources_are_still_known(main: Path) -> None:
    rename(main, "yew", "yewman2020")
    placed = sources(main, "yewman2020")
    assert placed is not None and placed.sentence.keys == ("yewman2020",)
    assert [it.key for it in placed.sentence.evidence] == ["yewman2020"]
    assert [it.rule for it in check(main, Context()).problems] == []


def test_it_is_stale_where_the_abstract_is_another_since(main: Path) -> None:
    rename(main, "yew", "yewman2020")
    change(main.with_name("refs.bib"), "in the shade of", "far from")
    # The identity is the title's, with its people: the words may be others.
    (message,) = stale(main)
    assert message.endswith("the abstract of 'yewman2020' has changed since this was written")
    request = ReviseRequest(main, Revision.STALE)
    after = inserted(main, asyncio.run(revise(request, Context(), NoProgress())))
    assert any("{yewman2020}" in line and "far from tall walls" in line for line in after)
    assert stale(main) == []


def test_another_paper_in_its_place_is_the_authors_change(main: Path) -> None:
    bib = main.with_name("refs.bib")
    take_out(bib, "yew")
    bib.write_text(f"{bib.read_text('utf-8')}{entry('oak', 'We fell oaks.')}", "utf-8")
    cite_instead(main, "yew", "oak")
    assert sources(main, "oak") is None
    assert stale(main) == []


def test_a_key_that_is_still_in_the_bib_was_not_renamed(main: Path) -> None:
    bib = main.with_name("refs.bib")
    bib.write_text(f"{bib.read_text('utf-8')}{entry('taxus', ABSTRACTS['yew'])}", "utf-8")
    cite_instead(main, "yew", "taxus")
    assert sources(main, "taxus") is None
