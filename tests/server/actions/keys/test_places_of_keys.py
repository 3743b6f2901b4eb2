"""Keys at a place, their definitions, citations and names."""

from pathlib import Path

import pytest

from citeloom.actions.keys.places import (
    bibitem,
    citations,
    definitions,
    entry_at,
    key_at,
    rename_edits,
)
from citeloom.problem import InputError
from cursors import at_cursor
from projects import project_files

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


def edited(folder: Path, fixture: str, key: str, new: str) -> dict[str, str]:
    """Return the texts of the files in which a key is renamed."""
    opened, _, _ = at_cursor(folder, fixture)
    texts = {}
    for path, edits in rename_edits(opened.project, key, new).items():
        text = path.read_text()
        for edit in reversed(edits):
            text = edit.applied_to(text)
        texts[path.name] = text
    return texts


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
    texts = edited(tmp_path, TWO_FILES.replace("TYPED", "|a"), "a", "new:2020")
    expected = (
        TWO_FILES.replace("TYPED", "a")
        .replace("{b, a}", "{b, new:2020}")
        .replace("{a}", "{new:2020}")
    )
    expected = expected.replace("{a,b}", "{new:2020,b}").replace("@misc{a,", "@misc{new:2020,")
    expected = expected.replace("title = {A}", "title = {A}").replace("{x, a}", "{x, new:2020}")
    assert texts == project_files(expected)


def test_rename_of_a_bibitem(tmp_path: Path) -> None:
    texts = edited(tmp_path, TWO_FILES.replace("TYPED", "|a"), "hand", "foot")
    assert r"\bibitem{foot} By hand." in texts["main.tex"]
    assert texts["more.tex"] == "Also \\cite{a,b} and \\cite{foot}.\n"
    assert texts.keys() == {"main.tex", "more.tex"}


@pytest.mark.parametrize(
    ("key", "new", "why"),
    [
        ("a", "b", "there is an entry 'b' already"),
        ("a", "hand", "there is an entry 'hand' already"),
        ("a", "x, y", "'x, y' is not a valid citation key"),
        ("a", "", "not a valid citation key"),
        ("a", "x y", "not a valid citation key"),
        ("a", "alias", "there is an entry 'alias' already"),
        ("a", "*", "not a valid citation key"),
        ("a", "x@y", "not a valid citation key"),
    ],
)
def test_rename_refuses(tmp_path: Path, key: str, new: str, why: str) -> None:
    opened, _, _ = at_cursor(tmp_path, TWO_FILES.replace("TYPED", "|a"))
    with pytest.raises(InputError, match=why):
        rename_edits(opened.project, key, new)


def test_rename_may_change_the_case_of_letters(tmp_path: Path) -> None:
    opened, _, _ = at_cursor(tmp_path, TWO_FILES.replace("TYPED", "|a"))
    edits = rename_edits(opened.project, "a", "A")
    assert {path.name: len(own) for path, own in edits.items()} == {
        "refs.bib": 3,
        "main.tex": 2,
        "more.tex": 1,
    }


NAMES = r"""
%! main.tex
\documentclass{article}
\begin{document}
\cite{old}, \cite{main|} and \cite{Main}.
\bibliography{refs}
\end{document}
%! refs.bib
@misc{main, title = {A}, ids = {old, older}}
@misc{child, title = {B}, crossref = "MAIN"}
"""


def test_another_name_is_renamed_alone(tmp_path: Path) -> None:
    texts = edited(tmp_path, NAMES, "old", "new")
    assert r"\cite{new}, \cite{main} and \cite{Main}." in texts["main.tex"]
    assert "ids = {new, older}" in texts["refs.bib"] and "@misc{main," in texts["refs.bib"]


def test_a_key_is_renamed_without_its_other_names(tmp_path: Path) -> None:
    texts = edited(tmp_path, NAMES, "main", "new")
    assert r"\cite{old}, \cite{new} and \cite{new}." in texts["main.tex"]
    assert "@misc{new," in texts["refs.bib"] and "ids = {old, older}" in texts["refs.bib"]
    assert 'crossref = "new"' in texts["refs.bib"]


def test_all_names_count_as_citations_of_the_paper(tmp_path: Path) -> None:
    opened, _, _ = at_cursor(tmp_path, NAMES)
    for key in ("main", "old", "Main"):
        found = [shown(one, tmp_path) for one in citations(opened.project, key)]
        assert found == ["main.tex:3:old", "main.tex:3:main", "main.tex:3:Main"]


@pytest.mark.parametrize(
    ("old", "new"), [("MAIN", "MA|IN"), ("older", "older|"), ("old,", "|old,")]
)
def test_names_in_fields_of_entries_are_places_of_keys(tmp_path: Path, old: str, new: str) -> None:
    fixture = NAMES.replace("|", "").replace(old, new)
    opened, source, offset = at_cursor(tmp_path, fixture)
    key = key_at(source, offset)
    assert key is not None and key.span.of(source.text) == key.key == old.strip(",")
    found = definitions(opened.project, key.key)
    assert [shown(one, tmp_path) for one in found] == ["refs.bib:1:main"]


def test_what_a_bibliography_by_hand_says(tmp_path: Path) -> None:
    fixture = TWO_FILES.replace("TYPED", "|a").replace(
        "By hand.", "J.~Lee, \\emph{On Bees}, 2020. % no\n\\bibitem[L]{next} Next."
    )
    opened, _, _ = at_cursor(tmp_path, fixture)
    assert bibitem(opened.project, "hand") == "J. Lee, On Bees, 2020."
    assert bibitem(opened.project, "next") == "Next."
    assert bibitem(opened.project, "a") == ""


def test_a_key_is_found_in_a_list_of_keys_of_a_field(tmp_path: Path) -> None:
    fixture = TWO_FILES.replace("TYPED", "a").replace("{x, a}", "{x, |a}")
    _, source, offset = at_cursor(tmp_path, fixture)
    key = key_at(source, offset)
    assert key is not None and key.key == "a" and key.span.start == offset


def test_each_of_two_entries_with_one_key_is_found_at_its_place(tmp_path: Path) -> None:
    fixture = "%! main.tex\n\\cite{a}\n%! refs.bib\n@misc{a, title={A}}\n@mi|sc{a, title={B}}\n"
    opened, source, offset = at_cursor(tmp_path, fixture)
    entry = entry_at(opened.project, source, offset)
    assert entry is not None and entry.values["title"] == "B"
