import pytest

from citeloom_latex.prose.prose import Prose, prose
from citeloom_latex.spans import Span
from citeloom_latex.tex.scan import scan_tex


def shown(text: str, citations: bool = True) -> Prose:
    return prose(text, Span(0, len(text)), scan_tex(text), citations=citations)


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"We \emph{do} {\em it}, \textbf{and {\small more}}.", "We do it, and more."),
        (r"``A'' and `b' --- 10--20~km, Smith's", "“A” and ‘b’ — 10–20 km, Smith’s"),
        (r"e.g.\ 5\,\% \& \$3 \{x\} a\_b \#1", "e.g. 5 % & $3 {x} a_b #1"),
        (
            r"M\"{o}bius na\"\i ve \c{c}a fran\c cais \'Etat \ss\ \o{}re",
            "Möbius naïve ça français État ß øre",
        ),
        (r"with $k$ and $\alpha_1 \leq x^2$ and \(n\)", "with k and α₁ ≤ x² and n"),
        (r"$\frac{a}{b} x_{ij} \log n$ f'", "a/b x_ij log n f’"),
        (r"A\footnote{No \cite{x}.} B\label{l} in Section~\ref{s}.", "A B in Section [ref]."),
        (r"see \href{http://a/%20}{here} \url{http://b/%20c_d}", "see here http://b/%20c_d"),
        (r"\textcolor{red}{red} \enquote{quoted} \verb|x_y| \lstinline{z}", "red “quoted” x_y z"),
        ("one\\\\two\\\\[2pt]three & four", "one two three four"),
        ("one % comment\n  two%\n  three", "one twothree"),
        ("one\n% comment\n% comment\ntwo", "one two"),
        ("one\n%\n\ntwo\r\n\r\nthree\\par four", "one\n\ntwo\n\nthree\n\nfour"),
        ("A\n\\section{B \\cite{no}}\\label{l}\nC", "A\n\nC"),
        ("A \\begin{equation} x\\label{e} \\end{equation} B \\[ y \\] C $$z$$ D", "A B C D"),
        (
            "A.\n\\begin{figure}[t]\\caption{x}\\begin{tabular}{c}y\\end{tabular}\\end{figure}\nB",
            "A. B",
        ),
        ("A:\n\\begin{itemize}\\item[x] B\n\\item C\\end{itemize}\nD", "A:\n\nB\n\nC\n\nD"),
        (r"A \be x = 1 \ee B", "A B"),
        (r"\begin{align} half typed", "half typed"),
        (r"\newcommand{\x}{no} A \iffalse no \fi B", "A B"),
        (r"A, \ie B et al.\ vs C \LaTeX{} \TeX is \ldots", "A, i.e. B et al. vs C LaTeX TeX is …"),
        (r"\texorpdfstring{$x$ y}{no} z", "x y z"),
        (r"\ours outperforms \textsc{Base}$^\dagger$", "outperforms Base†"),
        ("", ""),
        ("% only\n", ""),
    ],
)
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
