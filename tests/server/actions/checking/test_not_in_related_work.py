"""Papers that the related work does not cite yet, cited at a place there."""

import sys
from pathlib import Path

import pytest

from citeloom.actions.checking.check import check_project
from citeloom.actions.checking.not_in_related_work import CitingEdit, cite_missing, missing_keys
from citeloom.actions.context import Context, open_project
from cursors import at_cursor
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


def cited_at(folder: Path, fixture: str, place: str) -> tuple[str, CitingEdit | None]:
    """Cite what is missing where ``|`` stands in ``place``; return the text before."""
    assert place.replace("|", "") in fixture
    opened, source, offset = at_cursor(folder, fixture.replace(place.replace("|", ""), place, 1))
    return source.text, cite_missing(opened, source, offset)


@pytest.mark.parametrize(
    ("fixture", "place", "before", "after"),
    [
        (DRAFT, "known| ", "known ", r"known~\cite{b,c} "),
        (DRAFT, "kn|own ", "known ", r"known~\cite{b,c} "),
        (DRAFT, "known |\\cite", r"known \cite{a}", r"known \cite{b,c}\cite{a}"),
        (DRAFT, r"known \ci|te{a}", r"\cite{a} for", r"\cite{a}~\cite{b,c} for"),
        (ENDING, r"\section{Rela|ted", "dancing.", r"dancing.~\cite{b,c}"),
    ],
)
def test_missing_papers_are_cited_in_the_related_work(
    tmp_path: Path, fixture: str, place: str, before: str, after: str
) -> None:
    text, found = cited_at(tmp_path, fixture, place)
    assert found is not None and found.keys == ("b", "c")
    assert found.edit.applied_to(text) == text.replace(before, after)


@pytest.mark.parametrize("place", ["See| ", "a re|mark", "raw| text", r"Nothing \em|ph"])
def test_nothing_is_cited_elsewhere(tmp_path: Path, place: str) -> None:
    assert cited_at(tmp_path, DRAFT, place)[1] is None


def test_a_command_in_the_related_work_stays_whole(tmp_path: Path) -> None:
    fixture = DRAFT.replace("for dancing", r"for \emph{dancing}")
    assert cited_at(tmp_path, fixture, r"for \em|ph")[1] is None


def test_the_projects_own_style_of_citing_is_kept(tmp_path: Path) -> None:
    fixture = DRAFT.replace(r"\cite{", r"\citep{").replace(
        r"\documentclass{article}", r"\documentclass{article}\usepackage{natbib}"
    )
    text, found = cited_at(tmp_path, fixture, "known| ")
    assert found is not None
    assert found.edit.applied_to(text) == text.replace("known ", r"known~\citep{b,c} ")


@pytest.mark.parametrize("instead", ["known", r"known \cite{a,b,c}"])
def test_nothing_where_nothing_is_cited_yet_or_nothing_is_missing(
    tmp_path: Path, instead: str
) -> None:
    fixture = DRAFT.replace(r"known \cite{a}", instead)
    assert cited_at(tmp_path, fixture, "known| ")[1] is None


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
