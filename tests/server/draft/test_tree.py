"""Which files a root takes in: through macros of its own, too."""

import os
from pathlib import Path

import pytest

from citeloom.draft.files import DiskFiles
from citeloom.draft.project import Project, read_project
from citeloom.draft.root import root_of
from citeloom.draft.sources import Sources
from citeloom.draft.tree import Tree
from projects import make_project

THESIS = r"""
%! main.tex
\documentclass{thesis}
\usepackage{parts}
\newcommand{\base}{./text}
\begin{document}
\preface
\chapterfile{intro}
\twolevels{method}
\bibliography{\base/refs}
\end{document}
%! thesis.cls
\newcommand{\chapterfile}[1]{\input{\chapterdir/#1}}
\newcommand{\chapterdir}{\base/chapters}
%! parts.sty
\newcommand{\twolevels}[1]{\clearpage\chapterfile{#1/main}}
\newcommand{\preface}{\input{preface}}
%! preface.tex
\cite{a}
%! text/chapters/intro.tex
\cite{b} \chapterfile{deep}
%! text/chapters/deep.tex
\cite{c}\chapterfile{deep}
%! text/chapters/method/main.tex
\cite{d}
%! text/refs.bib
@misc{a, title = {A}} @misc{b, title={B}} @misc{c, title={C}} @misc{d, title={D}}
"""


def read(path: Path) -> Project:
    return read_project(path, DiskFiles())


def cited(project: Project) -> list[str]:
    return [key.key for one in project.flow.citations for key in one.citation.keys]


def test_files_are_followed_through_macros_of_the_projects_class_and_style(tmp_path: Path) -> None:
    project = read(make_project(tmp_path, THESIS))
    assert cited(project) == ["a", "b", "c", "d"]
    assert list(project.entry_of) == ["a", "b", "c", "d"]
    assert project.problems == ()


@pytest.mark.parametrize("part", ["preface", "text/chapters/deep", "text/chapters/method/main"])
def test_a_file_read_by_a_macro_leads_to_the_root(tmp_path: Path, part: str) -> None:
    main = make_project(tmp_path, THESIS)
    assert root_of(tmp_path / f"{part}.tex", DiskFiles()) == main


def test_openlogics_import(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        r"""
%! main.tex
\documentclass{memoir}
\newcommand{\olpath}{.}
\input{\olpath/sty/book.sty}
\begin{document}
\olimport[content]{content}
\end{document}
%! sty/book.sty
\def\olfilebase{}
\DeclareDocumentCommand \olimport { s o m o }{
  \IfNoValueTF{#2}{\subfileswitch{\subfile{#3}}{\subfile{\olfilebase #3}}}{%
    \edef\olfilebase{\olfilebase #2/}
    \subfileswitch{\subfile{#2/#3}}{\subfile{\olfilebase #3}}}}
%! content/content.tex
\olimport[sets]{sets}
%! content/sets/sets.tex
\documentclass[../../main]{subfiles}
\begin{document}
\olimport{basics}
\olimport*[other]{elsewhere}
\end{document}
%! content/sets/basics.tex
\cite{cantor}
""",
    )
    project = read(main)
    assert cited(project) == ["cantor"]
    assert [problem.rule for problem in project.problems] == []


def test_macros_that_read_one_another_come_to_an_end(tmp_path: Path) -> None:
    """Each reading makes the names longer; the number of readings is bounded."""
    main = make_project(
        tmp_path,
        r"""
%! main.tex
\documentclass{article}
\usepackage{one,two}
\newcommand{\loop}{\pool}
\newcommand{\pool}{\loop}
\begin{document}
\first{main}
\input{\loop}
\end{document}
%! one.sty
\newcommand{\first}[1]{\second{x#1}\input{#1}}
%! two.sty
\newcommand{\second}[1]{\first{y#1}\input{#1}}
""",
    )
    project = read(main)
    assert [path.name for path in project.documents] == ["main.tex", "one.sty", "two.sty"]
    assert project.problems == ()


def test_a_name_of_a_macro_that_grows_without_end_means_no_file(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        r"""
%! main.tex
\documentclass{article}
\newcommand{\again}{\again\again\again\again\again\again\again\again\again\again}
\input{\again}
\bibliography{\again}
""",
    )
    assert list(Tree(main, Sources(DiskFiles())).documents) == [main]
    assert read(main).problems == ()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_pipes_are_problems_of_the_commands_that_ask_for_them(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        r"""
%! main.tex
\documentclass{article}\usepackage{own}
\begin{document}
\input{parts/a}
\cite{b}
\bibliography{refs,more}
\end{document}
%! refs.bib
@misc{b, title = {B}}
%! parts/b.tex
""",
    )
    for name in ("own.sty", "parts/a.tex", "more.bib"):
        os.mkfifo(tmp_path / name)
    project = read(main)
    assert sorted((one.place.line, one.message) for one in project.problems if one.place) == [
        (1, "\\usepackage of 'own': own.sty is a pipe, not a file"),
        (3, "\\input of 'parts/a': parts/a.tex is a pipe, not a file"),
        (5, "\\bibliography of 'more': more.bib is a pipe, not a file"),
    ]
    assert {one.place.file for one in project.problems if one.place} == {main}
    assert {one.rule for one in project.problems} == {"input", "unread-bib"}
    assert list(project.entry_of) == ["b"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_pipes_beside_a_file_do_not_keep_it_from_its_root(tmp_path: Path) -> None:
    main = make_project(
        tmp_path, "%! main.tex\n\\documentclass{a}\\input{part}\n%! part.tex\n\\cite{b}\n"
    )
    os.mkfifo(tmp_path / "a.tex")
    os.mkfifo(tmp_path / "a.bib")
    assert root_of(tmp_path / "part.tex", DiskFiles()) == main
    assert [str(one) for one in read(main).problems if one.rule == "unread-bib"] == [
        f"{tmp_path / 'a.bib'}: error: is a pipe, not a file"
    ]


def test_a_file_that_is_too_large_is_a_problem_of_the_command_that_asks_for_it(
    tmp_path: Path,
) -> None:
    main = make_project(tmp_path, "%! main.tex\n\n\\addbibresource{a.bib}\n%! a.bib\n")
    os.truncate(tmp_path / "a.bib", 20 << 30)
    (problem,) = read(main).problems
    assert problem.place
    assert (problem.place.file, problem.place.line) == (main, 2)
    assert "a.bib has 22 GB; the most that is read is 128 MB" in problem.message
