import re
import unicodedata

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom_latex.accents import COMBINING, LETTERS, MATHS, TEXT_SYMBOLS
from citeloom_latex.escape import to_latex
from citeloom_latex.plain import plain

FAMILIES = families(__file__)


@pytest.mark.parametrize(("text", "latex"), FAMILIES["text_becomes_the_latex_that_sets_it"])
def test_text_becomes_the_latex_that_sets_it(text: str, latex: str) -> None:
    assert to_latex(text) == latex


def test_commands_in_a_text_are_set_and_not_run() -> None:
    assert to_latex(r"\input{/etc/passwd}") == r"\textbackslash{}input\{/etc/passwd\}"


@pytest.mark.parametrize(
    ("encoding", "latex"),
    [
        ("utf-8", "Erdős Straße øre Åse"),
        ("latin-1", r"Erd\H{o}s Straße øre Åse"),
        ("ascii", r"Erd\H{o}s Stra\ss{}e \o{}re \r{A}se"),
    ],
)
def test_letters_that_the_encoding_lacks_become_commands(encoding: str, latex: str) -> None:
    written = to_latex("Erdős Straße øre Åse", encoding)
    assert plain(written) == "Erdős Straße øre Åse"
    assert written.replace(r"\AA{}", r"\r{A}") == latex


def test_letters_that_no_command_writes_stay() -> None:
    written = to_latex("Erdős, α, Привет", "latin-1")
    assert {char for char in written if ord(char) > 255} == {*"Привет"}


def test_accents_over_letters_that_have_no_character_of_their_own() -> None:
    assert to_latex("x\u0327\u0301") == r"\'{\c{x}}"


@pytest.mark.parametrize("text", ["--", "---", "''", "?‘", "!‘", "“‘a’”", ",,"])
def test_signs_that_latex_would_join_are_kept_apart(text: str) -> None:
    assert plain(to_latex(text)) == text.replace("'", "’")
    assert "{}" in to_latex(text)


def _normal(text: str) -> str:
    """The text without what LaTeX does not tell apart: kinds of quotes, of spaces, of hyphens."""
    text = unicodedata.normalize("NFC", text)
    text = re.sub("[“”]", '"', re.sub("[‘’]", "'", text)).replace("‒", "–").replace("―", "—")
    return " ".join(text.translate({ord("µ"): "μ", ord("−"): "-", ord("·"): "⋅"}).split())


TEXT = st.text(
    st.one_of(
        st.characters(min_codepoint=0x20, max_codepoint=0x7E),
        st.characters(min_codepoint=0xA0, max_codepoint=0x17F, exclude_characters="\u00adŉ"),
        st.sampled_from("αβΩ≤×→∞⁻¹²₃“”‘’–—…−°•ếṣǵ\u0301\u0327 \n\\{}$%&#_^~<>|`'\"-"),
    ),
    max_size=40,
)


@given(TEXT)
def test_text_comes_back_from_its_latex(text: str) -> None:
    assert _normal(plain(to_latex(text))) == _normal(text)


@given(TEXT)
def test_text_comes_back_from_ascii_latex(text: str) -> None:
    latex = to_latex(text, "ascii")
    assert _normal(plain(latex)) == _normal(text)


ALLOWED = {*LETTERS, *TEXT_SYMBOLS, *MATHS, *COMBINING, "fontencoding", "selectfont"}


@given(st.one_of(TEXT, st.text()))
def test_no_character_of_the_text_is_special_in_its_latex(text: str) -> None:
    latex = to_latex(text)
    for command in re.findall(r"\\([A-Za-z]+|.)", latex):
        assert command in ALLOWED or command in "#$%&_{}"
    rest = re.sub(r"\\(?:[A-Za-z]+|.)", "", latex)
    assert not set(rest) & set("#%&|<>\\")
    outside_maths = re.sub(r"\$[^$]*\$", "", rest)
    assert not set(outside_maths) & set("$^_")
    assert rest.count("{") == rest.count("}")
    assert not any(unicodedata.category(char) in ("Cc", "Cs") for char in latex)
