"""Whom a text is about where the section already has words or citations of the author's."""

from pathlib import Path

import pytest

from citeloom.draft.files import Files
from citeloom.draft.project import Project, read_project
from citeloom.draft.references import ChosenKeys, chosen_references
from citeloom.draft.section import own_text as module
from citeloom.draft.target import related_work, target_of
from citeloom.placing.marks import find_marks
from citeloom_latex.tex.related_work import RELATED_WORK_TITLES
from projects import make_project

BIB = "\n%! refs.bib\n" + "\n".join(f"@article{{{k}, title={{Title {k}}}}}" for k in "abcdef")


def chosen(folder: Path, main: str, wanted: str = "", *, all_cited: bool = False) -> ChosenKeys:
    project = read(folder, main)
    titles = related_work(project.flow, RELATED_WORK_TITLES)
    target = target_of(project.flow, titles, wanted)
    return chosen_references(project, target, all_cited=all_cited)


def read(folder: Path, main: str) -> Project:
    return read_project(make_project(folder, f"%! main.tex\n{main}{BIB}"), Files())


INTRO = "\\section{Introduction}We build on \\cite{a,b,c,d}.\n"


@pytest.mark.parametrize(
    "body",
    [
        "\\cite{e,f}",
        "\\cite{e}, \\cite{f}.",
        "% \\cite{a}\nSee \\citet{e} and also \\cite{f}, e.g. siehe \\cite{e} und \\cite{f}.",
        "\\begin{itemize}\n\\item \\cite{e}\n\\item \\cite{f}\n\\end{itemize}",
        "Pruning: \\cite{e}\n\nDistillation: \\cite{f}",
        "\\subsection{Pruning}\\cite{e}\\subsection{Distillation}\\cite{f}",
        "\\label{sec:rw}\\todo{write this}\\cite{e}\\cite{f}",
        "\\begin{figure}\\caption{Trees, after \\cite{a}.}\\end{figure}\\cite{e,f}",
        "\\cite{e}\\footnote{We thank \\cite{a} for the words.}\\cite{f}",
    ],
    ids=["bare", "commas", "linked", "items", "labels", "parts", "todo", "float", "footnote"],
)
def test_nothing_but_citations_is_a_list_to_write_about(tmp_path: Path, body: str) -> None:
    found = chosen(tmp_path, f"{INTRO}\\section{{Related Work}}\n{body}\n\\section{{End}}")
    assert found == ChosenKeys(("e", "f"), "section")


@pytest.mark.parametrize(
    "body",
    [
        "\\begin{figure}\\caption{Trees, after \\cite{a}.}\\end{figure}",
        "\\begin{table}\\begin{tabular}{l}\\cite{a}\\end{tabular}\\end{table}",
        "% \\cite{a} prunes heads.",
        "\\footnote{Smith \\cite{a} prunes heads.}",
        "\\iffalse Smith \\cite{a} prunes heads.\\fi",
    ],
    ids=["caption", "table", "comment", "footnote", "dead"],
)
def test_floats_footnotes_and_comments_decide_nothing(tmp_path: Path, body: str) -> None:
    found = chosen(tmp_path, f"{INTRO}\\section{{Related Work}}\n{body}\n\\section{{End}}")
    assert (found.keys, found.origin) == (("a", "b", "c", "d"), "document")


def test_prose_counts_as_written(tmp_path: Path) -> None:
    main = f"{INTRO}\\section{{Related Work}}\n\\citet{{a}} prunes heads, so does \\citet{{e}}.\n"
    assert chosen(tmp_path, main) == ChosenKeys(("b", "c", "d"), "document", ("a", "e"))
    everything = chosen(tmp_path, main, all_cited=True)
    assert everything == ChosenKeys(("a", "b", "c", "d", "e"), "document")


def test_a_list_beside_prose_is_written_about_with_what_else_is_cited(tmp_path: Path) -> None:
    main = f"{INTRO}\\section{{Related Work}}\nHeads go \\cite{{a}}.\n\n\\cite{{e,f}}\n"
    assert chosen(tmp_path, main) == ChosenKeys(("b", "c", "d", "e", "f"), "document", ("a",))


def test_generated_text_is_no_prose_and_a_woven_sentence_is(tmp_path: Path) -> None:
    main = (
        f"{INTRO}\\section{{Related Work}}\nHeads go.\n"
        "% citeloom:begin 00000000aa woven in, written from the papers cited; see .citeloom/\n"
        "Ek prunes \\cite{b}.\n% citeloom:end 00000000aa\n\n"
        "% citeloom:begin 0123456789 -- written from the papers cited; see .citeloom/\n"
        "Ek prunes \\cite{a}. Woven in: \\cite{f, of-no-entry}.\n% citeloom:end 0123456789\n"
    )
    assert chosen(tmp_path, main) == ChosenKeys(("a", "c", "d", "f"), "document", ("b",))


def test_prose_in_the_files_of_a_chapter_counts(tmp_path: Path) -> None:
    main = (
        "\\chapter{One}\\cite{a,b}\\section{Related Work}\\input{rw}\\chapter{Two}\\cite{c}"
        "\n%! rw.tex\nHeads go \\cite{b}.\n"
    )
    assert chosen(tmp_path, main) == ChosenKeys(("a",), "chapter", ("b",))


def test_two_keys_of_an_entry_are_one_reference(tmp_path: Path) -> None:
    main = (
        "\\cite{a,g}\\section{Related Work}Heads go \\cite{old}.\n%! more.bib\n"
        "@article{g, title={G}, ids={old}}\n"
    )
    found = chosen(tmp_path, f"\\bibliography{{refs,more}}{main}")
    assert (found.keys, found.in_own_text) == (("a",), ("g", "old"))


def test_what_an_introduction_tells_is_not_told_there_again(tmp_path: Path) -> None:
    main = f"{INTRO}\\section{{Method}}Ours follows \\cite{{e}}, not \\cite{{a}}.\n"
    found = chosen(tmp_path, main, "Introduction")
    assert found == ChosenKeys(("e",), "document", ("a", "b", "c", "d"))


def test_marks_are_looked_for_once_in_each_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inputs = "Words here.\n\\input{part}\n\n" * 30
    project = read(tmp_path, f"\\section{{Related Work}}\n{inputs}%! part.tex\nOn \\cite{{a}}.\n")
    texts: list[str] = []
    monkeypatch.setattr(module, "find_marks", lambda text: texts.append(text) or find_marks(text))
    assert module.own_text(project.flow, project.flow.sections[0]).written == ("a",)
    assert len(texts) == 2
