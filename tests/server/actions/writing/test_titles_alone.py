"""A text of papers whose titles alone are known: it is written, and marked wherever it is seen."""

import asyncio
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.preview import preview_foot
from citeloom.actions.writing.stored.made_texts import waiting_related_work
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.task.text_basis import TextBasis
from citeloom.actions.writing.waiting import SectionText, WaitingText, WovenSentences
from citeloom.actions.writing.weave import weave
from citeloom.actions.writing.weave_plan import WeaveRequest, plan_weave
from citeloom.actions.writing.write import write
from citeloom.lsp.features.preview_page import preview_page
from projects import make_project, sample

PAPER = sample("titles_alone")
ABSTRACT = "abstract={We study how forest fires spread in the wind and measure their speed.},"


def waiting(main: Path) -> WaitingText:
    request = WriteRequest(main, method="extractive")
    return waiting_related_work(asyncio.run(write(plan(request, Context()), Context())), request)


def put_in_place(main: Path) -> str:
    request = WriteRequest(main, method="extractive")
    planned = plan(request, Context())
    written = asyncio.run(write(planned, Context()))
    insert_into_files(waiting_related_work(written, request), planned.opened, planned.folder)
    return main.read_text(encoding="utf-8")


def test_it_is_marked_in_title_preview_and_foot(tmp_path: Path) -> None:
    text = waiting(make_project(tmp_path, PAPER))
    assert text.title == "extractive, 1 paragraph, 4 of 4 cited, from titles alone"
    assert isinstance(text.content, SectionText)
    assert preview_foot(text.content, 0).endswith("From titles alone.")
    assert "From titles alone." in preview_page(text, ())


def test_the_notice_before_it_says_so(tmp_path: Path) -> None:
    planned = plan(WriteRequest(make_project(tmp_path, PAPER)), Context())
    assert planned.notices == ("from titles alone: no abstract of the 4 papers was found",)


def test_the_mark_in_the_file_says_so_until_abstracts_have_come(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    first = put_in_place(main)
    assert "-- written from titles alone; see .citeloom/" in first
    assert "forest fires" in first
    bib = tmp_path / "refs.bib"
    before = bib.read_text(encoding="utf-8")
    bib.write_text(before.replace("year=2001", f"{ABSTRACT} year=2001"), encoding="utf-8")
    second = put_in_place(main)
    assert "-- written from the papers cited; see .citeloom/" in second
    assert "titles alone" not in second
    bib.write_text(before, encoding="utf-8")
    assert put_in_place(main) == first


def test_with_one_abstract_the_other_papers_are_told_from_their_titles_still(
    tmp_path: Path,
) -> None:
    known = PAPER.replace("year=2001", f"{ABSTRACT} year=2001")
    request = WriteRequest(make_project(tmp_path, known), method="extractive")
    written = asyncio.run(write(plan(request, Context()), Context()))
    assert written.result.uncited == ()
    assert written.basis.note.startswith("No abstract was found for 3 of 4 papers")
    said = written.rendered.latex
    assert "how forest fires spread in the wind" in said
    assert "Two papers study annual rings~\\cite{yew,elm}." in said


def test_what_an_author_made_of_the_mark_stays(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    main.write_text(put_in_place(main).replace("-- written from titles alone", "by Ann"))
    (tmp_path / "refs.bib").write_text(
        (tmp_path / "refs.bib").read_text().replace("year=2001", f"{ABSTRACT} year=2001")
    )
    assert "by Ann; see .citeloom/" in put_in_place(main)


def test_a_reference_is_woven_in_by_its_title_and_the_warning_says_so(tmp_path: Path) -> None:
    standing = "\\section{Related Work}\nForests burn \\cite{ash}.\n"
    main = make_project(tmp_path, PAPER.replace("\\section{Related Work}\n", standing))
    woven = asyncio.run(weave(plan_weave(WeaveRequest(main, keys=("oak",)), Context()), Context()))
    assert "oak: from its title alone, as it has no abstract" in woven.warnings
    assert isinstance(woven.content, WovenSentences)
    assert (
        "+Related work includes ``Forest fires and wind'' by Oak~\\cite{oak}."
        in woven.content.difference
    )


def test_the_words_say_how_much_is_known() -> None:
    assert TextBasis(0, 0).mark == TextBasis(3, 0).note == TextBasis(3, 0).notice == ""
    assert TextBasis(3, 3).mark == "from titles alone"
    assert TextBasis(3, 2, by_model=True).mark == "2 by title alone"
    model = TextBasis(3, 3, by_model=True)
    assert "What the model says about them is not from their texts: check it." in model.note
    assert TextBasis(1, 1).notice == "from titles alone: no abstract of the paper was found"
    assert TextBasis(5, 2).notice == "2 of 5 papers by title alone"
    assert TextBasis(5, 2).note.startswith("No abstract was found for 2 of 5 papers")
    assert TextBasis(5, 1).note.startswith("No abstract was found for 1 of 5 papers")
