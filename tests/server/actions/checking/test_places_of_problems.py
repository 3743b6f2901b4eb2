"""Where a check finds keys without entries and entries without citations."""

from pathlib import Path

import pytest

from citeloom.actions.checking.check import check_project
from citeloom.actions.context import Context, open_project
from citeloom.actions.keys.undefined import nearest
from citeloom.problem import Severity
from projects import make_project

PROJECT = r"""
%! main.tex
\documentclass{article}
\begin{document}
\section{Introduction}
é𝔸 \cite{missing} and \cite{a,missing}
\cite{ignored} % citeloom: ignore
\bibliography{refs}
\end{document}
%! refs.bib
@misc{a, title = {A}, abstract = {We show a thing about something that is long enough.}}
@misc{mising, title = {B}, abstract = {We show another thing that is long enough.}}
"""
UNDEFINED = "main.tex:4:missing"
UNUSED = "refs.bib:2:mising"


def found(folder: Path, fixture: str, *, every_place: bool) -> dict[str, list[str]]:
    """Return the places of what is wrong, by the rules."""
    context = Context()
    opened = open_project(make_project(folder, fixture), context)
    places: dict[str, list[str]] = {}
    for problem in check_project(opened, context, every_place=every_place).problems:
        assert problem.place is not None
        source, span = opened.project.source(problem.place.file), problem.place.span
        shown = span.of(source.text) if source and span else ""
        where = f"{problem.place.file.name}:{problem.place.line}:{shown}"
        places.setdefault(problem.rule, []).append(where)
        if problem.rule == "undefined-key":
            assert problem.severity is Severity.ERROR
            assert problem.advice == "did you mean mising?"
    return places


@pytest.mark.parametrize(
    ("old", "new", "places"),
    [
        ("", "", {"undefined-key": [UNDEFINED] * 2, "unused-key": [UNUSED]}),
        ("@misc{mising", "% citeloom: ignore\n@misc{mising", {"undefined-key": [UNDEFINED] * 2}),
        ("{missing}", "{mising}", {"undefined-key": [UNDEFINED]}),
        ("missing", "mising", {}),
        (
            "missing} and",
            "missing} % citeloom: ignore\nand",
            {"undefined-key": ["main.tex:5:missing"], "unused-key": [UNUSED]},
        ),
    ],
)
def test_at_every_place_but_those_that_are_ignored(
    tmp_path: Path, old: str, new: str, places: dict[str, list[str]]
) -> None:
    assert (
        found(tmp_path, PROJECT.replace(old, new) if old else PROJECT, every_place=True) == places
    )


def test_once_each_where_one_place_is_enough(tmp_path: Path) -> None:
    places = {"undefined-key": [UNDEFINED], "unused-key": ["refs.bib:0:"]}
    assert found(tmp_path, PROJECT, every_place=False) == places


def test_the_nearest_keys_may_have_been_meant() -> None:
    assert nearest("missing", ["a", "mising"]) == ["mising"]
    assert nearest("Lee2020", ["lee2021", "lee2020", "snow"]) == ["lee2020", "lee2021"]


LEFT_OUT = r"""
%! main.tex
\documentclass{article}
\begin{document}
\cite{a}
\bibliography{refs}
\end{document}
%! refs.bib
@misc{a, title = {A}, abstract = {We show a thing about something that is long enough.}}
@string{s0 = "ten letter"}
"""


def test_strings_that_grow_without_end_are_told_of_once_where_they_begin(tmp_path: Path) -> None:
    doubling = "\n".join(f"@string{{s{n + 1} = s{n} # s{n}}}" for n in range(40))
    places = found(tmp_path, f"{LEFT_OUT}{doubling}\n", every_place=True)
    assert places == {"too-large": ["refs.bib:13:s10"]}


def test_undefined_keys_beyond_a_number_are_counted(tmp_path: Path) -> None:
    keys = ",".join(f"k{n}" for n in range(350))
    main = make_project(tmp_path, LEFT_OUT.replace(r"\cite{a}", rf"\cite{{a,{keys}}}"))
    result = check_project(open_project(main, context := Context()), context)
    undefined = [problem for problem in result.problems if problem.rule == "undefined-key"]
    assert len(undefined) == 100
    assert (
        undefined[-1].message == "undefined citation key 'k99'; and 250 more like this in this file"
    )
