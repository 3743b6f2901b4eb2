"""Several texts of a draft revised together, and sentences that stand beside others like them."""

import asyncio
from pathlib import Path

import pytest
from written_drafts import ABSTRACTS, change, take_out, written_draft

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.actions.writing.revising.revise import revise
from citeloom.actions.writing.stored.made_texts import waiting_related_work
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import WaitingText, WovenSentences
from citeloom.actions.writing.write import write
from citeloom.methods.port import NoProgress
from citeloom.placing.marks import find_marks
from citeloom.problem import InputError


def revised(main: Path, revision: Revision = Revision.STALE, at: str = "") -> WaitingText:
    offset = main.read_text("utf-8").index(at) if at else None
    return asyncio.run(revise(ReviseRequest(main, revision, offset), Context(), NoProgress()))


def insert(main: Path, text: WaitingText) -> None:
    opened = open_project(main, Context())
    insert_into_files(text, opened, project_folder(opened.project, main, Context()))


def lines(main: Path) -> list[str]:
    text = main.read_text("utf-8")
    return [
        line for block in find_marks(text) for line in block.content.of(text).splitlines() if line
    ]


def test_the_same_text_in_two_sections_keeps_two_ids(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    change(main, "\\section{Related Work}\n", "\\section{Background}\n\n\\section{Related Work}\n")
    request = WriteRequest(
        main, method="extractive", keys=("ash", "elm", "yew"), section="Background"
    )
    written = asyncio.run(write(plan(request, Context()), Context()))
    insert(main, waiting_related_work(written, request))
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    insert(main, revised(main))
    text = main.read_text("utf-8")
    assert text.count("grow badly in the hot") == 2
    assert len({block.id for block in find_marks(text)}) == 2
    assert not [it for it in check(main, Context()).problems if it.rule in ("stale", "broken-mark")]


TWICE = (
    "We propose a network that finds old elm trees by night. "
    "We reduce the count of errors by 7 percent in the cold north."
)


FINDS = r"\citet{elm} proposes a network that finds old elm trees by night."
REDUCES = "The author reduces the count of errors by 7 percent in the cold north~\\cite{elm}."


@pytest.fixture
def twice(tmp_path: Path) -> Path:
    main = written_draft(tmp_path, {"elm": TWICE}, words=60)
    assert lines(main) == [FINDS, REDUCES]
    return main


def test_of_two_sentences_on_a_paper_the_stale_one_follows_its_own_source(twice: Path) -> None:
    change(twice.with_name("refs.bib"), "by 7 percent", "by 8 percent")
    insert(twice, revised(twice))
    assert lines(twice) == [FINDS, REDUCES.replace("7", "8")]


def test_a_stale_sentence_does_not_become_a_copy_of_its_neighbour(twice: Path) -> None:
    change(twice.with_name("refs.bib"), TWICE, TWICE[: TWICE.index(" We reduce")])
    with pytest.raises(InputError, match="line 13 stays as it is: the text around it"):
        revised(twice)


def test_a_sentence_written_anew_does_not_become_a_copy_of_its_neighbour(twice: Path) -> None:
    with pytest.raises(InputError, match="would change nothing here"):
        revised(twice, Revision.SENTENCE, "The author reduces")


def test_sentences_left_out_are_not_said_to_be_rewritten(twice: Path) -> None:
    take_out(twice.with_name("refs.bib"), "elm")
    text = revised(twice)
    assert text.titles == ("2 sentences left out, because nothing can be cited there now",)
    assert text.warnings == ("2 sentences left out: 'elm' is no longer in your .bib",)


def test_a_copy_of_a_sentence_stays_and_is_known(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    rings, north, shade = lines(main)
    change(main, f"{shade}\n", f"{shade}\n\nMine is this.\n{north}\n")
    more = "We propose a method that finds old elm trees by night."
    change(main.with_name("refs.bib"), ABSTRACTS["elm"], f"{ABSTRACTS['elm']} {more}")
    insert(main, revised(main, Revision.SENTENCE, "{elm} shows"))
    first, new, *others = lines(main)
    assert [first, *others] == [rings, shade, "Mine is this.", north]
    assert "by night" in new
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    insert(main, revised(main))
    assert "grow badly" in lines(main)[-1] and "by night" in lines(main)[1]


def test_a_paragraph_with_words_of_the_authors_between_is_not_written_anew(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    _, north, _ = lines(main)
    change(main, f"{north}\n", f"{north}\nMine is this.\n")
    with pytest.raises(InputError, match="your own words between the sentences"):
        revised(main, Revision.PARAGRAPH, "{elm} shows")


def test_what_the_draft_does_stands_behind_all_on_the_paper_and_once(twice: Path) -> None:
    insert(twice, revised(twice, Revision.POSITION, "{elm} proposes"))
    assert lines(twice)[:2] == [FINDS, REDUCES] and lines(twice)[2].startswith("Unlike ")
    with pytest.raises(InputError, match="the text already says that here"):
        revised(twice, Revision.POSITION, "{elm} proposes")


def test_a_chapter_is_called_by_its_folder_in_what_is_shown(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    text = main.read_text("utf-8")
    start, end = text.index("\\section{Related Work}"), text.index("\\section{Method}")
    chapter = tmp_path / "parts" / "related.tex"
    chapter.parent.mkdir()
    chapter.write_text(text[start:end], "utf-8")
    main.write_text(f"{text[:start]}\\input{{parts/related}}\n{text[end:]}", "utf-8")
    compared = revised(chapter, Revision.COMPARE, "{ash} plants")
    assert isinstance(compared.content, WovenSentences)
    assert compared.content.difference.startswith("--- parts/related.tex\n+++ parts/related.tex\n")
