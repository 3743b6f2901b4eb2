"""What holds for any text at all, real, broken or made up."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citeloom_latex.file_encoding import decode
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import TexFacts
from citeloom_latex.tex.patterns import words
from citeloom_latex.tex.related_work import is_related_work
from citeloom_latex.tex.scan import scan_tex
from corpus import CORPUS, EXCERPTS, found_files, needs_corpus

COMMANDS = r"""
\cite \citep \cites \citet* \nocite \volcite \foreigntextcquote \bibentry { } [ ] ( ) < > , # * = %
\begin \end {document} {abstract} {verbatim} {equation} {figure} {refsection} \verb \lstinline | \|
\iffalse \ifx \else \fi \newif \section \part* \paragraph \appendix \input \import \subfix
\bibliography \addbibresource \putbib \bibitem \bib \usepackage \documentclass \title \abstract
\newcommand \def \let \NewDocumentCommand \newenvironment \DeclareCiteCommand \mc {\mc} #1 {#1} [1]
\MakeShortVerb \lstnewenvironment \newminted \url \footnote \label \ref \emph \frac \enquote
\texorpdfstring \[ \] $ $$ \' \" \c \\ \\[ `` '' --- ~ & ^ _ key a,b é 😀 \be \ee {a} {a,b}
"""
SPACES = [" ", "\n", "\n\n", "\r\n", "\r", "\f", "% !TEX root = x", "\u2028"]
FRAGMENTS = [*words(COMMANDS), *SPACES]
LATEX = st.lists(st.sampled_from(sorted(FRAGMENTS)), max_size=60).map("".join)


def spans_of(facts: TexFacts) -> Iterator[list[Span]]:
    yield [citation.span for citation in facts.citations]
    yield [section.span for section in facts.sections]
    yield [found.span for found in facts.inputs]
    yield [found.path_span for found in facts.inputs]
    yield [found.span for found in facts.bibliographies]
    yield [found.span for found in facts.bibitems]
    yield [found.span for found in facts.packages]
    yield [found.span for found in facts.magic_comments]
    yield list(facts.skipped)
    yield [span for span in (facts.title,) if span]
    yield [span for span in (facts.abstract,) if span]
    yield [span for span in (facts.document,) if span]


def check(text: str) -> None:
    facts = scan_tex(text)
    for spans in spans_of(facts):
        assert all(0 <= span.start <= span.end <= len(text) for span in spans)
        assert [span.start for span in spans] == sorted(span.start for span in spans)
    assert all(before.end <= after.start for before, after in pairwise(facts.skipped))
    for citation in facts.citations:
        for key in citation.keys:
            assert citation.span.contains(key.span)
            assert not key.written or " ".join(key.span.of(text).split()) == key.key
        assert not any(span.holds(citation.span.start) for span in facts.skipped)
    for section in facts.sections:
        assert section.span.contains(section.title_span)
        assert section.span.contains(section.body)
        assert section.title_span.of(text) == section.title
    for found in facts.inputs:
        assert found.span.contains(found.path_span)
    for before, after in pairwise(facts.sections):
        assert after.span.start >= before.span.end or before.span.contains(after.span)
    for citations in (True, False):
        shown = prose(text, Span(0, len(text)), facts, citations=citations)
        assert len(shown.offsets) == len(shown.text) + 1
        assert list(shown.offsets) == sorted(shown.offsets)
        assert all(0 <= offset <= len(text) for offset in shown.offsets)
        assert shown.text == shown.text.strip(" \n")


@given(LATEX | st.text())
@example(r"\c\lstinline\]\]")
@example(r"\texorpdfstring{#1}\enquote#")
def test_any_text_is_read(text: str) -> None:
    check(text)


@given(LATEX, st.integers(-5, 300), st.integers(-5, 300))
def test_any_part_is_prose(text: str, start: int, end: int) -> None:
    shown = prose(text, Span(start, end), scan_tex(text))
    low, high = max(0, min(start, len(text))), min(max(end, 0), len(text))
    assert all(low <= offset <= max(low, high) for offset in shown.offsets)


@given(LATEX, LATEX)
def test_facts_of_another_text_do_no_harm(text: str, other: str) -> None:
    shown = prose(text, Span(0, len(text)), scan_tex(other))
    assert len(shown.offsets) == len(shown.text) + 1
    assert all(0 <= offset <= len(text) for offset in shown.offsets)


@given(LATEX | st.text())
def test_any_title_is_judged(title: str) -> None:
    assert isinstance(is_related_work(title), bool)


@given(LATEX)
def test_wrappers_found_elsewhere_do_no_harm(text: str) -> None:
    wrappers = scan_tex(r"\def\mc#1{\cite{#1}} \newcommand{\c}{\cite{k}}").wrappers
    facts = scan_tex(text, wrappers=wrappers, commands={"label", "ref"})
    starts = [citation.span.start for citation in facts.citations]
    assert starts == sorted(starts)
    assert all(citation.span.end <= len(text) for citation in facts.citations)


@pytest.mark.parametrize(
    "piece",
    [
        "{",
        "\\cite{",
        "\\cite[",
        "\\cite{a}",
        "\\cites{a}",
        "\\section{",
        "\\def\\a{",
        "\\newcommand{\\a}{\\cite{a}",
        "\\begin{verbatim}",
        "\\begin{abstract}",
        "\\iffalse ",
        "\\verb|a\\verb!",
        "\\title{",
        "\\abstract{",
        "\\usepackage[",
        "\\bibitem[{",
        "\\begin{figure}",
        "\\[",
        "$$ $",
        "\\footnote{",
        "\\\\",
        "% %\\%",
        "\\cite",
        "\\input{",
        "\\cite(",
        "\\bibitem[",
        "\\def\\a",
        "\\begin{abstract}\\section{x}",
    ],
)
@pytest.mark.parametrize("length", [50_000, pytest.param(200_000, marks=pytest.mark.slow)])
def test_hard_texts_are_read_in_steps_linear_in_their_length(piece: str, length: int) -> None:
    """A quadratic scanner would not come back from two hundred thousand characters."""
    check(piece * (length // len(piece)))


@pytest.mark.parametrize(
    ("before", "piece", "behind"),
    [
        ("\\cites", "{a}", ""),
        ("\\", "cite", "@"),
        (f"\\NewDocumentCommand\\a{{{'o' * 20_000}}}{{\\cite{{#1}}}}", "\\a ", ""),
        (f"\\def\\a{'#1' * 20_000}{{\\cite{{#1}}}}", "\\a ", ""),
    ],
    ids=["lists", "name", "signature", "parameters"],
)
def test_hard_parts_of_a_command_are_read_in_linear_steps(
    before: str, piece: str, behind: str
) -> None:
    check(before + piece * (100_000 // len(piece)) + behind)


def test_a_long_name_of_a_macro_does_no_harm() -> None:
    name = "a" * 5_000
    check(f"\\newcommand{{\\{name}}}{{\\cite{{k}}}} \\{name}")
    assert scan_tex("\\cite{a}", commands={name}).citations


def test_short_verbs_without_end_are_read() -> None:
    """The pattern of each set of them takes long to make."""
    signs = map(chr, range(0x4E00, 0x4E00 + 5_000))
    text = "".join(f"\\MakeShortVerb{{\\{sign}}}\\DeleteShortVerb{{\\{sign}}}" for sign in signs)
    check(text)


@pytest.mark.parametrize("piece", ["\\newminted{{a{}}}{{}} ", "\\def\\a{}{{\\cite{{k}}}}\\a{} "])
def test_a_text_that_declares_thousands_of_names_is_read(piece: str) -> None:
    letters = str.maketrans("0123456789", "abcdefghij")
    check("".join(piece.format(*[str(n).translate(letters)] * 2) for n in range(5000)))


@pytest.mark.parametrize("path", found_files(EXCERPTS, "*.tex", 30), ids=lambda path: path.stem)
def test_real_texts_are_read(path: Path) -> None:
    check(decode(path.read_bytes()).text)


@pytest.mark.slow
@needs_corpus
def test_all_texts_of_the_corpus_are_read() -> None:
    for path in found_files(CORPUS, "*.tex", 1000):
        check(decode(path.read_bytes()).text)


def test_most_real_citations_are_those_of_a_plain_search() -> None:
    """A search without any knowledge of comments, macros or options finds no key that we miss."""
    simple = re.compile(r"\\(?:[tp]ext|paren|auto)?cite[tp]?\{([A-Za-z0-9:_-]+)\}")
    for path in found_files(EXCERPTS, "*.tex", 30):
        text = decode(path.read_bytes()).text
        facts = scan_tex(text)
        ours = {key.span.start for citation in facts.citations for key in citation.keys}
        for found in simple.finditer(text):
            hidden = any(span.holds(found.start()) for span in facts.skipped)
            assert hidden or found.start(1) in ours, (path, found[0])
