"""Entries that a draft uses in no way."""

from pathlib import Path

import pytest

from citeloom.actions.checking.check import check
from citeloom.actions.checking.unused_entries import MOST_ENTRIES
from citeloom.actions.context import Context
from citeloom.settings import UserSettings
from projects import make_project

PROJECT = r"""
%! main.tex
\documentclass{article}
\newcommand{\smith}{\cite{smith}}
\begin{document}
\cite{Child} \nocite{silent} \cite{alias} \smith{} CITED
\bibliography{refs}
\end{document}
%! refs.bib
@inproceedings{child, title = {C}, crossref = {Book}}
@proceedings{book, title = {B}, xdata = {data, more}}
@xdata{data, publisher = {P}}
@misc{main, title = {M}, ids = {alias}}
@misc{silent, title = {S}}
@misc{smith, title = {S}}
@misc{lost, title = {L}, crossref = {forgotten}}
@misc{forgotten, title = {F}}
"""


def found(folder: Path, fixture: str) -> list[str]:
    main = make_project(folder, fixture)
    checked = check(main, Context(user=UserSettings(data_folder=folder / "data")))
    return [str(one.message) for one in checked.problems if one.rule == "unused-key"]


def test_what_is_cited_in_any_way_and_what_that_refers_to_is_used(tmp_path: Path) -> None:
    assert found(tmp_path, PROJECT) == ["2 of 8 entries are never cited: lost, forgotten"]


@pytest.mark.parametrize(
    ("cited", "unused"),
    [
        (r"\nocite{*}", []),
        (r"\cite{lost}", []),
        (r"\cite{forgotten}", ["1 of 8 entries are never cited: lost"]),
        (r"\input{gone}", []),
    ],
)
def test_nothing_is_said_where_all_is_used_or_not_all_is_known(
    tmp_path: Path, cited: str, unused: list[str]
) -> None:
    assert found(tmp_path, PROJECT.replace("CITED", cited)) == unused


def test_nothing_is_said_of_a_library_and_of_a_bib_file_alone(tmp_path: Path) -> None:
    entries = "".join(f"@misc{{k{n}}}\n" for n in range(MOST_ENTRIES))
    assert found(tmp_path / "large", PROJECT + entries) == []
    bib = tmp_path / "alone.bib"
    bib.write_text("@misc{a}")
    checked = check(bib, Context(user=UserSettings(data_folder=tmp_path / "data")))
    assert checked.problems == ()
