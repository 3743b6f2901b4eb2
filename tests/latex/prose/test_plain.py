import unicodedata

import pytest
from families import families
from hypothesis import example, given
from hypothesis import strategies as st
from tabled import tabled

from citeloom_latex.plain import plain
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span
from citeloom_latex.tex.scan import scan_tex

FAMILIES = families(__file__)


@pytest.mark.parametrize(("latex", "text"), FAMILIES["accents_and_letters_in_all_spellings"])
def test_accents_and_letters_in_all_spellings(latex: str, text: str) -> None:
    assert plain(latex) == text


@pytest.mark.parametrize(("latex", "text"), FAMILIES["signs_and_space"])
def test_signs_and_space(latex: str, text: str) -> None:
    assert plain(latex) == text


@pytest.mark.parametrize(("latex", "text"), FAMILIES["simple_maths_can_be_read"])
def test_simple_maths_can_be_read(latex: str, text: str) -> None:
    assert plain(latex) == text


@pytest.mark.parametrize(("latex", "text"), FAMILIES["commands_go_and_their_text_stays"])
def test_commands_go_and_their_text_stays(latex: str, text: str) -> None:
    assert plain(latex) == text


@pytest.mark.parametrize(("value", "text"), FAMILIES["remains_of_markup_go"])
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


@tabled(least=16)
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
