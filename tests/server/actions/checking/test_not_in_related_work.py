"""Papers that the related work does not cite yet, cited at a place there."""

import sys
from pathlib import Path

import pytest

from citeloom.actions.checking.check import check_project
from citeloom.actions.checking.not_in_related_work import cite_missing, missing_keys
from citeloom.actions.context import Context, open_project
from citeloom.actions.writing.section import section_named
from citeloom.problem import InputError
from projects import make_project

DRAFT = r"""
%! main.tex
\documentclass{article}
\begin{document}
\section{Introduction}
See \cite{a,b} and \cite{c}.
\section{Related Work}
Bees are known \cite{a} for dancing. % a remark
\begin{verbatim}
raw text
\end{verbatim}
\section{End}
Nothing \emph{here}.
\bibliography{refs}
\end{document}
%! refs.bib
@misc{a, title = {A}}

@misc{b, title = {B}}

@misc{c, title = {C}}
"""
ENDING = DRAFT.replace(" % a remark\n\\begin{verbatim}\nraw text\n\\end{verbatim}", "")


def cited(folder: Path, fixture: str, keys: tuple[str, ...], heading: str = "") -> str:
    """Cite keys in the related work; return the text as it is then."""
    opened = open_project(make_project(folder, fixture), Context())
    path, edit = cite_missing(opened, section_named(opened, heading).number, keys)
    return edit.applied_to(opened.project.documents[path].text)


@pytest.mark.parametrize("keys", [("b",), ("c", "b")])
def test_chosen_papers_are_cited_behind_the_sections_text(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    text = cited(tmp_path, ENDING, keys)
    assert rf"dancing.~\cite{{{','.join(sorted(keys))}}}" in text


@pytest.mark.parametrize(
    "end",
    [
        "dancing. % a remark",
        "dancing.\n\\begin{verbatim}\nraw text\n\\end{verbatim}",
        "% citeloom:begin 5f1b\nThey dance.\n% citeloom:end 5f1b",
    ],
)
def test_a_citation_comes_into_no_comment_and_no_command(tmp_path: Path, end: str) -> None:
    fixture = ENDING.replace("dancing.", end)
    assert f"{end}\n\\cite{{b}}\n" in cited(tmp_path, fixture, ("b",))


def test_a_citation_comes_into_the_file_that_the_text_stands_in(tmp_path: Path) -> None:
    text = r"Bees are known \cite{a} for dancing."
    fixture = f"{ENDING.replace(text, chr(92) + 'input{text}')}\n%! text.tex\n{text}\n"
    assert cited(tmp_path, fixture, ("b",)) == rf"{text}~\cite{{b}}" + "\n"


def test_the_projects_own_style_of_citing_is_kept(tmp_path: Path) -> None:
    fixture = ENDING.replace(r"\cite{", r"\citep{").replace(
        r"\documentclass{article}", r"\documentclass{article}\usepackage{natbib}"
    )
    assert r"dancing.~\citep{b}" in cited(tmp_path, fixture, ("b",))


@pytest.mark.parametrize(
    ("keys", "heading", "words"),
    [(("a",), "", "lacks no paper 'a'"), (("b",), "End", "is no related work")],
)
def test_nothing_else_is_cited_and_nowhere_else(
    tmp_path: Path, keys: tuple[str, ...], heading: str, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        cited(tmp_path, DRAFT, keys, heading)


@pytest.mark.parametrize(
    ("main", "missing"),
    [
        # In a thesis a deep one need not mention what other chapters cite.
        (
            r"\chapter{One}\cite{a}\chapter{Two}\section{Way}\cite{b}"
            r"\subsection{Related Work}\cite{c}",
            ("b",),
        ),
        (
            r"\chapter{One}\cite{a}\section{X}\chapter{Two}\cite{b}\section{Related Work}\cite{c}"
            r"\chapter{Three}\section{X}\subsection{Related Work}",
            ("b",),
        ),
        (r"\chapter{One}\cite{a}\section{X}\chapter{Related Work}\cite{c}", ("a",)),
        (r"\section{A}\cite{a}\subsection{B}\subsubsection{Related Work}\cite{c}", ("a",)),
        (r"\section{A}\cite{a}\subsection{B}\subsubsection{Related Work}", ("a",)),
        # Where there is one at a higher level, that is the document's.
        (
            r"\section{Related Work}\cite{a}\section{B}\subsection{C}"
            r"\subsubsection{Previous Work}\cite{b}",
            ("b",),
        ),
    ],
)
def test_related_work_at_any_level_is_looked_at(
    tmp_path: Path, main: str, missing: tuple[str, ...]
) -> None:
    bib = "".join(f"@misc{{{key}, title = {{{key}}}}}\n" for key in "abc")
    text = f"\\begin{{document}}{main}\\bibliography{{refs}}\\end{{document}}"
    opened = open_project(
        make_project(tmp_path, f"%! main.tex\n{text}\n%! refs.bib\n{bib}"), Context()
    )
    found = missing_keys(opened)
    assert found is not None and found.keys == missing


@pytest.mark.parametrize(
    "part",
    [
        "\\section{Related Work}\n\\subsection{x}\n",
        "\\section{Related Work}\n\\subsection{Prior Work}\nBees \\cite{a}.\n",
        "\\chapter{x}\n\\section{Related Work}\nBees \\cite{a}.\n",
    ],
)
def test_checking_many_headings_takes_steps_by_their_number(part: str, tmp_path: Path) -> None:
    def steps(number: int) -> int:
        text = f"%! main.tex\n{part * number}%! refs.bib\n@misc{{a, title={{A}}}}\n"
        opened = open_project(make_project(tmp_path / str(number), text), Context())
        count = 0

        def step(*_: object) -> None:
            nonlocal count
            count += 1

        sys.setprofile(step)
        try:
            assert check_project(opened, Context()).cited == ("cite" in part)
        finally:
            sys.setprofile(None)
        return count

    steps(40)  # What is remembered once is not counted.
    small, middle, large = steps(80), steps(160), steps(320)
    assert large - middle < 2.2 * (middle - small)
