"""Which files a root takes in: through macros of its own, too."""

import os
from pathlib import Path

import pytest

from citeloom.draft import tree
from citeloom.draft.files import Files, OverlaidFiles
from citeloom.draft.flow import MOST_PIECES, MOST_REPEATED
from citeloom.draft.project import Project, read_project
from citeloom.draft.root import root_of
from citeloom.draft.sources import Sources
from citeloom.draft.tree import Tree
from citeloom_latex.lined import LinedText
from projects import make_project, sample

THESIS = sample("tree")


def read(path: Path) -> Project:
    return read_project(path, Files())


def cited(project: Project) -> list[str]:
    return [key.key for one in project.flow.citations for key in one.citation.keys]


def test_files_are_followed_through_macros_of_the_projects_class_and_style(tmp_path: Path) -> None:
    project = read(make_project(tmp_path, THESIS))
    assert cited(project) == ["a", "b", "c", "d"]
    assert list(project.entry_of) == ["a", "b", "c", "d"]
    assert project.problems == ()


@pytest.mark.parametrize("part", ["preface", "text/chapters/deep", "text/chapters/method/main"])
def test_a_file_read_by_a_macro_leads_to_the_root(tmp_path: Path, part: str) -> None:
    main = make_project(tmp_path, THESIS)
    assert root_of(tmp_path / f"{part}.tex", Files()) == main


def test_openlogics_import(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        sample("tree_openlogics_import"),
    )
    project = read(main)
    assert cited(project) == ["cantor"]
    assert [problem.rule for problem in project.problems] == []


def test_macros_that_read_one_another_come_to_an_end(tmp_path: Path) -> None:
    """Each reading makes the names longer; the number of readings is bounded."""
    main = make_project(
        tmp_path,
        sample("tree_macros_read_one_another"),
    )
    project = read(main)
    assert [path.name for path in project.documents] == ["main.tex", "one.sty", "two.sty"]
    assert project.problems == ()


def test_a_name_of_a_macro_that_grows_without_end_means_no_file(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        r"""
%! main.tex
\documentclass{article}
\newcommand{\again}{\again\again\again\again\again\again\again\again\again\again}
\input{\again}
\bibliography{\again}
""",
    )
    assert list(Tree(main, Sources(Files())).documents) == [main]
    assert read(main).problems == ()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_pipes_are_problems_of_the_commands_that_ask_for_them(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        sample("tree_pipes_are_problems_commands"),
    )
    for name in ("own.sty", "parts/a.tex", "more.bib"):
        os.mkfifo(tmp_path / name)
    project = read(main)
    assert sorted((one.place.line, one.message) for one in project.problems if one.place) == [
        (1, "\\usepackage of 'own': own.sty is a pipe, not a file"),
        (3, "\\input of 'parts/a': parts/a.tex is a pipe, not a file"),
        (5, "\\bibliography of 'more': more.bib is a pipe, not a file"),
    ]
    assert {one.place.file for one in project.problems if one.place} == {main}
    assert {one.rule for one in project.problems} == {"input", "unread-bib"}
    assert list(project.entry_of) == ["b"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_pipes_beside_a_file_do_not_keep_it_from_its_root(tmp_path: Path) -> None:
    main = make_project(
        tmp_path, "%! main.tex\n\\documentclass{a}\\input{part}\n%! part.tex\n\\cite{b}\n"
    )
    os.mkfifo(tmp_path / "a.tex")
    os.mkfifo(tmp_path / "a.bib")
    assert root_of(tmp_path / "part.tex", Files()) == main
    assert [str(one) for one in read(main).problems if one.rule == "unread-bib"] == [
        f"{tmp_path / 'a.bib'}: error: is a pipe, not a file"
    ]


def test_a_file_that_is_too_large_is_a_problem_of_the_command_that_asks_for_it(
    tmp_path: Path,
) -> None:
    main = make_project(tmp_path, "%! main.tex\n\n\\addbibresource{a.bib}\n%! a.bib\n")
    os.truncate(tmp_path / "a.bib", 20 << 30)
    (problem,) = read(main).problems
    assert problem.place
    assert (problem.place.file, problem.place.line) == (main, 2)
    assert "a.bib has 22 GB; at most 128 MB are read" in problem.message


def told(project: Project) -> list[str]:
    return [f"{problem.place}: {problem.message}" for problem in project.problems]


def test_files_that_take_in_one_another_twice_are_put_in_a_bounded_number_of_times(
    tmp_path: Path,
) -> None:
    for number in range(40):
        name = f"f{number + 1}"
        (tmp_path / f"f{number}.tex").write_text(f"\\input{{{name}}} x \\input{{{name}}}")
    (tmp_path / "f40.tex").write_text("leaf")
    main = tmp_path / "main.tex"
    main.write_text("\\documentclass{article}\\begin{document}\\input{f0}\\cite{a}\\end{document}")
    project = read(main)
    assert len(project.flow.pieces) < MOST_PIECES + 200
    assert cited(project) == ["a"], "what comes after it is there"
    (problem,) = (one for one in project.problems if one.rule == "too-large")
    assert problem.place is not None
    assert problem.place.span is not None
    assert problem.place.file.name.startswith("f")
    assert problem.place.line == 1


def test_a_file_that_is_taken_in_again_and_again_counts_up_to_a_length(tmp_path: Path) -> None:
    (tmp_path / "b.tex").write_text("\\cite{a} " * 1000)
    (tmp_path / "r.bib").write_text("@misc{a, title = {A}}")
    main = tmp_path / "main.tex"
    main.write_text("\\documentclass{x}\n\\input{b}\n" + "\\input{b}" * 5000 + "\\bibliography{r}")
    project = read(main)
    assert 2000 < len(project.flow.citations) < 2 + MOST_REPEATED // 9 + 1000
    assert [told.rpartition("main.tex:")[2] for told in told(project)] == [
        "3: \\input of 'b': the draft includes files too often; the rest is left out"
    ]


@pytest.mark.parametrize(
    ("many", "line"),
    [
        ("\n".join(f"\\input{{q{n}}}" for n in range(600)), 502),
        ("\n".join(f"\\bibliography{{q{n}}}" for n in range(600)), 501),
        ("\n".join(f"\\usepackage{{q{n}}}" for n in range(600)), 502),
    ],
)
def test_a_bounded_number_of_files_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: str, line: int
) -> None:
    monkeypatch.setattr(tree, "_MOST_NAMES", 500)
    (tmp_path / "r.bib").write_text("@misc{a, title = {A}}")
    main = tmp_path / "main.tex"
    main.write_text(f"\\documentclass{{x}}\\bibliography{{r}}\n{many}\n\\cite{{a}}")
    project = read(main)
    assert list(project.entry_of) == ["a"]
    stopped = [one for one in project.problems if one.rule == "too-large"]
    assert [one.place and one.place.line for one in stopped] == [line]


@pytest.mark.parametrize(
    "preamble",
    [
        "\\documentclass{article}\\MakeShortVerb{\\|}",
        "\\documentclass{article}\\input{setup}",
        "\\documentclass{ltxdoc}",
    ],
    ids=["in the root", "in a preamble", "by the class"],
)
def test_short_verbs_count_in_all_files(tmp_path: Path, preamble: str) -> None:
    fixture = sample("tree_short_verbs_count_in")
    main = make_project(tmp_path, fixture.replace("PREAMBLE", preamble))
    for path in (main, tmp_path / "one.tex"):
        project = read(path)
        assert cited(project) == ["yes"]
        assert project.problems == ()
    text = LinedText((tmp_path / "one.tex").read_text())
    texts = {tmp_path / "one.tex": text}
    sources = Sources(OverlaidFiles(texts, Files()))
    assert cited(read_project(main, sources)) == ["yes"]
    texts[tmp_path / "one.tex"] = LinedText(text.text.replace("yes}.", "yes,more}."))
    assert cited(read_project(main, sources)) == ["yes", "more"]
