"""Letters that a document's engine cannot set become others that it can, and are named."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled

from citeloom_latex.escape import to_latex, to_latex_of
from citeloom_latex.typesetting import Typesetting
from texlive import compile_project, needs_tex

PDF = Typesetting()
UNICODE = Typesetting(is_unicode=True)


@tabled(least=5)
def test_what_has_latex_or_plainer_characters_is_no_loss(text: str, latex: str) -> None:
    written = to_latex_of(text, "utf-8", PDF)
    assert (written.latex, written.replaced) == (latex, ())


@pytest.mark.parametrize(
    ("text", "latex", "replaced"),
    [
        ("Щука", "Shchuka", "Щука"),
        ("ά", "a", "ά"),
        ("中文 too", "[?] too", "中文"),
        ("مرحبا.", "[?].", None),
        ("ả", "a", "ả"),
        ("a ̃ b", "a  b", "\u0303"),
    ],
)
def test_what_has_none_is_replaced_and_named(text: str, latex: str, replaced: str | None) -> None:
    written = to_latex_of(text, "utf-8", PDF)
    assert written.latex == latex
    assert written.replaced
    if replaced:
        assert "".join(char for char, _ in written.replaced) == replaced


NAMES = Typesetting(names=frozenset(["Tchebychef", "Kolmogoroff", "Mir", "Li"]))


@tabled(least=7)
def test_a_name_is_written_as_the_references_spell_it(text: str, latex: str) -> None:
    written = to_latex_of(text, "utf-8", NAMES)
    assert written.latex == latex
    assert bool(written.replaced) == (text != "Kolmogorov")
    cyrillic = Typesetting(names=NAMES.names, encodings=frozenset(["T2A"]))
    assert "Tcheb" not in to_latex_of(text, "utf-8", cyrillic).latex


@tabled(least=5)
def test_spellings_of_one_name(first: str, second: str) -> None:
    spelled = Typesetting(names=frozenset([first]))
    assert spelled.spelling_of(second) == first
    assert spelled.spelling_of("Petrov") == spelled.spelling_of(first.lower()) == ""


def test_encodings_of_fonts_set_their_letters() -> None:
    cyrillic = Typesetting(encodings=frozenset(["T1", "T2A"]))
    written = to_latex_of("мир ô Ж", "utf-8", cyrillic)
    assert written.latex == (
        r"{\fontencoding{T2A}\selectfont мир} ô {\fontencoding{T2A}\selectfont Ж}"
    )
    assert written.replaced == ()
    assert to_latex_of("мир", "latin-1", cyrillic).latex == "mir"


def test_a_character_of_the_draft_itself_can_be_set() -> None:
    declared = Typesetting(characters=frozenset("☃"))
    assert to_latex_of("a ☃", "utf-8", declared).latex == "a ☃"
    assert to_latex_of("a ☃", "ascii", declared).latex == "a [?]"


def test_a_unicode_engine_sets_all_but_its_fonts_may_not() -> None:
    written = to_latex_of("Жað “中”", "utf-8", UNICODE)
    assert written.latex == "Жað ``中''"
    assert written.replaced == (("Ж", "Ж"), ("中", "中"))
    russian = Typesetting(is_unicode=True, characters=frozenset("я"))
    assert to_latex_of("Жαð", "utf-8", russian).replaced == ()
    chinese = Typesetting(is_unicode=True, scripts=frozenset(["CJK"]))
    assert to_latex_of("中", "utf-8", chinese).replaced == ()


@given(st.text())
def test_whatever_is_written_pdflatex_knows_it(text: str) -> None:
    written = to_latex_of(text, "utf-8", PDF).latex
    known = "".join(char for char in written if ord(char) > 127)
    assert to_latex(known) == known
    assert to_latex_of(text, "ascii", PDF).latex.isascii()


@needs_tex
def test_a_sample_of_all_characters_compiles_without_a_package(tmp_path: Path) -> None:
    chars = [chr(code) for code in (*range(0xA1, 0x3100), *range(0x3100, 0x1FFFF, 37))]
    chars = [char for char in chars if unicodedata.category(char)[0] not in "C"]
    lines = [to_latex_of(f"x{char}x", "utf-8", PDF).latex for char in chars]
    main = tmp_path / "draft" / "main.tex"
    main.parent.mkdir()
    text = "\n\n".join(dict.fromkeys(lines))
    main.write_text(
        f"\\documentclass{{article}}\n\\begin{{document}}\n{text}\n\\end{{document}}\n", "utf-8"
    )
    log = compile_project(main, tmp_path / "build")
    assert (log.errors, log.pdf is not None) == ((), True)


@pytest.mark.parametrize("sign", ["\\", "%", "$", "{", "}", "#", "&", "^", "~", "_"])
def test_a_sign_under_an_accent_is_a_word_to_a_unicode_engine(sign: str) -> None:
    """Together they are one piece of the text, and no sign of TeX's."""
    for accent in ("\N{COMBINING ACUTE ACCENT}", "\N{COMBINING GRAPHEME JOINER}"):
        written = to_latex_of(f"a {sign}{accent}b", "utf-8", UNICODE).latex
        assert written == f"a {to_latex(sign)}{accent}b"


def test_a_lost_letter_is_none_for_a_unicode_engine() -> None:
    """LuaTeX takes the sign for a fault of the file."""
    assert to_latex_of("b\ufffdrd", "utf-8", UNICODE).latex == "b[?]rd"
