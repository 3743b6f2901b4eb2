"""Whatever a project's files name, no path on another machine is looked at."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tabled import tabled

from citeloom.actions.context import Context, open_project
from citeloom.actions.papers.links import links_in
from citeloom.draft.files import Files
from citeloom.draft.root import root_of
from citeloom.papers.fulltext.local import attached_pdfs
from projects import make_project

CALLS = ("stat", "lstat", "open", "scandir", "listdir", "readlink", "access")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All paths that the system is asked for, in any way."""
    seen: list[str] = []

    def spied(call: Callable[..., object]) -> Callable[..., object]:
        def spy(path: object = ".", *rest: object, **named: object) -> object:
            if isinstance(path, str | os.PathLike):
                seen.append(os.fspath(path))
            return call(path, *rest, **named)

        return spy

    for name in CALLS:
        monkeypatch.setattr(os, name, spied(getattr(os, name)))
    return seen


def elsewhere(asked: list[str]) -> list[str]:
    assert asked, "the spy sees nothing"
    # Windows would read two backslashes as the beginning, whatever folder a name is joined to.
    return [path for path in asked if "evil" in path and re.search(r"\A[/\\]{2}|\\\\", path)]


def test_the_spy_sees_a_path(tmp_path: Path, asked: list[str]) -> None:
    assert not Path("//evil/share").is_file()
    assert not Files().is_file(Path("//evil/share/x"))
    assert elsewhere(asked) == ["//evil/share", "//evil/share/x"]


@tabled(least=21)
def test_what_a_tex_file_names_elsewhere_is_not_looked_at(
    tmp_path: Path, asked: list[str], line: str
) -> None:
    main = make_project(tmp_path, f"%! main.tex\n{line}\n\\cite{{a}}\n%! refs.bib\n@misc{{a}}\n")
    open_project(main, Context())
    assert root_of(main, Files()) == main
    assert elsewhere(asked) == []


@pytest.mark.parametrize("command", ["input", "bibliography"])
def test_a_name_on_another_machine_is_a_problem_that_says_so(tmp_path: Path, command: str) -> None:
    main = make_project(tmp_path, f"%! main.tex\n\n\\{command}{{//evil/share/x}}\n")
    (problem,) = open_project(main, Context()).project.problems
    assert "files on other machines and devices are not read" in problem.message
    assert problem.place
    assert problem.place.line == 2


@tabled(least=10)
def test_what_a_file_field_names_elsewhere_is_not_looked_at(
    tmp_path: Path, asked: list[str], value: str
) -> None:
    main = make_project(
        tmp_path,
        f"%! main.tex\n\\bibliography{{refs}}\n%! refs.bib\n@misc{{a, file = {{{value}}}}}\n",
    )
    opened = open_project(main, Context())
    (entry,) = opened.project.entries
    attached_pdfs(entry.values["file"], [tmp_path])
    attached_pdfs(value, [tmp_path])
    list(links_in(opened.project, opened.project.bibliographies[0]))
    assert elsewhere(asked) == []
