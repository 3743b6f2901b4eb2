"""Which .bib files a draft uses, and what is said of them."""

from pathlib import Path

import pytest

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.draft.files import Files
from citeloom.draft.project import read_project
from citeloom.problem import Problem
from citeloom.settings import UserSettings
from citeloom_latex.bib import scan
from citeloom_latex.bib.indexing import index_of
from projects import make_project, sample

DRAFT = sample("bibliographies_draft")
TWO = """
%! main.bib
@misc{a, title = {A}} @misc{b, title = {B}}
%! other.bib
@misc{a, title = {Another}} @misc{c, title = {C}}
"""


def problems(path: Path) -> list[Problem]:
    data = UserSettings(data_folder=path.parent / "data")
    found = check(path, Context(user=data)).problems
    return [problem for problem in found if problem.rule != "no-abstract"]


def bibs(path: Path) -> list[str]:
    return [bib.path.name for bib in read_project(path, Files()).bibliographies]


@pytest.mark.parametrize(
    "commands",
    [
        r"\bibliography{\jobname}",
        r"\addbibresource{\jobname.bib}",
        r"\newcommand{\refs}{\jobname}\bibliography{\refs}",
    ],
)
def test_the_name_of_the_job_is_that_of_the_root(tmp_path: Path, commands: str) -> None:
    main = make_project(tmp_path, DRAFT.replace("COMMANDS", commands) + TWO)
    assert bibs(main) == ["main.bib"]
    assert problems(main) == []


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("refs{1,2}.bib", ["refs1.bib", "refs2.bib"]),
        ("refs?.bib", ["refs1.bib", "refs2.bib"]),
        ("bib/*.bib", ["deep.bib"]),
        ("{bib/deep,refs{1,2}}.bib", ["deep.bib", "refs1.bib", "refs2.bib"]),
    ],
)
def test_a_pattern_names_files(tmp_path: Path, pattern: str, found: list[str]) -> None:
    commands = rf"\addbibresource[glob]{{{pattern}}}"
    files = "%! refs1.bib\n@misc{a}\n%! refs2.bib\n@misc{b}\n%! bib/deep.bib\n@misc{c}\n"
    main = make_project(tmp_path, DRAFT.replace("COMMANDS", commands) + files)
    assert bibs(main) == found


def test_a_pattern_without_a_file_is_a_missing_file(tmp_path: Path) -> None:
    main = make_project(tmp_path, DRAFT.replace("COMMANDS", r"\addbibresource[glob]{x{1,2}.bib}"))
    assert [problem.rule for problem in problems(main)] == ["missing-bib"]


@pytest.mark.parametrize(
    "section", [r"\begin{refsection}[own, other.bib]\end{refsection}", r"\newrefsection[own]"]
)
def test_a_section_of_references_may_name_a_file_by_its_label(tmp_path: Path, section: str) -> None:
    commands = rf"\addbibresource[label=own]{{main.bib}}\addbibresource{{other.bib}}{section}"
    main = make_project(tmp_path, DRAFT.replace("COMMANDS", commands) + TWO)
    assert bibs(main) == ["main.bib", "other.bib"]
    assert "missing-bib" not in {problem.rule for problem in problems(main)}


@pytest.mark.parametrize(
    "command", [r"\begin{refsection}[gone]", r"\newrefsection[gone]", r"\bibliography{gone}"]
)
def test_a_missing_file_is_told_with_the_command_that_the_author_wrote(
    tmp_path: Path, command: str
) -> None:
    (problem,) = problems(make_project(tmp_path, DRAFT.replace("COMMANDS", command)))
    assert problem.rule == "missing-bib"
    assert problem.message.startswith(
        command.replace("[gone]", "").replace("{gone}", "") + " of 'gone'"
    )


EMBEDDED = sample("bibliographies")


def test_a_file_in_the_text_counts_until_it_is_on_the_disk(tmp_path: Path) -> None:
    main = make_project(tmp_path, EMBEDDED)
    project = read_project(main, Files())
    entry = project.entry_of["b"]
    place = project.bibliographies[entry.file].place(*entry.entry.key_span)
    assert (place.file, place.line) == (main, 4)
    assert [problem.message for problem in problems(main)] == ["undefined citation key 'gone'"]
    (tmp_path / "main.bib").write_text(
        "@misc{a, title={A}} @misc{b, title={B}} @misc{gone, title={C}}"
    )
    assert problems(main) == []


def test_of_many_files_in_the_text_each_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = "".join(
        f"\\begin{{filecontents}}{{{number}.bib}}\n@misc{{k{number}, title = {{A}}}}\n"
        "\\end{filecontents}\n"
        for number in range(30)
    )
    main = make_project(tmp_path, f"%! main.tex\n{files}\\cite{{k29}}\\bibliography{{0,29}}")
    read: list[str] = []
    monkeypatch.setattr(scan, "index_of", lambda part: read.append(part) or index_of(part))
    project = read_project(main, Files())
    assert {entry.entry.key for entry in project.entries} == {"k0", "k29"}
    assert project.bibliographies[1].place(*project.entries[1].entry.key_span).line == 89
    assert sum(map(len, read)) < len(main.read_text())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("main.aux", "\\relax\n\\citation{a}\n\\bibdata{other}\n"),
        ("build/main.aux", "\\bibdata{other}\n"),
        (
            "main.bcf",
            '<bcf:bibdata section="0">\n<bcf:datasource type="file" datatype="bibtex" glob="false">'
            "other.bib</bcf:datasource>\n",
        ),
    ],
    ids=["aux", "aux in a folder of its own", "bcf"],
)
@pytest.mark.parametrize("commands", ["", r"\bibliography{\unknown}"])
def test_what_a_build_has_read_is_no_guess(
    tmp_path: Path, name: str, text: str, commands: str
) -> None:
    fixture = DRAFT.replace("COMMANDS", commands) + TWO + f"%! {name}\n{text}"
    assert bibs(make_project(tmp_path, fixture)) == ["other.bib"]


def test_of_guessed_files_no_duplicate_or_unused_entry_is_said(tmp_path: Path) -> None:
    main = make_project(tmp_path, DRAFT.replace("COMMANDS", "") + TWO)
    assert [problem.rule for problem in problems(main)] == ["guessed-bib"]


@pytest.mark.parametrize(
    ("fixture", "severity", "said"),
    [
        pytest.param(
            DRAFT.replace("COMMANDS", r"\cite{c,d}"),
            "error",
            "4 keys are cited, but no .bib file was found",
            id="nothing beside",
        ),
        pytest.param(
            DRAFT.replace("COMMANDS", "") + "%! other.bib\n@misc{x}\n",
            "error",
            "2 keys are cited, but no .bib file was found",
            id="a .bib with other keys beside",
        ),
        pytest.param(
            "%! main.tex\n\\section{A}\\cite{a}\n",
            "warning",
            "1 key is cited, but no file that includes this one names a .bib file",
            id="a chapter",
        ),
        pytest.param(
            DRAFT.replace("COMMANDS", "") + "%! main.bbl\n\\begin{thebibliography}{9}\n",
            "note",
            "2 keys are cited, but no .bib file was found; main.bbl lists the references",
            id="built references",
        ),
        pytest.param(
            DRAFT.replace("COMMANDS", r"\bibliography{own}") + "%! own.bib\n\n",
            "error",
            "2 keys are cited, but own.bib has no entries",
            id="an empty .bib",
        ),
    ],
)
def test_a_bibliography_that_is_not_found_is_the_one_finding(
    tmp_path: Path, fixture: str, severity: str, said: str
) -> None:
    main = make_project(tmp_path, fixture)
    found = [problem for problem in problems(main) if problem.rule != "guessed-bib"]
    assert [(p.rule, p.severity.value, p.message) for p in found] == [
        ("no-bibliography", severity, said)
    ]


def test_a_guess_that_has_most_keys_names_the_others(tmp_path: Path) -> None:
    main = make_project(tmp_path, DRAFT.replace("COMMANDS", r"\cite{gone}") + TWO)
    assert [problem.rule for problem in problems(main)] == ["undefined-key", "guessed-bib"]


ALONE = r"""
%! sub/main.tex
\documentclass{article}
\begin{document}\cite{a}\bibliography{refs}\end{document}
%! sub/refs.bib
@misc{a} @misc{unused}
"""
OTHER = r"\documentclass{beamer}\begin{document}\bibliography{%s}\end{document}"


@pytest.mark.parametrize(
    ("more", "rules"),
    [
        pytest.param("", ["unused-key"], id="one root"),
        pytest.param("%! sub/slides.tex\n" + OTHER % "refs", [], id="another root beside"),
        pytest.param("%! talk.tex\n" + OTHER % "sub/refs", [], id="another root above"),
        pytest.param("%! sub/talk/x.tex\n" + OTHER % "../refs", [], id="another root below"),
        pytest.param("%! sub/slides.tex\n" + OTHER % "own", ["unused-key"], id="with its own"),
        pytest.param("%! sub/long.tex\n\\def\\long{}\\input{main}\n", [], id="what includes it"),
    ],
)
def test_unused_entries_of_a_shared_file_are_not_said(
    tmp_path: Path, more: str, rules: list[str]
) -> None:
    make_project(tmp_path, ALONE + more)
    assert [problem.rule for problem in problems(tmp_path / "sub/main.tex")] == rules


def test_unused_entries_outside_of_the_roots_folder_are_not_said(tmp_path: Path) -> None:
    make_project(tmp_path, ALONE.replace("{refs}", "{../refs}").replace("sub/refs", "refs"))
    assert problems(tmp_path / "sub/main.tex") == []


@pytest.mark.parametrize(("other", "rules"), [("2", []), ("1", ["same-paper"])])
def test_two_volumes_of_a_book_are_not_one_paper(
    tmp_path: Path, other: str, rules: list[str]
) -> None:
    entry = (
        "@book{%s, title = {Measure Theory}, author = {Bogachev, V.}, volume = {%s}, year = 2007}\n"
    )
    bib = "%! refs.bib\n" + entry % ("a", "1") + entry % ("b", other)
    main = make_project(tmp_path, DRAFT.replace("COMMANDS", r"\bibliography{refs}") + bib)
    assert [problem.rule for problem in problems(main)] == rules
