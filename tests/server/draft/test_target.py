"""Which section is written, and which references it is about."""

from pathlib import Path

import pytest
from tabled import tabled

from citeloom.draft.draft_text import draft_text
from citeloom.draft.files import Files
from citeloom.draft.project import Project, read_project
from citeloom.draft.references import chosen_references
from citeloom.draft.section.meant_section import meant_target
from citeloom.draft.target import Target, related_work, target_of
from citeloom.problem import InputError
from citeloom_latex.tex.related_work import RELATED_WORK_TITLES
from projects import make_project

BIB = "\n%! refs.bib\n" + "\n".join(f"@article{{{k}, title={{Title {k}}}}}" for k in "abcdef")


def read(folder: Path, main: str) -> Project:
    return read_project(make_project(folder, f"%! main.tex\n{main}{BIB}"), Files())


def target(project: Project, wanted: str = "") -> Target | None:
    return target_of(project.flow, related_work(project.flow, RELATED_WORK_TITLES), wanted)


def test_what_the_section_cites_comes_first(tmp_path: Path) -> None:
    project = read(tmp_path, r"\section{Intro}\cite{a}\section{Related Work}\cite{c,b}\cite{c}")
    chosen = chosen_references(project, target(project))
    assert (chosen.keys, chosen.origin) == (("c", "b"), "section")


def test_an_empty_section_takes_all_that_the_document_cites(tmp_path: Path) -> None:
    project = read(
        tmp_path, r"\section{Intro}\cite{b,a}\section{Related Work}\section{End}\cite{f}"
    )
    chosen = chosen_references(project, target(project))
    assert (chosen.keys, chosen.origin) == (("b", "a", "f"), "document")


def test_a_thesis_takes_those_of_the_chapter(tmp_path: Path) -> None:
    project = read(
        tmp_path,
        r"\chapter{One}\cite{a}\section{Related Work}\section{X}\cite{b}"
        r"\chapter{Two}\cite{c}\section{Related Work}\section{Y}\cite{d}",
    )
    assert chosen_references(project, target(project, "2")).keys == ("c", "d")
    with pytest.raises(InputError, match=r"2 sections match.*by its heading or its number"):
        target(project)


def test_software_is_left_out_unless_named(tmp_path: Path) -> None:
    project = read_project(
        make_project(
            tmp_path,
            "%! main.tex\n\\cite{tool,a}\\section{Related Work}\n%! refs.bib\n"
            "@software{tool, title={Tool}, url={https://github.com/x/tool}}\n"
            "@article{a, title={A Paper}}\n",
        ),
        Files(),
    )
    assert chosen_references(project, target(project)).keys == ("a",)
    named = chosen_references(project, target(project), keys=("tool",))
    assert named.keys == ("tool",)


def test_named_and_excluded_keys(tmp_path: Path) -> None:
    project = read(tmp_path, r"\cite{a,b,c}\section{Related Work}")
    assert chosen_references(project, None, exclude=("b",)).keys == ("a", "c")
    assert chosen_references(project, None, keys=("c", "a", "c")).keys == ("c", "a")


def test_nocite_cites_nothing(tmp_path: Path) -> None:
    project = read(tmp_path, r"\nocite{*}\cite{a}\nocite{b}")
    assert chosen_references(project, None).keys == ("a",)


def test_a_background_section_beside_related_work_is_not_meant(tmp_path: Path) -> None:
    project = read(tmp_path, r"\section{Background}\cite{a}\section{Related Work}\cite{b}")
    found = target(project)
    assert found is not None
    assert found.flow.section.title == "Related Work"


def test_a_background_deep_inside_a_section_is_no_related_work(tmp_path: Path) -> None:
    project = read(tmp_path, r"\section{A}\subsection{B}\subsubsection{Background}\cite{a}")
    assert target(project) is None


def test_a_section_that_is_one_input_stands_in_that_file(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        "%! main.tex\n\\section{Related Work}\\label{sec:rw}\n\\input{rw}\n\\section{End}\n"
        "%! rw.tex\n\\cite{a}\n",
    )
    project = read_project(main, Files())
    found = target(project)
    assert found is not None
    assert found.document.path.name == "rw.tex"
    assert chosen_references(project, found).keys == ("a",)


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize(("inputs", "file"), [("", "main.tex"), ("\\input{rw}", "rw.tex")])
def test_an_input_with_the_next_heading_is_not_the_section(
    inputs: str, file: str, wrapped: bool, tmp_path: Path
) -> None:
    method = "% !TEX root = main.tex\n\\section{Method}\nOurs.\n"
    text = (
        f"%! main.tex\n\\section{{Related Work}}\n{inputs}\n\\input{{method}}\n\\section{{End}}\n"
        "%! rw.tex\nText.\n"
    )
    text += (
        f"%! method.tex\n% More.\n\\input{{deep}}\n%! deep.tex\n{method}"
        if wrapped
        else f"%! method.tex\n{method}"
    )
    found = target(read_project(make_project(tmp_path, text), Files()))
    assert found is not None
    assert found.document.path.name == file


def test_an_unknown_heading_lists_the_sections(tmp_path: Path) -> None:
    project = read(tmp_path, r"\section{Intro}\section{Prior Work}")
    with pytest.raises(InputError, match=r"no section 'Nothing'.*Prior Work"):
        target(project, "Nothing")
    assert target(project, "intro") is not None


def text_of(project: Project) -> tuple[str, str, str]:
    text = draft_text(project, related_work(project.flow, RELATED_WORK_TITLES))
    return text.title, text.abstract, text.abstract_source


def test_title_and_abstract_wherever_they_stand(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        "%! main.tex\n\\documentclass{article}\n\\input{front}\n\\begin{document}\n"
        "\\section{Intro}Text.\\end{document}\n"
        '%! front.tex\n\\title{On \\emph{G\\"odel}}\n\\begin{abstract}\nWe show $k$. '
        "\\end{abstract}\n",
    )
    assert text_of(read_project(main, Files())) == ("On Gödel", "We show k.", "abstract")


def test_a_heading_that_is_not_there_gets_those_that_are(tmp_path: Path) -> None:
    project = read(tmp_path, r"\section{Intro}\section{Related Work}Old.\section{The \emph{End}}")
    with pytest.raises(InputError, match=r"1\. 'Related Work' .*; by heading also: Intro, The End"):
        target(project, "Methods")


def test_without_an_abstract_the_introduction_is_read(tmp_path: Path) -> None:
    project = read(tmp_path, r"\section{Introduction}We begin \cite{a}.\section{Related Work}Old.")
    title, abstract, source = text_of(project)
    assert (title, source) == ("", "introduction")
    assert abstract.startswith("We begin")


def test_the_related_work_is_not_part_of_the_draft_text(tmp_path: Path) -> None:
    project = read(tmp_path, r"\section{A}One.\section{Related Work}Two.\subsection{B}Three.")
    text = draft_text(project, related_work(project.flow, RELATED_WORK_TITLES))
    assert [(section.heading, section.text) for section in text.sections] == [("A", "One.")]
    assert text.abstract_source == "first words"


@tabled(least=6)
def test_language(tmp_path: Path, preamble: str, language: str) -> None:
    project = read(tmp_path, preamble + r"\begin{document}Text\end{document}")
    assert draft_text(project, ()).language == language


@pytest.mark.parametrize(
    ("main", "title"),
    [
        (r"\section{Background}\subsection{Notation}\subsection{Related Work}", "Related Work"),
        (r"\section{Background}\subsection{Related Work on Parsing}", "Related Work on Parsing"),
        (r"\section{Background and Related Work}\subsection{Related Work}", "Related Work"),
        (r"\section{Related Work}\subsection{Background}\subsection{Prior Work}", "Related Work"),
        (r"\chapter{One}\section{Two}\subsection{Related Work}", "Related Work"),
        (r"\chapter{One}\section{Background}\subsection{Prior Art}", "Prior Art"),
        (
            r"\section{Background}\section{Results}\subsection{Comparison with Prior Work}",
            "Background",
        ),
        (r"\section{Related Work}\section{A}\subsection{Related Work}", "Related Work"),
        (r"\section{Literature}\section{Previous Work and Aims}", "Previous Work and Aims"),
    ],
    ids=["exact", "field", "half", "outer", "deep", "deep best", "compares", "level", "part"],
)
def test_the_best_match_counts_at_any_level(tmp_path: Path, main: str, title: str) -> None:
    found = target(read(tmp_path, main))
    assert found is not None
    assert found.flow.section.title == title


def test_equal_ones_are_asked_about(tmp_path: Path) -> None:
    project = read(
        tmp_path, r"\section{A}\subsection{Related Work}\section{B}\subsection{Related Work}"
    )
    with pytest.raises(InputError, match="2 sections match"):
        target(project)


def test_a_section_by_its_printed_number(tmp_path: Path) -> None:
    main = (
        r"\section{A}\section*{B}\section{C}\subsection{D}\subsection{Related Work}"
        r"\appendix\section{E}\subsection{F}"
    )
    project = read(tmp_path, main)
    named = {number: target(project, number) for number in ("2.2", "2", "A.1", "A")}
    titles = {number: found and found.flow.section.title for number, found in named.items()}
    assert titles == {"2.2": "Related Work", "2": "C", "A.1": "F", "A": "A"}


def test_an_appendix_that_begins_in_another_file_has_letters(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        "%! main.tex\n\\input{one}\n\\appendix\n\\input{more}\n"
        "%! one.tex\n\\chapter{One}\n\\section{Related Work}\n"
        "%! more.tex\n\\chapter{Data}\n\\section{Names}\n",
    )
    found = target(read_project(main, Files()), "A.1")
    assert found and found.flow.section.title == "Names"


def test_where_the_draft_sets_counters_no_section_is_named_by_its_number(tmp_path: Path) -> None:
    draft = r"\begin{document}\section{A}\section{Related Work}\section{B}\end{document}"
    found = target(read(tmp_path, f"% \\setcounter{{section}}{{8}}\n{draft}"), "3")
    assert found and found.flow.section.title == "B"
    project = read(tmp_path, rf"\setcounter {{section}} {{2}}{draft}")
    with pytest.raises(InputError, match="the document has no section '3'"):
        target(project, "3")


def test_from_a_file_of_a_chapter_its_section_is_meant(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        "%! main.tex\n\\input{one}\n\\input{two}\n"
        "%! one.tex\n\\chapter{One}\n\\section{Related Work}\n"
        "%! two.tex\n\\chapter{Two}\n\\input{deep}\n"
        "%! deep.tex\n\\section{Related Work}\n\\input{text}\n"
        "%! text.tex\nWords.\n",
    )
    project = read_project(main, Files())
    sections = related_work(project.flow, RELATED_WORK_TITLES)
    numbers = {"one.tex": 0, "two.tex": 1, "deep.tex": 1, "text.tex": 1}
    for name, number in numbers.items():
        found = target_of(project.flow, sections, file=tmp_path / name)
        assert found is not None and found.flow == sections[number]
    with pytest.raises(InputError, match="2 sections match"):
        meant_target(project, sections, file=main)
