"""A text that was edited says what the same text says that was never edited."""

import random
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom_latex import rope
from citeloom_latex.file_encoding import decode
from citeloom_latex.lines import LineIndex, Unit
from citeloom_latex.spans import Span
from citeloom_latex.tex import reread
from citeloom_latex.tex.scan import scan_tex
from citeloom_latex.tex.text import TexText

DATA = Path(__file__).parents[2] / "data"
PIECES = [
    *("\n", "\n\n", "\r\n\r\n", "\r", "\r\n", " ", "\t", "\f", "\u2028", "😀", "é", "x", "\\", "%"),
    *("{", "}", "[", "]", ",", "#1", "|", "\\cite{a,b}", "\\cite{", "\\citep[see][]{k}", "a%b\n"),
    *("\\mc{k}", "\\smith", "\\newcommand{\\mc}[1]{\\cite{#1}}", "\\def\\smith{\\cite{s}}"),
    *("\\newcommand{\\mc}{x}", "\\let\\mc\\citet", "\\newcommand{\\smith}{\\mc{s}}"),
    *("\\begin{verbatim}", "\\end{verbatim}", "\\begin{code}", "\\end{code}", "\\verb|"),
    *("\\lstnewenvironment{code}{}{}", "\\MakeShortVerb{\\|}", "\\iffalse ", "\\else ", "\\fi "),
    *("\\ifx\\a\\b ", "\\newif\\ifx", "\\url{a%b}", "\\begin{comment}", "\\end{comment}"),
    *("\\begin{document}", "\\end{document}", "\\begin{abstract}", "\\end{abstract}", "\\endinput"),
    *("\\abstract{", "\\abstract{An abstract.}", "\\title{T}", "\\hypersetup{", "pdftitle={P}"),
    *("\\section{Related}", "\\section{Abstract}", "\\subsection*{S", "\\appendix", "\\bibitem{b}"),
    *("\\bibliography{a,b}", "\\bibliographystyle{plain}", "\\input{a}", "\\usepackage[x]{natbib}"),
    *(
        "% !TEX root = main.tex\n",
        "\\printbibliography",
        "\\footnote{",
        "\\title[s]{",
        "\n\\endinput\n",
    ),
    *("\\chap{one}", "\\newcommand{\\chap}[1]{\\input{chapters/#1}}", "\\titleformat\\section"),
]
ALPHABETS = [
    PIECES,
    [
        *("\n\n", "\r\n\r\n", "|", "\\begin{code}", "\\end{code}", "\\cite{a}"),
        *("\\lstnewenvironment{code}{}{}", "\\MakeShortVerb{\\|}", "\\DeleteShortVerb{\\|}", "\\|"),
        *("\\lstMakeShortInline|", "\\cites{a}", "{b", "(c)", "\n"),
    ],
    [
        *("\n\n", "%", "\n", "\\iffalse ", "\\else ", "\\fi ", "\\begin{verbatim}", "\\verb|"),
        *("\\end{verbatim}", "\\cite{a}", "\\end{document}", "\n\\endinput\n", "\\ifx "),
    ],
    [
        *("\n\n", "\\mc{k}", "\\smith", "\\newcommand{\\mc}[1]{\\cite{#1}}", "\\let\\mc\\citet"),
        *("\\newcommand{\\mc}{x}", "\\newcommand{\\smith}{\\mc{s}}", "#1", "}", "\\begin{comment}"),
        *("\\newcommand{\\mc}[1][d]{\\input{a/#1}}", "\\def\\smith{\\mc[x]}", "\\mc[y]", "\\mc"),
    ],
    [
        *(
            "\n\n",
            "\\begin{abstract}",
            "\\end{abstract}",
            "\\section{Abstract}",
            "\\section{S}",
            "x",
        ),
        *("\\abstract{", "}", "\\appendix", "\\begin{document}", "\\title{T}", "\\hypersetup{"),
        *("pdftitle={P}", "\\bibliography{a}", "\\end{document}"),
    ],
]
Edit = tuple[float, int, str]


@st.composite
def edited_texts(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    """Give a text and edits of it: where each begins, how much it removes, what it puts there."""
    pieces = st.sampled_from(draw(st.sampled_from(ALPHABETS)))
    new = st.lists(pieces, max_size=3).map("".join)
    edit = st.tuples(st.floats(0, 1), st.integers(0, 12) | st.integers(0, 200), new)
    text = "".join(draw(st.lists(pieces, max_size=40)))
    return text, draw(st.lists(edit, min_size=1, max_size=8))


@pytest.fixture(autouse=True, scope="module")
def small_chunks() -> object:
    """Have a chunk end at nearly every blank line, so that short texts have many borders.

    The windows that are read after an edit, and the parts that a text is kept in, are as small.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reread, "_SIZE", 8)
        patch.setattr(reread, "_SHORTEST", 2)
        patch.setattr(reread, "_LONGEST", 16)
        patch.setattr(rope, "_LONGEST", 16)
        patch.setattr(rope, "_AROUND", 4)
        yield


def check(text: TexText) -> None:
    assert text.facts == scan_tex(text.text)
    starts = [text.lines.start_of(line) for line in range(len(text.lines))]
    afresh = LineIndex(text.text)
    assert starts == [afresh.start_of(line) for line in range(len(afresh))]
    for unit in get_args(Unit):
        for offset in (0, len(text.text) // 2, len(text.text)):
            place = afresh.position(offset, unit)
            assert text.lines.position(offset, unit) == place
            assert text.lines.offset(*place, unit) == afresh.offset(*place, unit)


def edited(text: TexText, edit: Edit) -> TexText:
    where, length, new = edit
    start = int(where * len(text.text))
    return text.replaced(Span(start, min(start + length, len(text.text))), new)


@given(edited_texts())
def test_edits_give_the_facts_of_scanning_afresh(given_text: tuple[str, list[Edit]]) -> None:
    text, edits = given_text
    states = [TexText.of(text)]
    for edit in edits:
        states.append(edited(states[-1], edit))
    for state in states:  # The old ones stay valid, too.
        check(state)


@given(edited_texts())
def test_edits_next_to_each_other(given_text: tuple[str, list[Edit]]) -> None:
    """As one types: each edit begins where the last one ended."""
    text, edits = given_text
    state = TexText.of(text)
    at = int(edits[0][0] * len(text))
    for _, length, new in edits:
        state = state.replaced(Span(at, min(at + length, len(state.text))), new)
        check(state)
        at += len(new)


def test_a_declaration_far_before_counts_behind_the_edit() -> None:
    text = TexText.of("A.\n\nB.\n\n\\begin{code}\n\n\\cite{no}\n\n\\end{code} \\cite{a}")
    assert len(text.facts.citations) == 2
    text = text.replaced(Span(0, 0), "\\lstnewenvironment{code}{}{} ")
    assert [one.keys[0].key for one in text.facts.citations] == ["a"]
    check(text)


def test_an_edit_reads_a_text_without_blank_lines_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TexText.of("A line with \\cite{a}.\n" * 100)
    begun: list[int] = []

    class CountedReader(reread.StretchReader):
        def __init__(self, text: str, start: int, *rest: Any) -> None:
            begun.append(start)
            super().__init__(text, start, *rest)

    monkeypatch.setattr(reread, "StretchReader", CountedReader)
    text = text.replaced(Span(1000, 1000), "x")
    assert begun == [0]
    check(text)


def test_a_range_outside_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="no range"):
        TexText.of("abc").replaced(Span(2, 4), "")


@pytest.mark.parametrize("seed", range(4))
def test_random_edits_of_real_texts(seed: int) -> None:
    random_number = random.Random(seed)
    paths = sorted(path for path in DATA.rglob("*.tex") if path.stat().st_size < 60_000)
    for path in random_number.sample(paths, 12):
        state = TexText.of(decode(path.read_bytes()).text)
        for _ in range(6):
            length = random_number.choice([0, 0, 1, 2, 30, 400])
            new = "".join(random_number.choices(PIECES, k=random_number.choice([0, 1, 1, 2])))
            state = edited(state, (random_number.random(), length, new))
            check(state)
