"""Cite commands that fit the packages of a project and its authors' habit."""

import pytest

from citeloom.placing.citation_style import CitationStyle, citation_style
from citeloom_latex.tex.scan import scan_tex


def style(*texts: str) -> tuple[str | None, str]:
    found = citation_style([scan_tex(text) for text in texts])
    return found.textual, found.parenthetical


@pytest.mark.parametrize(
    ("preamble", "expected"),
    [
        ("", (None, "cite")),
        (r"\documentclass{article}", (None, "cite")),
        (r"\documentclass[conference]{IEEEtran}", (None, "cite")),
        (r"\documentclass{llncs}", (None, "cite")),
        (r"\documentclass{wlscirep}", (None, "cite")),
        (r"\usepackage{cite}", (None, "cite")),
        (r"\usepackage{natbib}", ("citet", "citep")),
        (r"\usepackage[numbers,sort]{natbib}", ("citet", "citep")),
        (r"\documentclass[sigconf]{acmart}", ("citet", "citep")),
        (r"\documentclass[twocolumn]{aastex631}", ("citet", "citep")),
        (r"\documentclass{elsarticle}", ("citet", "citep")),
        (r"\documentclass{revtex4-2}", ("citet", "citep")),
        (r"\usepackage[preprint]{neurips_2023}", ("citet", "citep")),
        (r"\usepackage[nonatbib]{neurips_2023}", (None, "cite")),
        (r"\usepackage{iclr2024_conference,times}", ("citet", "citep")),
        (r"\usepackage{styles/icml2024}", ("citet", "citep")),
        (r"\usepackage[review]{acl}", ("citet", "citep")),
        (r"\usepackage{emnlp2020}", ("citet", "citep")),
        (r"\usepackage{biblatex}", ("textcite", "autocite")),
        (r"\usepackage[style=apa,backend=biber]{biblatex}", ("textcite", "autocite")),
        (r"\usepackage[natbib=true,style=authoryear]{biblatex}", ("citet", "citep")),
        (r"\usepackage[natbib]{biblatex}", ("citet", "citep")),
        (r"\usepackage[natbib=false]{biblatex}", ("textcite", "autocite")),
        (r"\usepackage{apacite}", ("citeA", "cite")),
        (r"\usepackage[natbibapa]{apacite}", ("citet", "citep")),
    ],
)
def test_an_empty_draft_takes_what_its_packages_offer(
    preamble: str, expected: tuple[str | None, str]
) -> None:
    assert style(preamble) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            r"\usepackage{biblatex} \parencite{a} \parencite{b} \autocite{c}",
            ("textcite", "parencite"),
        ),
        (
            r"\usepackage{biblatex} \parencites{a}{b} \parencites{a}{c} \autocite{c}",
            ("textcite", "parencite"),
        ),
        (r"\usepackage{biblatex} \cite{a} \cite{b}", ("textcite", "cite")),
        (r"\usepackage{biblatex} \footcite{a}", ("textcite", "footcite")),
        (r"\usepackage[natbib]{biblatex} \textcite{a} \parencite{b}", ("textcite", "parencite")),
        (r"\usepackage{natbib} \cite{a} \cite{b}", ("citet", "cite")),
        (r"\usepackage[numbers]{natbib} \cite{a} \cite{b}", (None, "cite")),
        (r"\usepackage[numbers]{natbib} \cite{a} \citet{b}", ("citet", "cite")),
        (r"\usepackage{natbib} \cite{a} \cite{b} \citep{c}", ("citet", "citep")),
        (r"\usepackage{natbib} \Citet{a}", ("citet", "citep")),
        (r"\documentclass{unheardof} \citep{a}", ("citet", "citep")),
        (r"\documentclass{unheardof} \citet{a}", ("citet", "citep")),
        (r"\usepackage{acl} \newcite{a} \cite{b}", ("newcite", "cite")),
        (r"\usepackage{natbib} \nocite{*}", ("citet", "citep")),
    ],
)
def test_the_authors_habit_wins(text: str, expected: tuple[str | None, str]) -> None:
    assert style(text) == expected


def test_all_files_of_the_project_count() -> None:
    assert style(r"\usepackage{biblatex}", r"\autocite{a}", r"\parencite{a} \parencite{b}") == (
        "textcite",
        "parencite",
    )


def test_a_macro_of_the_authors_counts_as_what_it_stands_for() -> None:
    text = r"\usepackage{biblatex}\let\pc\parencite \pc{a} \pc{b} \autocite{c}"
    assert style(text) == ("textcite", "parencite")


def test_no_files_at_all() -> None:
    assert citation_style([]) == CitationStyle(None, "cite")


@pytest.mark.parametrize("name", ["plain", "unsrt", "IEEEtran", "siam", "prsty", "prsty_x"])
def test_names_are_written_out_where_the_bibliography_has_none_for_natbib(name: str) -> None:
    bibliography = rf"\bibliographystyle{{{name}}}\bibliography{{refs}}"
    assert style(r"\usepackage{natbib}", bibliography) == (None, "cite")
    assert style(rf"\usepackage{{natbib}} \citet{{a}} {bibliography}") == (None, "cite")
    assert style(rf"\usepackage{{natbib}} \citep{{a}} {bibliography}") == (None, "citep")
    text = rf"\usepackage{{natbib}} \citep{{a}} \cite{{b}}, \cite{{c}} {bibliography}"
    assert style(text) == (None, "cite"), "both print numbers in brackets"


@pytest.mark.parametrize("name", ["plainnat", "IEEEtranN", "apalike", "elsarticle-harv"])
def test_names_come_from_a_bibliography_style_made_for_natbib(name: str) -> None:
    assert style(rf"\usepackage{{natbib}}\bibliographystyle{{{name}}}") == ("citet", "citep")


def test_a_bibliography_style_says_nothing_to_biblatex() -> None:
    text = r"\usepackage{biblatex}\bibliographystyle{plain}"
    assert style(text) == ("textcite", "autocite")
