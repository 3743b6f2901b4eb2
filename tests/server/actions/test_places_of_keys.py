"""Keys at a place, their definitions, citations and names."""

from pathlib import Path

import pytest

from citeloom.actions.places import citations, definitions, key_at, renamed
from citeloom.problem import InputError
from cursors import at_cursor

TWO_FILES = r"""
%! main.tex
\documentclass{article}
\newcommand{\smith}{\cite{smith}}
\begin{document}
See \citet[p.~2]{b, TYPED} and \Citep{a}, \nocite{*}.
\input{more}
\bibliography{refs}
\begin{thebibliography}{9}\bibitem{hand} By hand.\end{thebibliography}
\end{document}
%! more.tex
Also \cite{a,b} and \cite{hand}.
%! refs.bib
@misc{a, title = {A}, ids = {alias}}
@misc{b, title = {B}, crossref = {a}, xdata = {x, a}}
@misc{smith, title = {S}}
"""


def shown(one: object, folder: Path) -> str:
    source, span = one.source, one.span  # type: ignore[attr-defined]
    line = source.lines.line_of(span.start) + 1
    return f"{source.path.relative_to(folder)}:{line}:{span.of(source.text)}"


@pytest.mark.parametrize("typed", ["|a", "a|"])
def test_a_key_is_found_at_both_of_its_ends(tmp_path: Path, typed: str) -> None:
    opened, source, offset = at_cursor(tmp_path, TWO_FILES.replace("TYPED", typed))
    key = key_at(source, offset)
    assert key is not None and key.key == "a" and key.span.of(source.text) == "a"
    found = definitions(opened.project, "a")
    assert [shown(one, tmp_path) for one in found] == ["refs.bib:1:a"]
    found = citations(opened.project, "a")
    expected = ["main.tex:4:a", "main.tex:4:a", "more.tex:1:a"]
    assert [shown(one, tmp_path) for one in found] == expected


def test_bibitems_and_heads_of_entries_are_places_of_keys(tmp_path: Path) -> None:
    fixture = TWO_FILES.replace("TYPED", "a").replace(r"\bibitem{hand}", r"\bibitem{ha|nd}")
    opened, source, offset = at_cursor(tmp_path, fixture)
    key = key_at(source, offset)
    assert key is not None and key.key == "hand"
    found = definitions(opened.project, "hand")
    assert [shown(one, tmp_path) for one in found] == ["main.tex:7:hand"]
    opened, source, offset = at_cursor(
        tmp_path, TWO_FILES.replace("TYPED", "a").replace("@misc{b", "@mi|sc{b")
    )
    key = key_at(source, offset)
    assert key is not None and key.key == "b"


def test_no_key_in_options_values_and_text(tmp_path: Path) -> None:
    for old, new in (("p.~2", "p.|~2"), ("Also", "Al|so"), ("{B}", "{|B}"), ("*", "|*")):
        _, source, offset = at_cursor(tmp_path, TWO_FILES.replace("TYPED", "a").replace(old, new))
        assert key_at(source, offset) is None


def test_rename_changes_every_place_and_nothing_else(tmp_path: Path) -> None:
    opened, _, _ = at_cursor(tmp_path, TWO_FILES.replace("TYPED", "|a"))
    for path, edits in renamed(opened.project, "a", "new:2020").items():
        text = path.read_text()
        for edit in reversed(edits):
            text = edit.applied_to(text)
        path.write_text(text)
    expected = (
        TWO_FILES.replace("TYPED", "a")
        .replace("{b, a}", "{b, new:2020}")
        .replace("{a}", "{new:2020}")
    )
    expected = expected.replace("{a,b}", "{new:2020,b}").replace("@misc{a,", "@misc{new:2020,")
    expected = expected.replace("title = {A}", "title = {A}").replace("{x, a}", "{x, new:2020}")
    for name in ("main.tex", "more.tex", "refs.bib"):
        assert (tmp_path / name).read_text() in expected


@pytest.mark.parametrize(
    ("key", "new", "why"),
    [
        ("a", "b", "already"),
        ("a", "", "no citation key"),
        ("a", "x y", "no citation key"),
        ("alias", "c", "another name"),
    ],
)
def test_rename_refuses(tmp_path: Path, key: str, new: str, why: str) -> None:
    opened, _, _ = at_cursor(tmp_path, TWO_FILES.replace("TYPED", "|a"))
    with pytest.raises(InputError, match=why):
        renamed(opened.project, key, new)


def test_rename_may_change_the_case_of_letters(tmp_path: Path) -> None:
    opened, _, _ = at_cursor(tmp_path, TWO_FILES.replace("TYPED", "|a"))
    edits = renamed(opened.project, "a", "A")
    assert {path.name: len(own) for path, own in edits.items()} == {
        "refs.bib": 3,
        "main.tex": 2,
        "more.tex": 1,
    }
