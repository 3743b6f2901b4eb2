import pytest
from families import families

from citeloom_latex.prose.prose import Prose, prose
from citeloom_latex.spans import Span
from citeloom_latex.tex.scan import scan_tex

FAMILIES = families(__file__)


def shown(text: str, citations: bool = True) -> Prose:
    return prose(text, Span(0, len(text)), scan_tex(text), citations=citations)


@pytest.mark.parametrize(("latex", "expected"), FAMILIES["latex_as_readers_see_it"])
def test_latex_as_readers_see_it(latex: str, expected: str) -> None:
    assert shown(latex).text == expected


def test_citations_leave_a_mark_or_nothing() -> None:
    text = r"Smith~\citep[see][]{a, b} did, \citet{c}\nocite{d} as \cite{e}."
    assert shown(text).text == "Smith [@a; @b] did, [@c] as [@e]."
    assert shown(text, citations=False).text == "Smith did, as."


def test_a_macro_that_cites_leaves_the_mark_of_its_key() -> None:
    assert shown(r"\newcommand{\smith}{\cite{s20}}By \smith{}.").text == "By [@s20]."


def test_macros_of_the_texts_own_show_what_they_stand_for() -> None:
    text = r"""
\newcommand{\ours}{\textsc{Super}Net\xspace}\def\R{\mathbb{R}}
\newcommand{\seclabel}[1]{\label{sec:#1}}\newcommand{\sect}[1]{Section~\ref{sec:#1}}
\newcommand{\proj}[1]{\textsf{#1}}\newcommand{\bq}{\begin{quote}}
We\seclabel{a} call it \ours{} in $\R$ (\sect{a}) and \proj{it}, and \ours works.
"""
    expected = "We call it SuperNet in R (Section [ref]) and it, and SuperNet works."
    assert shown(text).text == expected


def test_a_part_of_a_text() -> None:
    text = "\\section{A}\nOne \\cite{a}.\n\\section{B}\n% c\nTwo \\emph{\\cite{b}}.\n"
    facts = scan_tex(text)
    bodies = [prose(text, section.body, facts).text for section in facts.sections]
    assert bodies == ["One [@a].", "Two [@b]."]


def test_the_way_back_into_the_source() -> None:
    text = "A ``b''~\\emph{word}\\footnote{x} \\cite{k} na\\\"ive\n\n% c\nend"
    result = shown(text)
    assert result.text == "A “b” word [@k] naïve\n\nend"
    for word in ("A", "word", "end", "ve"):
        assert text.startswith(word, result.source(result.text.index(word)))
    assert text.startswith("``", result.source(result.text.index("“")))
    assert text.startswith("\\cite", result.source(result.text.index("@k")))
    assert text.startswith('\\"i', result.source(result.text.index("ï")))
    assert result.source(len(result.text)) == len(text)
    assert result.source(-1) == 0
    assert result.source(999) == len(text)


def test_the_place_of_a_source_offset_in_the_prose() -> None:
    text = "One % no\n\\emph{two} three"
    shown = prose(text, Span(0, len(text)), scan_tex(text))
    for word in ("One", "two", "three"):
        assert shown.at_source(text.index(word)) == shown.text.index(word)
    assert shown.at_source(-1) == 0
    assert shown.at_source(len(text) + 1) == len(shown.text)
