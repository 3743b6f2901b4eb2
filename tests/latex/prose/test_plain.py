import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citeloom_latex.plain import plain
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span
from citeloom_latex.tex.scan import scan_tex


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"{\'e} \'{e} \'e {\'{e}} \' e", "é é é é é"),
        (r"\"{o} {\"o} \"o", "ö ö ö"),
        (r"\c{c} \c c {\c c}", "ç ç ç"),
        (r"\v{s}\v s \H{o} \k{a} \r a \u{g} \d{s} \.z \=a \b{d}", "šš ő ą å ğ ṣ ż ā ḏ"),
        (r"\'\i{} \'{\i} {\'\i} \u{\i}", "í í í ĭ"),
        (r"\'{\^{e}}", "ế"),
        (r"Stra{\ss}e, \o stergaard, \O{}re, {\L}ukasz, \AE gir, \aa", "Straße, østergaard, Øre, "
         "Łukasz, Ægir, å"),
        (r"\~{} and \^{}", "~ and ^"),
    ],
)  # fmt: skip
def test_accents_and_letters_in_all_spellings(latex: str, text: str) -> None:
    assert plain(latex) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("244--256, so---yes", "244–256, so—yes"),
        ("``quoted'' and `so', don't", "“quoted” and ‘so’, don’t"),
        (r"Fig.~3, R\&D, 5\,\% of \$7, C\#, a\_b, \{x\}", "Fig. 3, R&D, 5 % of $7, C#, a_b, {x}"),
        (r"{BERT}: {P}re-training of {D}eep", "BERT: Pre-training of Deep"),
        ("two\n  lines\n\nand a paragraph", "two lines and a paragraph"),
        (r"line\\ break \LaTeX{} and \TeX", "line break LaTeX and TeX"),
        (r"a \textless img\textgreater{} b, \TeX book", "a <img> b, TeX book"),
        (r"{AND\slash OR} graphs, \S 24", "AND/OR graphs, §24"),
        ("a% b", "a% b"),
        ("e\u0301", "é"),
    ],
)
def test_signs_and_space(latex: str, text: str) -> None:
    assert plain(latex) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"$k$-means with $\alpha\leq 1$", "k-means with α≤ 1"),
        (r"$n^2$, $10^{-3}$, $x_1$, $x_{ij}$, $e^{a+b}$", "n², 10⁻³, x₁, x_ij, e^(a+b)"),
        (r"$\mathcal{O}(n \log n)$", "O(n log n)"),
        (r"$\frac{1}{2}$, $\frac{a+b}{c}$, $\sqrt{2}$, $\frac12$", "1/2, (a+b)/c, √2, 1/2"),
        (r"$\hat{x}$, $\bar\beta$", "x̂, β̄"),
        (r"\(a \to b\), $90^\circ$, 1$^{st}$, \textsuperscript{2}", "a → b, 90°, 1st, ²"),
        (r"$\left\{ x \mid x \in \mathbb{R} \right.$", "{ x ∣ x ∈ R"),
        (r"costs $5 today", "costs $5 today"),
        (r"\ensuremath{\beta}-VAE", "β-VAE"),
    ],
)
def test_simple_maths_can_be_read(latex: str, text: str) -> None:
    assert plain(latex) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\emph{x} \textbf {y} {\it z} \textit{\emph{w}}", "x y z w"),
        (r"\url{http://a.b/c_d--e\_f}", "http://a.b/c_d--e_f"),
        (r"\href{http://a.b}{the {\em text}}", "the text"),
        (r"as shown \cite[p.~3]{x,y}, or~\citep{z}.", "as shown, or."),
        (r"\textcolor{red}{warm} \footnote{not here}\enquote{said}", "warm “said”"),
        (r"{\noopsort{1973b}}1973", "1973"),
        (r"\unknowncommand{kept}", "kept"),
        (r"\begin{itemize}\item one \item two\end{itemize}", "one two"),
        (r"\apj, \mnras", "ApJ, MNRAS"),
        (r"\nexists", "∄"),
        (r"\texorpdfstring{$\alpha$-{R}eg}{alpha-Reg} and \texorpdfstring{a}{b}", "α-Reg and a"),
        (r"A. S. Stefa\ifmmode \acute{n}\else \'{n}\fi{}ska", "A. S. Stefańska"),
        (r"$\ifmmode\dot z\else\.z\fi$ and \ifmmode x", "ż and x"),
        (r"{\fontencoding{T1}\selectfont\k{a}}", "ą"),
    ],
)
def test_commands_go_and_their_text_stays(latex: str, text: str) -> None:
    assert plain(latex) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("<jats:title>Abstract</jats:title><jats:p>We do.</jats:p>", "Abstract We do."),
        ("<i>E. coli</i> and H<sub>2</sub>O, 10<sup>3</sup>", "E. coli and H₂O, 10³"),
        (r"Wiley &amp; Sons, R \&amp; D, R {\&}amp; D", "Wiley & Sons, R & D, R & D"),
        (r"( \\&gt;1000 state variables)", "( >1000 state variables)"),
        ("1 &lt; 2 &#8211; &notanentity;", "1 < 2 – &notanentity;"),
        ("a < b and c > d", "a < b and c > d"),
        ("<p>one</p><p>two</p>", "one two"),
    ],
)
def test_remains_of_markup_go(value: str, text: str) -> None:
    assert plain(value) == text


@pytest.mark.parametrize(
    "value", ["", "\\", "{", "}", "$", r"\'", r"\frac{", r"\href{a", "}{", "^"]
)
def test_half_typed_values_give_what_is_there(value: str) -> None:
    assert isinstance(plain(value), str)


LATEX = st.text(st.sampled_from("ab 1\\{}$~`'^_-\"&;<>/.i%c\n"), max_size=60)


@given(st.one_of(st.text(), LATEX))
def test_any_text_gives_one_line_without_end_spaces(value: str) -> None:
    text = plain(value)
    assert text == " ".join(text.split())


@given(st.text(st.characters(categories=["L", "N"], max_codepoint=0x24F)))
def test_letters_and_digits_stay(value: str) -> None:
    assert plain(value) == unicodedata.normalize("NFC", value)


PIECES = st.one_of(
    st.sampled_from(
        [
            "`", "``", "'", "''", "'''", "-", "--", "---", "----", "~", "_", "^", "{", "}", "$",
            " ", "\n", "a", "B. ", ",", ".", "n-1", "don't", r"\'e", r'{\"o}', r"\c{c}", r"\v s",
            r"\H{o}", r"\'\i", r"\'{\^{e}}", r"\ss ", r"\o{}", r"\ldots ", r"\LaTeX{}", r"\alpha ",
            r"\hat{x}", r"\frac{a+b}{c}", r"\sqrt{2}", "$x^2$", "$x_{ij}$", r"$90^\circ$", "f'",
            "$f'(x)''$", r"\emph{x}", r"\textbf {", r"\enquote{", r"\textsuperscript{2}",
            r"\url{http://a.b/c_d}", r"\href{http://a}{b}", r"\footnote{no}",
            r"\textcolor{red}{c}", r"\ref{s}", r"\,", r"\ ", r"\%", r"\&", r"\_", r"\{", r"\(x\)",
            r"\texorpdfstring{$a$}{b}", r"\nexists", r"\ie ", r"\unknown[o]{kept}",
            r"\left[ x \right.", r"\apj", r"\quad", r"\label{l}", "\n\n",
        ]
    ),
    st.text(st.characters(codec="latin-1", exclude_characters="%&\\<"), max_size=3),
)  # fmt: skip


# Display maths is left out of running text.
@given(st.lists(PIECES, max_size=12).map("".join).filter(lambda latex: "$$" not in latex))
@example("`so', ``don't'' --- f'")
@example(r"\enquote{a} $^\dagger$")
def test_a_value_reads_as_running_text_does(latex: str) -> None:
    shown = prose(latex, Span(0, len(latex)), scan_tex(latex))
    assert plain(latex) == " ".join(unicodedata.normalize("NFC", shown.text).split())


HOSTILE = [
    r"\ifmmode",
    r"\ifmmode\else",
    "{",
    "}",
    r"\frac",
    r"\frac{",
    r"\hat{",
    "^{",
    "$^",
    r"\href{",
    r"\'",
    "<i ",
    r"\cite[",
    r"\input%",
    r"\footnote{a}%",
    r"\cite[%",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_long_hostile_values_are_read_to_their_end(piece: str) -> None:
    """A pass that took quadratic time would hang here: each value has 200,000 characters."""
    value = piece * (200_000 // len(piece)) + "{the end}"
    assert len(plain(value)) <= len(value)


def test_backslashes_that_no_entity_follows_are_looked_at_once() -> None:
    """An entity may have backslashes before it."""
    assert plain("c&d" + "\\" * 400_000 + "e") == "c&d e"


def test_many_percent_signs_are_shown_as_few_are() -> None:
    value = r"\emph{5%} of \\% and \% of $%$ "
    assert plain(value * 100) == " ".join([plain(value)] * 100)
