"""Papers that the related work does not cite yet."""

import sys
from pathlib import Path

import pytest

from citeloom.actions.checking.check import check_project
from citeloom.actions.checking.not_in_related_work import missing_keys
from citeloom.actions.context import Context, open_project
from projects import make_project


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
