"""Which root a file is read with."""

import os
from pathlib import Path

import pytest

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context, open_project
from citeloom.draft.files import Files
from citeloom.draft.root import choose_root, root_of
from citeloom.draft.sources import Sources
from citeloom.settings import UserSettings
from projects import make_project, project_files

PREAMBLE = r"""
%! main.tex
\input{tex/preamble}
\begin{document}
\include{ch/one}
\input{ch/two}
\bibliography{refs}
\end{document}
%! tex/preamble.tex
\documentclass{book}
\input{tex/macros}
%! tex/macros.tex
\newcommand{\see}[1]{\citep{#1}}
%! ch/one.tex
\section{Related Work} \see{a1}
\input{ch/deep}
%! ch/deep.tex
\cite{a2}
%! ch/two.tex
\cite{a1,gone}
%! refs.bib
@misc{a1, title = {A}}
@misc{a2, title = {B}}
@misc{unused, title = {C}}
"""

BODY_APART = r"""
%! main.tex
\input{preamble}
\input{body}
%! preamble.tex
\documentclass{book}
\bibliography{refs}
%! body.tex
\begin{document}\include{one}\cite{gone}\end{document}
%! one.tex
\cite{a}
%! refs.bib
@misc{a, title = {A}}
"""

WRAPPED = r"""
%! main.tex
\def\forarxiv{1}
\input{text}
%! text.tex
\documentclass{article}
\begin{document}\input{one}\bibliography{refs}\end{document}
%! one.tex
\cite{a,gone}
%! refs.bib
@misc{a, title = {A}}
"""

STANDALONE = r"""
%! main.tex
\documentclass{article}
\usepackage{standalone}
\begin{document}\input{fig/plot}\cite{b}\bibliography{refs}\end{document}
%! fig/plot.tex
\documentclass[tikz]{standalone}
\begin{document}\cite{a,gone}\end{document}
%! refs.bib
@misc{a, title = {A}} @misc{b, title = {B}}
"""

DOCMUTE = r"""
%! main.tex
\documentclass{book}
\usepackage{docmute}
\begin{document}\input{ch/one}\input{ch/two}\bibliography{refs}\end{document}
%! ch/one.tex
\documentclass{book}
\begin{document}\cite{a,gone}\end{document}
%! ch/two.tex
\documentclass{book}
\begin{document}\cite{b}\end{document}
%! refs.bib
@misc{a, title = {A}} @misc{b, title = {B}}
"""

UNDERSCORED = r"""
%! main.tex
\documentclass{letter}
\begin{document}Dear editor\end{document}
%! _main.tex
\documentclass{book}
\begin{document}\input{one}\bibliography{refs}\end{document}
%! one.tex
\cite{a,gone}
%! refs.bib
@misc{a, title = {A}}
"""

BESIDE = r"""
%! main.tex
\documentclass{letter}
\begin{document}Dear editor\end{document}
%! .git/HEAD
ref: refs/heads/main
%! tex/book.tex
\documentclass{book}
\begin{document}\input{../text/one}\bibliography{../refs}\end{document}
%! text/one.tex
\cite{a,gone}
%! refs.bib
@misc{a, title = {A}}
"""

SUBFILES = r"""
%! main.tex
\input{preamble}
\begin{document}\subfile{ch/one}\bibliography{refs}\end{document}
%! preamble.tex
\documentclass{book}
\usepackage{subfiles}
%! ch/one.tex
\documentclass[../main]{subfiles}
\begin{document}\cite{a,gone}\input{ch/deep}\end{document}
%! ch/deep.tex
\cite{a}
%! refs.bib
@misc{a, title = {A}}
"""

IMPORTED = r"""
%! main.tex
\documentclass{book}
\usepackage{import}
\begin{document}\import{ch/}{one}\bibliography{refs}\end{document}
%! ch/one.tex
\subimport{deep/}{two}\cite{gone}
%! ch/deep/two.tex
\cite{a}\input{three}
%! ch/deep/three.tex
\cite{a}
%! refs.bib
@misc{a, title = {A}}
"""

IN_A_FIGURE = r"""
%! main.tex
\documentclass{article}
\usepackage{standalone}
\begin{document}\includestandalone[width=\textwidth]{fig/plot}\cite{b}\bibliography{refs}\end{document}
%! fig/plot.tex
\documentclass[tikz]{standalone}
\begin{document}\cite{a,gone}\end{document}
%! refs.bib
@misc{a, title = {A}} @misc{b, title = {B}}
"""


def found(path: Path, folder: Path) -> list[str]:
    checked = check(path, Context(user=UserSettings(data_folder=folder / "data")))
    return [str(problem) for problem in checked.problems]


@pytest.mark.parametrize(
    ("fixture", "root"),
    [
        pytest.param(PREAMBLE, "main.tex", id="class in a preamble"),
        pytest.param(BODY_APART, "main.tex", id="class and body in files of their own"),
        pytest.param(WRAPPED, "text.tex", id="a document that another one wraps"),
        pytest.param(STANDALONE, "main.tex", id="standalone"),
        pytest.param(IN_A_FIGURE, "main.tex", id="includestandalone"),
        pytest.param(DOCMUTE, "main.tex", id="docmute"),
        pytest.param(UNDERSCORED, "_main.tex", id="_main.tex"),
        pytest.param(BESIDE, "tex/book.tex", id="a root in a folder beside"),
        pytest.param(SUBFILES, "main.tex", id="subfiles"),
        pytest.param(IMPORTED, "main.tex", id="import"),
    ],
)
def test_every_file_has_the_findings_of_its_root(tmp_path: Path, fixture: str, root: str) -> None:
    make_project(tmp_path, fixture)
    expected = found(tmp_path / root, tmp_path)
    assert sum("no .bib entry 'gone'" in problem for problem in expected) == 1
    parts = [name for name in project_files(fixture) if name.endswith((".tex", ".bib"))]
    if "letter" in fixture:
        parts.remove("main.tex")
    for part in parts:
        if fixture == WRAPPED and part == "main.tex":
            continue
        assert found(tmp_path / part, tmp_path) == expected, part


def test_a_wrapper_has_the_findings_of_what_it_wraps(tmp_path: Path) -> None:
    main = make_project(tmp_path, WRAPPED)
    rules = {problem.split()[-1] for problem in found(main, tmp_path)}
    assert rules == {problem.split()[-1] for problem in found(tmp_path / "text.tex", tmp_path)}


SEVERAL = r"""
%! paper.tex
\documentclass{article}
\begin{document}\input{shared}\input{more}\bibliography{refs}\end{document}
%! cover.tex
\documentclass{letter}
\begin{document}\input{shared}\end{document}
%! slides.tex
\documentclass{beamer}
\begin{document}\input{shared}\end{document}
%! shared.tex
\cite{a}
%! more.tex
\cite{a}
%! refs.bib
@misc{a, title = {A}}
"""


def choice(folder: Path, part: str = "shared.tex") -> tuple[str, set[str], str]:
    chosen = choose_root(folder / part, Files())
    return chosen.path.name, {path.name for path in chosen.others}, chosen.why


def test_of_several_roots_the_one_with_most_files_is_chosen(tmp_path: Path) -> None:
    make_project(tmp_path, SEVERAL)
    others = {"cover.tex", "slides.tex"}
    assert choice(tmp_path) == ("paper.tex", others, "it includes most files")
    assert choice(tmp_path, "more.tex") == ("paper.tex", set(), "")


@pytest.mark.parametrize(
    ("files", "why"),
    [
        pytest.param(
            "%! .latexmkrc\n# @default_files = ('paper');\n@default_files = ('slides.tex');\n",
            "latexmkrc names it",
            id="latexmkrc",
        ),
        pytest.param(
            "%! latexmkrc\n@default_files = ('other', \"slides\", 'cover');\n",
            "latexmkrc names it",
            id="latexmkrc, in order",
        ),
    ],
)
def test_the_root_that_other_tools_are_told_of_is_chosen(
    tmp_path: Path, files: str, why: str
) -> None:
    make_project(tmp_path, SEVERAL + files)
    assert choice(tmp_path) == ("slides.tex", {"paper.tex", "cover.tex"}, why)


TALK = r"""
%! sub/paper.tex
\documentclass{article}
\begin{document}\input{part}\input{more}\end{document}
%! slides.tex
\documentclass{beamer}
\begin{document}\input{sub/part}\end{document}
%! sub/part.tex
\cite{a}
%! sub/more.tex
\cite{a}
"""


def test_a_root_beside_a_root_file_of_texlab_is_chosen(tmp_path: Path) -> None:
    make_project(tmp_path, TALK)
    assert choice(tmp_path, "sub/part.tex")[0] == "paper.tex"
    (tmp_path / "texlabroot").touch()
    why = "texlab's root file lies beside it"
    assert choice(tmp_path, "sub/part.tex") == ("slides.tex", {"paper.tex"}, why)


def test_the_root_that_was_built_last_is_chosen(tmp_path: Path) -> None:
    make_project(tmp_path, SEVERAL)
    (tmp_path / "paper.aux").write_text("\\relax\n")
    (tmp_path / "build").mkdir()
    fls = tmp_path / "build/slides.fls"
    fls.write_text("PWD /x\nINPUT slides.tex\nINPUT ./shared.tex\nOUTPUT slides.log\n")
    os.utime(tmp_path / "paper.aux", (1000, 1000))
    os.utime(fls, (2000, 2000))
    assert choice(tmp_path) == ("slides.tex", {"paper.tex", "cover.tex"}, "it was built last")
    os.utime(tmp_path / "paper.aux", (3000, 3000))
    assert choice(tmp_path)[0] == "paper.tex"
    fls.write_text("INPUT slides.tex\n")
    os.utime(fls, (4000, 4000))
    assert choice(tmp_path)[0] == "paper.tex", "a build that did not read the file says nothing"


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        ("INPUT ./shared.tex\n", "slides.tex"),
        ("INPUT ./shared.tex\r\n", "slides.tex"),
        ("INPUT C:\\\\of me\\shared.tex", "slides.tex"),
        ("INPUT notshared.tex\n", "paper.tex"),
        ("OUTPUT shared.tex\n", "paper.tex"),
    ],
    ids=["plain", "line ends of Windows", "path of Windows", "another name", "output"],
)
def test_a_build_counts_whose_list_names_the_file(tmp_path: Path, line: str, chosen: str) -> None:
    make_project(tmp_path, SEVERAL)
    (tmp_path / "slides.fls").write_bytes(f"PWD /x\r\nINPUT slides.tex\r\n{line}".encode())
    assert choice(tmp_path)[0] == chosen


@pytest.mark.parametrize(
    "root", ["cover.tex", ".\\cover.tex", "./cover"], ids=["slash", "backslash", "no suffix"]
)
def test_the_author_chooses_with_a_comment(tmp_path: Path, root: str) -> None:
    make_project(tmp_path, SEVERAL)
    (tmp_path / "shared.tex").write_text(f"% !TEX root = {root}\n\\cite{{a}}")
    assert choice(tmp_path) == ("cover.tex", set(), "")


def test_a_preamble_alone_is_read_as_what_it_is(tmp_path: Path) -> None:
    make_project(tmp_path, "%! main.tex\n\\documentclass{article}\n\\usepackage{a}\n")
    assert root_of(tmp_path / "main.tex", Files()) == tmp_path / "main.tex"


def test_a_bib_file_belongs_to_a_document_not_to_a_preamble(tmp_path: Path) -> None:
    fixture = PREAMBLE.replace("%! tex/preamble.tex", "%! a-preamble.tex").replace(
        "{tex/preamble}", "{a-preamble}"
    )
    fixture = fixture.replace(r"\documentclass{book}", "\\documentclass{book}\\bibliography{refs}")
    make_project(tmp_path, fixture)
    assert found(tmp_path / "refs.bib", tmp_path) == found(tmp_path / "main.tex", tmp_path)


class CountedFiles(Files):
    """Files of the disk, and how often they were read."""

    def __init__(self) -> None:
        self.reads = 0

    def read(self, path: Path) -> bytes:
        self.reads += 1
        return super().read(path)


def test_a_bib_that_nobody_names_is_looked_for_once_in_each_draft_around_it(
    tmp_path: Path,
) -> None:
    document = "\\documentclass{article}\\begin{document}\\bibliography{own}\\end{document}"
    reads = []
    for count in (10, 20, 40):
        folder = tmp_path / str(count)
        drafts = "".join(f"%! {number}.tex\n{document}\n" for number in range(count))
        make_project(folder, f"{drafts}%! own.bib\n%! library.bib\n@misc{{a}}\n")
        files = CountedFiles()
        opened = open_project(folder / "library.bib", Context(files=Sources(files)))
        assert opened.project.root == folder / "library.bib"
        reads.append(files.reads)
    assert reads[2] - reads[1] <= 2.2 * (reads[1] - reads[0])
