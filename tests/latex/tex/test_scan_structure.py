import pytest
from families import families
from tabled import tabled

from citeloom_latex.tex.scan import scan_tex
from projects import sample

FAMILIES = families(__file__)

DOCUMENT = sample("scan_structure_document")


def test_sections_and_what_stands_under_them() -> None:
    facts = scan_tex(DOCUMENT)
    shown = [
        (
            section.level,
            section.starred,
            section.title.split()[0],
            section.body.of(DOCUMENT).split(),
        )
        for section in facts.sections
    ]
    assert [(level, starred, title) for level, starred, title, _ in shown] == [
        (-1, True, "P"),
        (1, False, "Intro"),
        (2, False, "Sub"),
        (4, False, "Par."),
        (1, True, "Related"),
        (1, False, "Proofs"),
    ]
    assert shown[1][3][0] == "intro"
    assert shown[1][3][-1] == "par"
    assert shown[2][3] == ["sub", r"\paragraph{Par.}", "par"]
    assert shown[4][3] == ["related"]
    assert shown[5][3] == ["proof"]
    assert facts.appendix == DOCUMENT.index(r"\appendix")
    for section in facts.sections:
        assert section.title_span.of(DOCUMENT) == section.title
        assert section.span.of(DOCUMENT).startswith("\\")


def test_a_part_holds_its_sections() -> None:
    text = r"\part{A}\chapter{B}\section{C}c\chapter{D}d\part{E}"
    spans = {section.title: section.span.of(text) for section in scan_tex(text).sections}
    assert spans["A"] == r"\part{A}\chapter{B}\section{C}c\chapter{D}d"
    assert spans["B"] == r"\chapter{B}\section{C}c"


@pytest.mark.parametrize(("text", "title", "level"), FAMILIES["headings"])
def test_headings(text: str, title: str, level: int) -> None:
    (section,) = scan_tex(text).sections
    assert (section.title, section.level) == (title, level)


@tabled(least=13)
def test_inputs(text: str, expected: list[str]) -> None:
    (found,) = scan_tex(text).inputs
    assert [found.command, found.path, found.directory] == expected
    assert found.path_span.of(text) == found.path


@pytest.mark.parametrize(
    "command",
    [r"\input{a}", r"\input{\subfix{a}}", r"\import{d}{a}", r"\input a", r"\input{%" + "\n a }"],
)
def test_an_input_ends_with_its_own_brace(command: str) -> None:
    text = f"{{{{{command}}}}}"
    assert [one.span.of(text) for one in scan_tex(text).inputs] == [command]


@pytest.mark.parametrize("text", FAMILIES["no_inputs"])
def test_no_inputs(text: str) -> None:
    assert scan_tex(text).inputs == ()


@pytest.mark.parametrize(("text", "expected"), FAMILIES["bibliographies"])
def test_bibliographies(text: str, expected: list[str]) -> None:
    found = scan_tex(text).bibliographies
    assert [file.path for file in found] == expected
    assert [file.span.of(text) for file in found] == expected


@pytest.mark.parametrize(("option", "label"), FAMILIES["labels_of_bibliographies"])
def test_labels_of_bibliographies(option: str, label: str) -> None:
    (found,) = scan_tex(rf"\addbibresource{option}{{mine.bib}}").bibliographies
    assert (found.path, found.label) == ("mine.bib", label)


def test_a_label_that_is_being_typed_takes_no_citation_of_the_next_line() -> None:
    text = "\\bibitem[\nSee \\citealp[in]{a}\nand \\cite{b}[x]{c}. \\bibitem[D,\nE]{d}"
    facts = scan_tex(text)
    assert [key.key for citation in facts.citations for key in citation.keys] == ["a", "b"]
    assert [item.key for item in facts.bibitems] == ["d"]


def test_bibitems() -> None:
    text = "\\bibitem{a} A. \\bibitem[{B [x](1999)}]{b} B. \\bibitem [\\cite{no}] % c\n { c } C."
    text += r"\bib{d}{article}{title={D}}"
    facts = scan_tex(text)
    assert [item.key for item in facts.bibitems] == ["a", "b", "c", "d"]
    assert [item.key_span.of(text) for item in facts.bibitems] == ["a", "b", "c", "d"]
    assert facts.citations == ()


def test_packages_and_options() -> None:
    text = (
        "\\documentclass[a4paper,\n 12pt]{article}\\usepackage[style={a,b}, x % c\n ,y]{one, two}"
    )
    text += r"\RequirePackage{three}\usepackage{#1}"
    found = [
        (package.command, package.name, package.options) for package in scan_tex(text).packages
    ]
    assert found == [
        ("documentclass", "article", ("a4paper", "12pt")),
        ("usepackage", "one", ("style={a,b}", "x", "y")),
        ("usepackage", "two", ("style={a,b}", "x", "y")),
        ("RequirePackage", "three", ()),
    ]


def test_languages() -> None:
    text = r"\setdefaultlanguage[variant=british]{english}\setotherlanguage{french}"
    text += r"\babelprovide[main,import]{german}\babelprovide[import]{greek}"
    assert scan_tex(text).languages == ("english", "german")


@pytest.mark.parametrize(
    ("comment", "name", "value"),
    [
        ("% !TEX root = ../main.tex", "root", "../main.tex"),
        ("%!TeX root=main.tex  ", "root", "main.tex"),
        ("  %% !tex TS-program = xelatex", "ts-program", "xelatex"),
        ("% !BIB program = biber", "program", "biber"),
    ],
)
def test_magic_comments(comment: str, name: str, value: str) -> None:
    (found,) = scan_tex(f"{comment}\r\n\\cite{{a}}").magic_comments
    assert (found.name, found.value) == (name, value)


def test_an_ordinary_comment_is_not_magic() -> None:
    assert (
        scan_tex("% the TEX root = a\n% ! root = b\n\\verb|% !TEX root = c|").magic_comments == ()
    )


def test_the_bibliography_style() -> None:
    assert scan_tex(r"% \bibliographystyle{no} \n").bibliography_style == ""
    text = "% \\bibliographystyle{no}\n\\bibliographystyle { plainnat }\\bibliographystyle{b}"
    assert scan_tex(text).bibliography_style == "plainnat"
    assert scan_tex(r"\newcommand{\x}[1]{\bibliographystyle{#1}}").bibliography_style == ""
