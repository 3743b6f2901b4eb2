"""Where a first text stands in a section that is about more than prior papers."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from written_drafts import write_into

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.writing.insert import insert_into_files, place_in_section
from citeloom.actions.writing.menu import MenuCommand, SectionWork, paragraph_menu, section_menu
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.revising.revise import revise
from citeloom.actions.writing.section import section_at, section_for_prior_work, section_named
from citeloom.actions.writing.sections.new_section import new_section_edit, new_section_places
from citeloom.actions.writing.stored.made_texts import (
    section_target,
    waiting_related_work,
)
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import WaitingText
from citeloom.actions.writing.weave import weave
from citeloom.actions.writing.weave_plan import WeaveRequest, plan_weave
from citeloom.actions.writing.write import write
from citeloom.methods.port import NoProgress
from citeloom.placing.marks import find_marks
from citeloom.problem import InputError
from cursors import at_cursor
from projects import make_project

HEAD = "%! main.tex\n\\documentclass{article}\n\\begin{document}\n\\section{Introduction}\n"
TAIL = "\n\\section{Method}\nOurs \\cite{d,e}.\n\\bibliography{refs}\n\\end{document}\n"
BIB = "%! refs.bib\n" + "".join(
    f"@misc{{{key}, title={{Study {key} of trees}}, author={{Smith{key}, Ann}}, year=2020,"
    f" abstract={{We propose a model of kind {key} that grows any tree.}}}}\n"
    for key in "abcdef"
)

CASES = {
    "behind the paragraph that cites most": (
        "Trees are old \\cite{a}.\n\nThey grow \\cite{a,b}, fast \\citep{c}.|\n\nWe grow more.\n"
    ),
    "of equal ones the last": "Old \\cite{a}.\n\nNew \\cite{b}.|\n\nWe grow more.\n",
    "not the last one, which says what is done here": (
        "Old \\cite{a}.|\n\nWe grow more than \\cite{b,c}.\n"
    ),
    "the last one where no other one cites": "Old.\n\nNew \\cite{b}.|\n",
    "a paper counts once": "Old \\cite{a,b}.|\n\nNew \\cite{c}, \\cite{c}, \\cite{c}.\n\nMore.\n",
    "at the end where none is cited": "Trees are old.\n\nWe grow more.|\n",
    "behind a formula of the paragraph": (
        "They grow \\cite{a,b} as\n\\begin{align}\n  x = y,\n\n\\end{align}\nwith age.|\n\nWe.\n"
    ),
    "behind a list": (
        "\\begin{itemize}\n\\item Old \\cite{a,b,c}.\n\n\\item New.\n\n\\end{itemize}|\n\nWe.\n"
    ),
    "behind a comment of the paragraph": "Old \\cite{a,b}. % more?\n% much|\n\nWe grow.\n",
    "before a subsection": "Old \\cite{a}.|\n\nWe.\n\n\\subsection{Trees}\nThey \\cite{a,b,c}.\n",
    "a figure counts as nothing": (
        "Old \\cite{a}.|\n\n\\begin{figure}\\caption{By \\cite{a,b,c}.}\\end{figure}\n\nWe grow.\n"
    ),
}


def written_into(main: Path, **options: object) -> str:
    write_into(WriteRequest(main, **options))
    return main.read_text("utf-8")


@pytest.mark.parametrize("case", CASES)
def test_place(case: str, tmp_path: Path) -> None:
    before = HEAD + CASES[case] + TAIL
    main = make_project(tmp_path, before.replace("|", "") + BIB)
    text = written_into(main, section="Introduction")
    (block,) = find_marks(text).blocks
    own, rest = before.removeprefix("%! main.tex\n").split("|")
    assert text[: block.span.start].rstrip() == own.rstrip()
    assert text[block.span.end :].strip() == rest.strip()
    assert written_into(main, section="Introduction") == text, "again it stays there"
    assert written_into(main) == text, "the section need not be named again"


def test_the_place_is_shown_and_the_menu_knows_the_text(tmp_path: Path) -> None:
    case = CASES["behind the paragraph that cites most"].replace("|", "")
    main = make_project(tmp_path, HEAD + case + TAIL + BIB)
    planned = plan(WriteRequest(main, section="Introduction"), Context())
    place, how = place_in_section(section_target(planned), planned.opened)
    assert place.line == 6 and how.endswith("ends: They grow \\cite{a,b}, fast \\citep{c}.")
    assert "Trees are old" in planned.task.draft.sections[0].text
    written_into(main, section="Introduction")
    opened = open_project(main, Context())
    at = section_named(opened)
    assert (at.heading, at.related) == ("Introduction", True)
    items = [*section_menu(opened, at, SectionWork(), "extractive")]
    assert MenuCommand.WRITE in [item.command for item in items]
    again = plan(WriteRequest(main, section="Introduction"), Context())
    assert again.task == planned.task, "our own text is not shown to a method"


def test_an_empty_file_that_the_section_takes_in_gets_the_text(tmp_path: Path) -> None:
    taken_in = "\n\\section{Related works}\\input{related.tex}\n" + TAIL
    main = make_project(tmp_path, HEAD + CASES["a paper counts once"] + taken_in + BIB)
    (tmp_path / "related.tex").touch()
    before = main.read_text("utf-8")
    assert written_into(main) == before
    text = (tmp_path / "related.tex").read_text("utf-8")
    assert text.startswith("% citeloom:begin")
    assert written_into(main) == before
    assert (tmp_path / "related.tex").read_text("utf-8") == text


@pytest.mark.parametrize("method", ["section", "section*"])
def test_a_new_section_is_starred_where_all_are(method: str, tmp_path: Path) -> None:
    draft = (HEAD + CASES["a paper counts once"] + TAIL).replace("\\section{I", "\\section*{I")
    main = make_project(tmp_path, draft.replace("section{Method", f"{method}{{Method") + BIB)
    opened = open_project(main, Context())
    edit = new_section_edit(new_section_places(opened.project)[0], opened.project)
    assert edit.new_text == f"\\{method}{{Related Work}}\n\n"


def test_in_a_thesis_it_is_the_introduction_of_the_chapter(tmp_path: Path) -> None:
    draft = (
        "%! main.tex\n\\documentclass{book}\n\\begin{document}\n\\chapter{Trees}\n"
        "\\section{Introduction}\nOld \\cite{a}.\n\\section{Method}\nBy \\cite{d}.\n"
        "\\chapter{Shrubs} % short\n\n\\section{Introduction}\nNew \\cite{b,c}.\n\nWe.\n"
        "\\section{Method}\nLike \\cite{e}, \\cite{c}.\n\\bibliography{refs}\n\\end{document}\n"
    )
    main = make_project(tmp_path, draft + BIB)
    most = section_for_prior_work(open_project(main, Context()))
    assert most is not None
    assert (most.heading, most.name, most.how_many) == (
        "Introduction",
        "2.1",
        "2 of 5 references are cited",
    )
    planned = plan(WriteRequest(main, section=most.name), Context())
    assert [paper.key for paper in planned.task.references] == ["e"]
    text = written_into(main, section=most.name)
    assert "\\cite{b,c}.\n\n% citeloom:begin" in text
    assert written_into(main) == text


def test_a_text_in_an_introduction_is_woven_into_revised_and_written_again(tmp_path: Path) -> None:
    case = CASES["behind the paragraph that cites most"].replace("|", "")
    main = make_project(tmp_path, HEAD + case + TAIL + BIB)
    written_into(main, section="Introduction")
    context, bib = Context(), main.with_name("refs.bib")

    def insert(text: WaitingText) -> str:
        opened = open_project(main, context)
        insert_into_files(text, opened, project_folder(opened.project, main, context))
        return main.read_text("utf-8")

    woven = asyncio.run(weave(plan_weave(WeaveRequest(main, ("f",)), context), context))
    assert insert(woven).count("{f}") == 1
    bib.write_text(bib.read_text("utf-8").replace("kind d", "sort d"), "utf-8")
    revised = asyncio.run(revise(ReviseRequest(main), context, NoProgress()))
    text = insert(revised).replace("kind e that grows any", "kind e, I think, that grows any")
    assert "sort d" in text
    main.write_text(text, "utf-8")
    again = written_into(main)
    assert "kind e, I think," in again
    (block,) = find_marks(again).blocks
    own = f"{HEAD}{case}{TAIL}".removeprefix("%! main.tex\n")
    outside = again[: block.span.start].rstrip() + "\n\n" + again[block.span.end :].lstrip()
    assert outside == own


def to_crlf(folder: Path) -> Path:
    for file in folder.glob("*.tex"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    return folder / "main.tex"


def to_another_name(folder: Path) -> Path:
    return (folder / "main.tex").rename(folder / "paper.tex")


def to_another_folder(folder: Path) -> Path:
    inner = folder / "paper"
    inner.mkdir()
    for file in [folder / "main.tex", folder / "refs.bib"]:
        file.rename(inner / file.name)
    return inner / "main.tex"


@pytest.mark.parametrize("travel", [to_crlf, to_another_name, to_another_folder])
def test_a_text_comes_back_from_elsewhere(travel: Callable[[Path], Path], tmp_path: Path) -> None:
    case = CASES["behind the paragraph that cites most"].replace("|", "")
    main = make_project(tmp_path, HEAD + case + TAIL + BIB)
    own = written_into(main, section="Introduction").replace("kind d that", "kind d, I say, that")
    main.write_text(own, "utf-8")
    there = travel(main.parent)
    before = there.read_bytes()
    assert b"I say" in before
    written_into(there)
    assert there.read_bytes() == before


OFFERED = {
    "Introduction": "\\section{1. Introduction, aims} \\cite{a}.\n\\section{Data} \\cite{b,c}.\n",
    "Data": "\\section{Introduction} Old.\n\\section{Data} \\cite{b,c}.\n",
    "Introduction where all are told in Data": (
        "\\section{Introduction} Old.\n\\section{Data} They hold \\cite{a,b,c,d}.\n"
    ),
    "Aims": "\\section{Aims} \\cite{a,b,c}.\n\\section{Data} \\cite{b,c}.\n",
}


@pytest.mark.parametrize("case", OFFERED)
def test_an_introduction_is_offered_first(case: str, tmp_path: Path) -> None:
    head = "%! main.tex\n\\documentclass{article}\n\\begin{document}\n"
    draft = f"{head}{OFFERED[case]}\\bibliography{{refs}}\n\\end{{document}}\n"
    found = section_for_prior_work(open_project(make_project(tmp_path, draft + BIB), Context()))
    assert found is not None
    assert case.split()[0] in found.heading


AFTER = (
    "Old \\cite{a,b}.\n\nThe work\n|of \\cite{c}\nholds:\n\\begin{align}\n  x,\n\n  y.\n"
    "\\end{align}#\n\nWe grow.\n\n\\subsection{Trees}\n\nOur plan.\n"
)


def test_the_author_names_the_paragraph(tmp_path: Path) -> None:
    text, at = HEAD + AFTER + TAIL, (HEAD + AFTER).index("|")
    main = make_project(tmp_path, text.replace("|", "").replace("#", "") + BIB)
    line = text.count("\n", 0, at)
    request = WriteRequest(main, after=f"main.tex:{line}", keys=["c"])
    made = asyncio.run(write(plan(request, Context()), Context()))
    waiting = waiting_related_work(made, request)
    own, rest = text.removeprefix("%! main.tex\n").replace("|", "").split("#")
    main.write_text(f"\n% A line above.\n{own}{rest}", "utf-8")
    opened = open_project(main, Context())
    insert_into_files(waiting, opened, made.plan.folder)
    placed = main.read_text("utf-8")
    (block,) = find_marks(placed).blocks
    assert placed[: block.span.start].endswith("\\end{align}\n\n")
    assert placed[block.span.end :].strip() == rest.strip()
    with pytest.raises(InputError, match="already"):
        plan(WriteRequest(main, after=f"main.tex:{line + 2}", keys=["c"]), Context())


def test_a_named_paragraph_that_has_changed_since_gets_no_text(tmp_path: Path) -> None:
    main = make_project(tmp_path, HEAD + CASES["a paper counts once"].replace("|", "") + TAIL + BIB)
    request = WriteRequest(main, after="main.tex:4")
    made = asyncio.run(write(plan(request, Context()), Context()))
    waiting = waiting_related_work(made, request)
    changed = main.read_text("utf-8").replace("Old ", "Very old ")
    main.write_text(changed, "utf-8")
    with pytest.raises(InputError, match="has changed since"):
        insert_into_files(waiting, open_project(main, Context()), made.plan.folder)
    assert main.read_text("utf-8") == changed


@pytest.mark.parametrize("line", ["main.tex:5", "main.tex:1", "other.tex:3"])
def test_a_line_that_is_in_no_paragraph_is_refused(line: str, tmp_path: Path) -> None:
    main = make_project(tmp_path, HEAD + "Old \\cite{a}.\n\nWe.\n" + TAIL + BIB)
    with pytest.raises(InputError):
        plan(WriteRequest(main, after=line), Context())


def test_a_paragraph_that_cites_offers_to_write_on_these_papers(tmp_path: Path) -> None:
    fixture = HEAD + "Trees are old \\cite{a}.\n\nThey |grow \\cite{b}, \\cite{c}.\n" + TAIL + BIB
    opened, source, offset = at_cursor(tmp_path, fixture)
    at = section_at(opened, source, offset)
    assert at is not None
    (item,) = paragraph_menu(opened, at, source, offset, "extractive")
    assert (item.keys, item.after) == (("b", "c"), f"{source.path}:6")
    written_into(source.path, after=item.after, keys=item.keys)
    assert not [*paragraph_menu(open_project(source.path, Context()), at, source, offset, "")]
