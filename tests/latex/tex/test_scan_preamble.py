import pytest

from citeloom_latex.tex.scan import scan_tex


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (r"\title{A {\em Title}}", r"A {\em Title}"),
        (r"\title[Short]{Long}", "Long"),
        ("\\title % c\n {%\n Long }", "%\n Long"),
        (r"\title*{Springer}", "Springer"),
        (r"\twocolumn[\icmltitle{ICML}]", "ICML"),
        (r"\Title{MDPI}", "MDPI"),
        (r"\newcommand{\x}{\title{No}}\title{Yes}\title{Later}", "Yes"),
        (r"\title{}\title{Yes}", "Yes"),
        (r"\titlerunning{No}\shorttitle{No}", None),
        ("% \\title{No}\n", None),
        (r"\title{half", None),
        ("\\thusetup{\n  % c\n  title = {Thesis},\n title* = {T}, author = {X}}", "Thesis"),
        (r"\hypersetup{colorlinks,pdftitle={Paper}}", "Paper"),
        (r"\hypersetup{pdftitle={Pdf}}\title{Shown}", "Shown"),
    ],
)
def test_titles(text: str, title: str | None) -> None:
    found = scan_tex(text).title
    assert (found and found.of(text)) == title


@pytest.mark.parametrize(
    ("text", "abstract"),
    [
        ("\\begin{abstract}\nWe do.\n\nMore.\n\\end{abstract}", "We do.\n\nMore."),
        (r"\begin{abstract*}We do.\end{abstract*}", "We do."),
        (r"\begin{frontmatter}\begin{abstract}We.\end{abstract}\end{frontmatter}", "We."),
        (r"\IEEEtitleabstractindextext{\begin{abstract}We.\end{abstract}}", "We."),
        ("\\abstract{We \\emph{do}.\n\nMore.}", "We \\emph{do}.\n\nMore."),
        (r"\abstract[short]{We.}", "We."),
        ("\\abstract{A}\n{B}\n{C}{D}{E}", "A}\n{B}\n{C}{D}{E"),
        ("\\chapter*{Abstract}\nWe do.\n\\chapter{Intro}x", "We do."),
        ("\\section*{\\centering Abstract}We.\\section{I}", "We."),
        ("\\chapter*{Zusammenfassung}\nWir.", "Wir."),
        ("\\begin{abstract}half typed\n\\section{I} x", "half typed"),
        ("\\begin{abstract}half typed", "half typed"),
        (r"\begin{abstract}\end{abstract}", None),
        (r"\begin{eabstract}We.\end{eabstract}", "We."),
        ("% \\begin{abstract}no\\end{abstract}\n", None),
        (r"\abstract{half \section{x}}", None),
        (r"\renewcommand{\abstractname}{Summary}", None),
    ],
)
def test_abstracts(text: str, abstract: str | None) -> None:
    found = scan_tex(text).abstract
    assert (found and found.of(text)) == abstract
