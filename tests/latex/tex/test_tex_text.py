"""A text that was edited says what the same text says that was never edited."""

import random
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom_latex import rope
from citeloom_latex.file_encoding import decode
from citeloom_latex.lines import LineIndex, Unit
from citeloom_latex.spans import Span
from citeloom_latex.tex import reread
from citeloom_latex.tex.chunk import Chunk
from citeloom_latex.tex.scan import scan_tex
from citeloom_latex.tex.text import TexText
from corpus import found_files

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
    [  # Texts without blank lines, or with few.
        *(
            "\nA",
            "\n b ",
            "\r\nc",
            "\rd",
            "\n",
            "\n\n",
            "{",
            "}",
            "[",
            "]",
            "(",
            ")",
            "%",
            "\\",
            "*",
        ),
        *("\\cite", "\\cite{a}", "\\cite{a,", "\\cites{a}", "\\section", "\\title", "\\bibitem[l"),
        *("\\verb|{|", "\\verb|%}|", "\\lstinline[", "\\lstinline[a{b[", "\\url{a%b}", "\\url{{%"),
        *("\\newcommand{\\mc}[1]", "\\def\\mc", "\\mc", "\\let\\mc", "\\cite{#1}", "\\usepackage"),
        *(
            "\\begin{verbatim}",
            "\\end{verbatim}",
            "\\iffalse ",
            "\\fi ",
            "\\MakeShortVerb{\\|}",
            "|",
        ),
        *("\\input", "\\import{a}", "\\abstract", "\\hypersetup", "\\{", "\\}", "\\\\", "\\%"),
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
    keys = (key for citation in text.facts.citations for key in citation.keys if key.written)
    assert all(" ".join(key.span.of(text.text).split()) == key.key for key in keys)
    assert all(section.title_span.of(text.text) == section.title for section in text.facts.sections)
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


def test_an_edit_reads_little_of_a_text_without_blank_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = TexText.of("A line with \\cite{a}, {a (group)} and [b].\n" * 100)
    read: list[int] = []

    class CountedReader(reread.StretchReader):
        def read(self) -> Chunk:
            chunk = super().read()
            read.append(chunk.end - chunk.start)
            return chunk

    monkeypatch.setattr(reread, "StretchReader", CountedReader)
    text = text.replaced(Span(1000, 1000), "x")
    assert 0 < sum(read) < 200
    check(text)


@pytest.mark.parametrize(
    "open_text",
    [
        *("\\footnote{a", "\\cite[a", "\\cite(a", "\\def\\a#1", "\\lstinline[a{b[", "\\verb|a{%|"),
        "\\title",
    ],
)
def test_what_is_open_is_read_on_over_lines(open_text: str) -> None:
    """Behind what is open any line may matter: ``check`` compares with reading afresh."""
    lines = [f"Line {number} of \\cite{{a}}.\n" for number in range(20)]
    state = TexText.of("".join(lines))
    state = state.replaced(Span(60, 60), open_text)
    check(state)
    for at, new in ((200, "}"), (230, "]{b}"), (250, ")"), (120, "\n{c}"), (62, "\n\n")):
        state = state.replaced(Span(at, at), new)
        check(state)


def test_an_argument_may_come_to_any_line() -> None:
    text = TexText.of("  Line of \\cite\n" * 20)
    for start in range(0, len(text.text), 17):
        for at in (start, start + 1, start + 2, start + 3):
            check(text.replaced(Span(at, at), "{k}"))


def test_a_range_outside_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="no range"):
        TexText.of("abc").replaced(Span(2, 4), "")


@pytest.mark.parametrize("seed", range(4))
def test_random_edits_of_real_texts(seed: int) -> None:
    random_number = random.Random(seed)
    paths = [path for path in found_files(DATA, "*.tex", 30) if path.stat().st_size < 60_000]
    for path in random_number.sample(paths, 12):
        state = TexText.of(decode(path.read_bytes()).text)
        for _ in range(6):
            length = random_number.choice([0, 0, 1, 2, 30, 400])
            new = "".join(random_number.choices(PIECES, k=random_number.choice([0, 1, 1, 2])))
            state = edited(state, (random_number.random(), length, new))
            check(state)
