"""Reading projects: roots, inputs, bibliographies, order."""

from pathlib import Path

import pytest

from citeloom.draft.files import Files
from citeloom.draft.project import Project, read_project
from citeloom.draft.root import root_of
from citeloom.problem import InputError
from projects import make_project, sample

FOUR_FILES = sample("project")


def read(path: Path) -> Project:
    return read_project(path, Files())


def cited(project: Project) -> list[str]:
    return [key.key for one in project.flow.citations for key in one.citation.keys]


def test_citations_come_in_reading_order_across_files(tmp_path: Path) -> None:
    project = read(make_project(tmp_path, FOUR_FILES))
    assert cited(project) == ["a", "b", "c", "d", "*"]
    assert list(project.entry_of) == ["a", "b", "c", "d"]
    assert project.problems == ()


@pytest.mark.parametrize("part", ["intro.tex", "sections/end.tex"])
def test_any_file_leads_to_the_root(tmp_path: Path, part: str) -> None:
    main = make_project(tmp_path, FOUR_FILES)
    assert root_of(tmp_path / part, Files()) == main
    assert cited(read(tmp_path / part)) == ["a", "b", "c", "d", "*"]


def test_a_magic_comment_names_the_root(tmp_path: Path) -> None:
    make_project(
        tmp_path,
        "%! main.tex\n\\documentclass{article}\n%! ch/one.tex\n% !TeX root = ../main.tex\nText",
    )
    assert root_of(tmp_path / "ch/one.tex", Files()) == tmp_path / "main.tex"


def test_a_subfile_names_its_root(tmp_path: Path) -> None:
    make_project(
        tmp_path,
        r"""
%! main.tex
\documentclass{article}
%! ch/one.tex
\documentclass[../main.tex]{subfiles}
\begin{document}x\end{document}
""",
    )
    assert root_of(tmp_path / "ch/one.tex", Files()) == tmp_path / "main.tex"


def test_cycles_end(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        r"""
%! main.tex
\documentclass{article}\begin{document}\cite{a}\input{b}\cite{c}\end{document}
%! b.tex
\cite{b}\input{main}\input{b}\cite{b2}
""",
    )
    assert cited(read(main)) == ["a", "b", "b2", "c"]


def test_a_missing_input_is_a_warning_with_its_line(tmp_path: Path) -> None:
    main = make_project(
        tmp_path, "%! main.tex\n\\documentclass{article}\n\n\\input{gone}\n\\cite{a}\n"
    )
    (problem,) = read(main).problems
    assert problem.rule == "missing-input"
    assert str(problem.place) == f"{main}:3"
    assert "gone" in problem.message


def test_a_missing_bib_is_an_error_and_the_rest_is_read(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        r"""
%! main.tex
\bibliography{refs,gone}\cite{a}
%! refs.bib
@misc{a, title={A}}
""",
    )
    project = read(main)
    assert [one.rule for one in project.problems] == ["missing-bib"]
    assert list(project.entry_of) == ["a"]


def test_without_a_bibliography_command_the_bib_beside_it_is_used(tmp_path: Path) -> None:
    main = make_project(tmp_path, "%! main.tex\n\\cite{a}\n%! refs.bib\n@misc{a, title={A}}\n")
    project = read(main)
    assert [one.rule for one in project.problems] == ["guessed-bib"]
    assert list(project.entry_of) == ["a"]


def test_a_style_file_of_the_project_is_read(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        sample("project_style_file_project_read"),
    )
    project = read(main)
    assert list(project.entry_of) == ["a"]
    assert cited(project) == ["a"]


def test_latin_1_is_read_with_a_note(tmp_path: Path) -> None:
    main = tmp_path / "main.tex"
    main.write_bytes("Müller \\cite{a}".encode("latin-1"))
    project = read(main)
    assert project.documents[main].text == "Müller \\cite{a}"
    assert [one.rule for one in project.problems] == ["encoding"]


@pytest.mark.parametrize(
    ("data", "said"),
    [(None, "does not exist"), (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "not a text file")],
)
def test_an_unreadable_main_file_is_an_input_error(
    tmp_path: Path, data: bytes | None, said: str
) -> None:
    main = tmp_path / "main.tex"
    if data is not None:
        main.write_bytes(data)
    with pytest.raises(InputError, match=said) as error:
        read(main)
    assert str(main) in str(error.value)


def test_a_folder_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="folder"):
        read(tmp_path)


@pytest.mark.parametrize(("preamble", "found"), [("", True), ("\\usepackage{biblatex}", False)])
def test_letter_case_of_keys_counts_for_biber_alone(
    tmp_path: Path, preamble: str, found: bool
) -> None:
    main = make_project(
        tmp_path,
        f"%! main.tex\n{preamble}\\cite{{smith20}}\n%! r.bib\n@misc{{Smith20, title={{A}}}}",
    )
    assert (read(main).entry("smith20") is not None) is found


def test_an_input_that_may_be_missing_is_no_problem(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        r"""
%! main.tex
\input{glyphtounicode}\IfFileExists{o.tex}{\input{o.tex}}{}
\input{\x}
""",
    )
    assert read(main).problems == ()


def test_a_letter_that_cites_nothing_needs_no_bib(tmp_path: Path) -> None:
    main = make_project(tmp_path, "%! main.tex\nDear editor,\n%! refs.bib\n@misc{a, title={A}}\n")
    assert read(main).problems == ()
    assert read(main).bibliographies == ()
