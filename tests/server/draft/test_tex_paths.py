"""Files that TeX finds in folders of its own paths."""

import os
import sys
from pathlib import Path

import pytest

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context, context_over
from citeloom.draft.building import tex_paths
from citeloom.draft.files import Files
from citeloom.draft.project import Project, read_project
from citeloom.draft.root import root_of
from citeloom.settings import UserSettings
from projects import make_project, sample

DRAFT = sample("tex_paths")

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="a program made of a script")


@pytest.fixture(autouse=True)
def _no_tex(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BIBINPUTS", "TEXINPUTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(tex_paths, "_answers", {})
    monkeypatch.setattr(tex_paths, "_asked", {})
    monkeypatch.setattr(tex_paths, "_SECONDS", 300)  # A busy machine may take longer than 5.


def read(folder: Path) -> Project:
    return read_project(folder / "paper/main.tex", Files())


def seen(folder: Path) -> tuple[list[str], list[str]]:
    project = read(folder)
    cited = [key.key for at in project.flow.citations for key in at.citation.keys]
    return cited, [problem.rule for problem in project.problems]


@pytest.mark.parametrize(
    "form",
    [
        "{tree}/{kind}//",
        "{sep}{tree}/{kind}//{sep}",
        "..{sep}../tree/{kind}//",
        "~/{kind}//",
        "$CITELOOM_TEST_TREE/{kind}//",
    ],
    ids=["folders below", "empty parts", "relative", "home", "variable"],
)
def test_the_users_paths_are_read_as_tex_reads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    make_project(tmp_path, DRAFT)
    tree = tmp_path / "tree"
    monkeypatch.setenv("HOME", str(tree))
    monkeypatch.setenv("USERPROFILE", str(tree))
    monkeypatch.setenv("CITELOOM_TEST_TREE", str(tree))
    for variable, kind in (("TEXINPUTS", "tex"), ("BIBINPUTS", "bib")):
        monkeypatch.setenv(variable, form.format(tree=tree, kind=kind, sep=os.pathsep))
    assert seen(tmp_path) == (["b", "a"], [])
    part = tmp_path / "tree/tex/deep/deeper/part.tex"
    assert part in read(tmp_path).documents


def test_files_that_are_made_or_removed_meanwhile_count_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_project(tmp_path, DRAFT)
    monkeypatch.setenv("BIBINPUTS", f"{tmp_path}/tree/bib//")
    monkeypatch.setattr(tex_paths, "monotonic", lambda: 0)
    refs = tmp_path / "tree/bib/of/mine/refs.bib"
    assert "missing-bib" not in seen(tmp_path)[1]
    refs.rename(refs.with_name("other.bib"))
    assert "missing-bib" in seen(tmp_path)[1], "nothing is said of a file that was there once"
    assert "unread-bib" not in seen(tmp_path)[1]
    refs.parent.joinpath("new").mkdir()
    refs.with_name("other.bib").rename(refs.parent / "new/refs.bib")
    monkeypatch.setattr(tex_paths, "monotonic", lambda: 100)
    assert "missing-bib" not in seen(tmp_path)[1]


@pytest.mark.parametrize(
    "lines",
    [
        "$ENV{'TEXINPUTS'} = '../tree/tex//:';\n$ENV{BIBINPUTS}='../tree/bib//';",
        "ensure_path('TEXINPUTS', '../tree/tex//');\nensure_path( 'BIBINPUTS', '../tree/bib//' );",
    ],
    ids=["ENV", "ensure_path"],
)
def test_what_latexmkrc_says_counts_in_the_repository(tmp_path: Path, lines: str) -> None:
    make_project(tmp_path, f"{DRAFT}%! paper/.latexmkrc\n{lines}\n")
    assert seen(tmp_path)[1] == ["missing-input", "missing-bib"], "the project is the folder alone"
    make_project(tmp_path, "%! .git/HEAD\nref\n")
    assert seen(tmp_path) == (["b", "a"], [])


def test_a_file_that_latexmkrc_leads_to_has_its_root(tmp_path: Path) -> None:
    make_project(
        tmp_path,
        sample("tex_paths_file_latexmkrc_leads_to"),
    )
    assert root_of(tmp_path / "chapters/one.tex", Files()) == tmp_path / "main.tex"


def test_a_repository_that_is_a_tex_tree_has_its_bib_files_there(tmp_path: Path) -> None:
    fixture = r"""
%! doc/latex/it/manual.tex
\documentclass{article}
\begin{document}\cite{a}\bibliography{it-examples}\end{document}
%! bibtex/bib/it/it-examples.bib
@misc{a, title = {A}}
"""
    make_project(tmp_path, fixture)
    main = tmp_path / "doc/latex/it/manual.tex"
    assert [it.rule for it in read_project(main, Files()).problems] == ["missing-bib"]
    make_project(tmp_path, "%! .git/HEAD\nref\n")
    assert read_project(main, Files()).problems == ()


def test_a_draft_that_is_compiled_from_the_top_of_its_repository_has_its_files(
    tmp_path: Path,
) -> None:
    fixture = sample("tex_paths_draft_compiled_from_top")
    make_project(tmp_path, fixture)
    main = tmp_path / "report/main.tex"
    found = {it.rule for it in read_project(main, Files()).problems}
    assert found == {"missing-bib", "missing-input"}
    make_project(tmp_path, "%! .git/HEAD\nref\n")
    assert read_project(main, Files()).problems == ()
    assert root_of(tmp_path / "report/sections/one.tex", Files()) == main


def make_program(folder: Path, answer: str, counted: Path) -> None:
    folder.mkdir(parents=True)
    program = folder / "kpsewhich"
    program.write_text(f"#!/bin/sh\necho asked >> {counted}\npwd >> {counted}\necho '{answer}'\n")
    program.chmod(0o755)


@needs_posix
def test_kpsewhich_is_asked_once_for_what_lies_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_project(tmp_path, DRAFT)
    counted = tmp_path / "counted"
    make_program(tmp_path / "bin", f".:!!{tmp_path}/tree/bib//", counted)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert "missing-bib" not in seen(tmp_path)[1]
    assert "missing-bib" not in seen(tmp_path)[1]
    assert counted.read_text().splitlines() == ["asked", str(tmp_path / "bin")]
    data = UserSettings(data_folder=tmp_path / "data")
    found = check(tmp_path / "paper/main.tex", Context(user=data)).problems
    assert {problem.rule for problem in found} <= {"missing-input", "no-abstract"}


@needs_posix
@pytest.mark.parametrize("where", ["paper", "paper/bin", "bin/.."], ids=str)
def test_no_program_of_the_project_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    make_project(tmp_path, DRAFT + "%! .git/HEAD\nref\n")
    counted = tmp_path / "counted"
    make_program(tmp_path / where / "x", f"{tmp_path}/tree/bib//", counted)
    monkeypatch.setenv("PATH", os.pathsep.join([".", "", "x", str(tmp_path / where / "x")]))
    monkeypatch.chdir(tmp_path / where / "x")
    assert "missing-bib" in seen(tmp_path)[1]
    assert not counted.exists()


@needs_posix
def test_an_editor_waits_for_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_project(tmp_path, DRAFT)
    (tmp_path / "bin").mkdir()
    program, go_on = tmp_path / "bin/kpsewhich", tmp_path / "go-on"
    program.write_text(
        f"#!/bin/sh\nwhile ! /usr/bin/test -e {go_on}; do /bin/sleep 0.01; done\n"
        f"echo '{tmp_path}/tree/bib//'\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    context = context_over({}, UserSettings(data_folder=tmp_path / "data"))
    main = tmp_path / "paper/main.tex"
    rules = [problem.rule for problem in read_project(main, context.files).problems]
    assert "missing-bib" in rules
    go_on.touch()
    for asked in tex_paths._asked.values():
        asked.join()
    rules = [problem.rule for problem in read_project(main, context.files).problems]
    assert "missing-bib" not in rules


def test_names_of_journals_that_tex_brings_along_are_not_missing(tmp_path: Path) -> None:
    fixture = r"""
%! main.tex
\documentclass{IEEEtran}
\begin{document}\cite{a}\bibliography{IEEEabrv,refs}\end{document}
%! refs.bib
@misc{a, title = {A}}
"""
    assert read_project(make_project(tmp_path, fixture), Files()).problems == ()


def test_a_part_whose_root_is_not_known_finds_files_from_the_folders_above(tmp_path: Path) -> None:
    fixture = "%! .git/HEAD\nref\n%! pubs.bib\n@misc{a}\n"
    fixture += "%! back/pubs.tex\n\\bibliography{pubs}\\cite{a}\n"
    make_project(tmp_path, fixture)
    project = read_project(tmp_path / "back/pubs.tex", Files())
    assert project.problems == ()


def test_a_chapter_that_nothing_takes_in_finds_files_from_a_folder_with_drafts(
    tmp_path: Path,
) -> None:
    """As of a thesis that was unpacked, which is no repository."""
    fixture = (
        "%! thesis.tex\n\\documentclass{a}\\begin{document}% \\input{ch/one/one}\n\\end{document}\n"
        "%! ch/one/one.tex\n\\input{ch/one/first}\\input{other/second}\n"
        "%! ch/one/first.tex\nText.\n%! ch/other/second.tex\nText.\n"
    )
    make_project(tmp_path, fixture)
    project = read_project(tmp_path / "ch/one/one.tex", Files())
    assert tmp_path / "ch/one/first.tex" in project.documents
    (problem,) = project.problems  # Nothing says that LaTeX runs in a folder without drafts.
    assert "other/second" in problem.message


def test_a_starred_include_takes_in_its_file(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        "%! main.tex\n\\documentclass{a}\\begin{document}\\include*{one}\\end{document}\n"
        "%! one.tex\n",
    )
    assert root_of(tmp_path / "one.tex", Files()) == main
