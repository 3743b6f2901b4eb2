"""Which files a root takes in: through macros of its own, too."""

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
