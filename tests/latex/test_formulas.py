"""Formulas in a model's words: kept with harmless commands, else plain text, never cut."""

import re
from pathlib import Path

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled

from citeloom_latex.formulas import (
    bare_maths_as_words,
    find_formulas,
    formula_words,
    harmless_formula,
)
from texlive import compile_project, needs_tex

FAMILIES = families(__file__)

KEPT = [
    (r"\alpha", r"\alpha", "α"),
    (r"O(n\log n)", r"O(n\log n)", "O(n log n)"),
    (r"\mathcal{O}(n^2)", r"\mathcal{O}(n^{2})", "O(n²)"),
    (r"x_i^{2}", "x_{i}^{2}", "x_i²"),
    (r"\frac{a}{b+c}", r"\frac{a}{b+c}", "a/(b+c)"),
    (r"\sqrt[3]{n+1}", r"\sqrt[3]{n+1}", "³√(n+1)"),
    (r"\hat{x} \le \bar y", r"\hat{x} \le \bar{y}", "x̂ ≤ ȳ"),
    (r"\mathbb{R}^d", r"\mathbf{R}^{d}", "R^d"),
    (r"\text{if } x", r"\textrm{if } x", "if x"),
    (r"\operatorname{argmax}_x f", r"\mathrm{argmax}_{x} f", "argmax_x f"),
    (r"\left(\frac{1}{2}\right)", r"\left(\frac{1}{2}\right)", "(1/2)"),
    (r"\sum_{i=1}^{n} x_i", r"\sum_{i=1}^{n} x_{i}", "∑_(i=1)^n x_i"),
    (r"x \in \{1,\dots,n\}", r"x \in \{1,\dots,n\}", "x ∈ {1,…,n}"),
    ("α + β", r"\alpha + \beta", "α + β"),
    (r"p < 0.05", "p < 0.05", "p < 0.05"),
    (r"f'^2", "f'^{2}", "f′²"),
    (r"\big(x\big)\,y", r"\big(x\big)\,y", "(x) y"),
]


@pytest.mark.parametrize(("written", "latex", "words"), KEPT)
def test_a_formula_of_harmless_commands_is_kept(written: str, latex: str, words: str) -> None:
    (found,) = find_formulas(f"an ${written}$-test")
    assert (found.latex, found.words) == (latex, words)
    assert harmless_formula(latex) == latex
    assert formula_words(latex) == words


@tabled(least=17)
def test_another_formula_is_plain_text(written: str, words: str) -> None:
    (found,) = find_formulas(f"an ${written}$-test")
    assert (found.latex, found.words) == ("", words)


@pytest.mark.parametrize(("text", "bodies"), FAMILIES["prices_are_no_formulas"])
def test_prices_are_no_formulas(text: str, bodies: list[str]) -> None:
    assert [found.latex for found in find_formulas(text)] == bodies


@pytest.mark.parametrize(("text", "words"), FAMILIES["maths_without_dollars_is_plain_text"])
def test_maths_without_dollars_is_plain_text(text: str, words: str) -> None:
    assert bare_maths_as_words(text) == words


pieces = st.sampled_from(
    [
        *(
            "\\alpha",
            "\\log",
            "\\frac",
            "\\sqrt",
            "\\left(",
            "\\right)",
            "\\mathbb",
            "\\text",
            "\\hat",
        ),
        *("\\binom", "\\big(", "\\evil", "\\input", "\\{", "\\\\", "\\cite{a}", "\\,", "\\ldots"),
        *("{", "}", "^", "_", "'", "[", "]", "x", "1", "&", "%", "#", "α", "Ж", " ", "$", "\\"),
    ]
)


@given(st.lists(pieces, max_size=14).map("".join))
def test_whatever_is_written_a_formula_is_harmless_and_stays_as_it_is(text: str) -> None:
    latex = harmless_formula(text)
    assert harmless_formula(latex) == latex
    assert latex.isascii()
    assert not re.search(r"\\(?:evil|input|cite|\\)|\$|(?<!\\)[%#&]", latex)
    braces = re.sub(r"\\[{}]", "", latex)
    assert braces.count("{") == braces.count("}")


def formulas_of_all_commands() -> list[str]:
    from citeloom_latex import formulas

    signs = [f"\\{name}" for name in (*formulas._SIGNS, *formulas._NAMES, *formulas._SPACES)]
    fonts = [f"\\{name}{{x}}" for name in (*formulas._FONTS, *formulas.MATH_ACCENTS)]
    fences = [rf"\left{sign} x \right{sign}" for sign in formulas._DELIMITERS]
    texts = [rf"\{name}{{if x}}" for name in formulas._TEXTS]
    return [*signs, *fonts, *fences, *texts, *(written for written, _, _ in KEPT)]


@needs_tex
def test_each_command_that_is_kept_compiles_without_a_package(tmp_path: Path) -> None:
    written = [harmless_formula(f"a{own} b") for own in formulas_of_all_commands()]
    assert all(written)
    main = tmp_path / "draft" / "main.tex"
    main.parent.mkdir()
    lines = "\n\n".join(f"${latex}$ " for latex in written)
    main.write_text(
        f"\\documentclass{{article}}\n\\begin{{document}}\n{lines}\n\\end{{document}}\n", "utf-8"
    )
    log = compile_project(main, tmp_path / "build")
    assert (log.errors, log.pdf is not None) == ((), True)


@needs_tex
@pytest.mark.slow
@given(st.lists(st.lists(pieces, max_size=14).map("".join), min_size=40, max_size=60))
def test_whatever_is_kept_compiles(
    tmp_path_factory: pytest.TempPathFactory, all_of: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("formulas")
    main = folder / "draft" / "main.tex"
    main.parent.mkdir()
    lines = "\n\n".join(f"${latex}$ " for text in all_of if (latex := harmless_formula(text)))
    main.write_text(
        f"\\documentclass{{article}}\n\\begin{{document}}x\n{lines}\n\\end{{document}}\n", "utf-8"
    )
    assert compile_project(main, folder / "build").errors == ()
