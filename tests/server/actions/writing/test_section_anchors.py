"""A section is found again wherever it is by then, or counts as lost."""

from pathlib import Path

import pytest
from tabled import tabled

from citeloom.actions.context import Context, Opened, open_project
from citeloom.actions.writing.anchor import anchor_of, find_section
from citeloom.problem import InputError
from citeloom_latex.plain import plain
from projects import make_project

HEAD = "\\documentclass{book}\n\\begin{document}\n"


def opened(folder: Path, body: str, more: str = "") -> Opened:
    text = f"%! main.tex\n{HEAD}{body}\n\\end{{document}}\n{more}"
    return open_project(make_project(folder, text), Context())


def found(
    folder: Path, before: str, heading: str, after: str, more: str = "", nth: int = 0
) -> tuple[str, str]:
    """Return file and heading of the section that was the one of a heading before."""
    draft = opened(folder, before)
    sections = [one for one in draft.project.flow.sections if plain(one.section.title) == heading]
    anchor = anchor_of(draft, sections[nth])
    section = find_section(opened(folder, after, more), anchor)
    return section.document.path.name, section.section.span.of(section.document.text).strip()


@tabled(least=5)
def test_it_is_found_where_it_is_now(tmp_path: Path, after: str, expected: str) -> None:
    before = "\\section{Intro}\n\\section{Related Work}"
    assert found(tmp_path, before, "Related Work", after) == ("main.tex", expected)


def test_it_is_found_in_another_file(tmp_path: Path) -> None:
    before = "\\section{Intro}\n\\section{Related Work}"
    after = "\\section{Intro}\n\\input{related}"
    more = "%! related.tex\n\\section{Related Work} R\n"
    expected = ("related.tex", "\\section{Related Work} R")
    assert found(tmp_path, before, "Related Work", after, more) == expected


def test_one_of_several_is_told_by_its_chapter(tmp_path: Path) -> None:
    one = "\\chapter{One}\n\\section{Related Work} 1\n"
    two = "\\chapter{Two}\n\\section{Related Work} 2\n"
    assert found(tmp_path, one + two, "Related Work", two + one, nth=1)[1].endswith("2")


@tabled(least=5)
def test_it_is_lost_rather_than_taken_for_another(tmp_path: Path, before: str, after: str) -> None:
    with pytest.raises(InputError, match="'Related Work', so the text"):
        found(tmp_path, before, "Related Work", after)
