"""What the draft does instead of a paper, said behind a sentence of the author's."""

import asyncio
from pathlib import Path

import pytest
from written_drafts import change, written_draft

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.actions.writing.revising.revise import revise
from citeloom.actions.writing.waiting import WaitingText
from citeloom.methods.port import NoProgress
from citeloom.placing.marks import find_marks
from citeloom.problem import InputError

OURS = "we present a garden in which all trees grow together."


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return written_draft(tmp_path)


def positioned(main: Path, at: str) -> WaitingText:
    offset = main.read_bytes().decode("utf-8-sig").index(at)
    request = ReviseRequest(main, Revision.POSITION, offset)
    return asyncio.run(revise(request, Context(), NoProgress()))


def insert(main: Path, text: WaitingText) -> str:
    opened = open_project(main, Context())
    insert_into_files(text, opened, project_folder(opened.project, main, Context()))
    return main.read_bytes().decode()


def test_it_stands_behind_the_sentence_between_marks_of_its_own(main: Path) -> None:
    before = main.read_text("utf-8")
    text = positioned(main, "elm} and")
    assert "% citeloom:begin" in text.content.difference  # type: ignore[union-attr]
    assert main.read_text("utf-8") == before
    after = insert(main, text)
    (woven,) = [block for block in find_marks(after) if block.woven]
    assert woven.content.of(after) == f"Unlike \\citet{{elm}}, {OURS}\n"
    assert after.replace(woven.span.of(after), "", 1) == before
    assert not [it for it in check(main, Context()).problems if it.rule == "broken-mark"]
    with pytest.raises(InputError, match="said here already"):
        positioned(main, "elm} and")
    assert f"Unlike \\citet{{yew}}, {OURS}" in insert(main, positioned(main, "yew}."))


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_stay(main: Path, line_end: str) -> None:
    text = main.read_text("utf-8").replace("\n", line_end)
    main.write_bytes(b"\xef\xbb\xbf" + text.encode())
    after = insert(main, positioned(main, "Many build"))
    assert after.startswith("\ufeff") and after.count("\ufeff") == 1
    assert after.replace(line_end, "").count("\n" if line_end == "\r" else "\r") == 0
    assert f"{line_end}Unlike \\citet{{ash}}, {OURS}{line_end}" in after


def test_what_goes_on_from_the_sentence_is_not_parted_from_it(main: Path) -> None:
    change(main, "\\cite{yew}.", "\\cite{yew}. They last for years % they do\n  in all gardens.")
    after = insert(main, positioned(main, "yew}."))
    assert after.index("in all gardens.") < after.index("Unlike \\citet{yew}")
    assert "They last for years % they do\n  in all gardens.\n% citeloom:begin" in after


def test_a_sentence_that_cites_no_entry_has_none(main: Path) -> None:
    change(
        main,
        "\\section{Method}",
        "Trees are green. Some are red \\cite{nowhere}.\n\n\\section{Method}",
    )
    for words in ("Trees are", "Some are"):
        with pytest.raises(InputError, match="no sentence that cites"):
            positioned(main, words)


def test_a_sentence_in_two_notes_of_cited_pages(main: Path) -> None:
    change(main, "\\cite{yew}.", "\\cite[see][p. 3]{yew,ash}\\footnote{Both \\emph{are} old.}.")
    after = insert(main, positioned(main, "ash}\\footnote"))
    assert "{yew,ash}\\footnote{Both \\emph{are} old.}.\n% citeloom:begin" in after
    assert f"Unlike \\citet{{ash}}, {OURS}" in after
