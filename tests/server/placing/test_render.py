"""Results as LaTeX with the project's keys and no others."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.result import CitationForm, CitationMark, Paragraph, Part, SentenceKind
from citeloom.methods.result import Sentence as Written
from citeloom.models.formulas import Formula
from citeloom.placing.citation_style import CitationStyle
from citeloom.placing.render import RenderError, render
from citeloom_latex.typesetting import Typesetting
from placing_samples import KEYS, NATBIB, PLAIN, cited, named, sentence


def line(*parts: Part, style: CitationStyle = NATBIB) -> str:
    return render([Paragraph("", (sentence(*parts),))], KEYS, style).latex


def test_a_citation_in_parentheses_is_tied_to_the_word_before() -> None:
    assert line("Graphs help ", cited("p1", "p2"), ".") == r"Graphs help~\citep{key1,key2}."
    assert line("Graphs help", cited("p1"), ", too.") == r"Graphs help~\citep{key1}, too."
    assert line("Graphs help\u00a0", cited("p1"), ".") == r"Graphs help~\citep{key1}."


def test_a_citation_at_the_start_is_tied_to_nothing() -> None:
    assert line(cited("p1"), " helps.") == r"\citep{key1} helps."
    assert line(" ", cited("p1"), " helps.") == r"\citep{key1} helps."


def test_a_textual_citation_stands_for_the_names() -> None:
    parts = (named("p1", "Li et al."), " propose it.")
    assert line(*parts) == r"\citet{key1} propose it."
    assert line(*parts, style=PLAIN) == r"Li et al.~\cite{key1} propose it."
    assert line("As ", *parts, style=PLAIN) == r"As Li et al.~\cite{key1} propose it."


def test_a_note_stands_in_the_parentheses_of_its_group() -> None:
    parts = ("Some ", CitationMark(("p1", "p2"), note="e.g.,"), " help.")
    assert line(*parts) == r"Some~\citep[e.g.,][]{key1,key2} help."
    assert line(*parts, style=PLAIN) == r"Some (e.g.,~\cite{key1,key2}) help."
    style = CitationStyle("textcite", "autocite")
    assert line(*parts, style=style) == r"Some~\autocite[e.g.,][]{key1,key2} help."


def test_names_are_escaped() -> None:
    assert line(named("p1", "R&D"), " did.", style=PLAIN) == r"R\&D~\cite{key1} did."


def test_without_names_a_plain_project_gets_the_citation_alone() -> None:
    assert line("As ", named("p1", ""), " shows.", style=PLAIN) == r"As~\cite{key1} shows."


def test_a_footnote_follows_its_word_at_once() -> None:
    style = CitationStyle("textcite", "footcite")
    assert line("Graphs help ", cited("p1"), ".", style=style) == r"Graphs help\footcite{key1}."


def test_two_citations_in_a_row() -> None:
    parts = (named("p1", "Li"), " ", cited("p2"), " agree.")
    assert line(*parts) == r"\citet{key1}~\citep{key2} agree."


@pytest.mark.parametrize("quoted", ["“a_b”", "„a_b“", "«\u00a0a_b\u00a0»", "«a_b»"])
def test_quotations_have_the_command_of_csquotes_where_it_is_loaded(quoted: str) -> None:
    paragraph = Paragraph("", (sentence(f"See {quoted}", cited("p1"), "."),))
    rendered = render([paragraph], KEYS, NATBIB, typesetting=Typesetting(has_csquotes=True))
    assert rendered.latex == r"See \enquote{a\_b}~\citep{key1}."


def test_text_is_escaped_and_a_sentence_is_one_line() -> None:
    assert line(" 5% of\n\n\\input{x} \t_here_ ") == (r"5\% of \textbackslash{}input\{x\} \_here\_")


def test_a_harmless_formula_stands_between_dollar_signs() -> None:
    alpha = Formula(r"\alpha", "α")
    assert line("An ", alpha, "-divergence.") == r"An $\alpha$-divergence."
    assert line("A ", alpha, alpha, "β.") == r"A $\alpha${}$\alpha${}$\beta$."
    assert line("An ", Formula(r"\input{x}", "x_1"), ".") == r"An x\_1."


def test_one_sentence_a_line_and_a_blank_line_between_paragraphs() -> None:
    paragraphs = [
        Paragraph("a", (sentence("One."), sentence("Two."))),
        Paragraph("b", (sentence("Three."),)),
    ]
    assert render(paragraphs, KEYS, NATBIB).latex == "One.\nTwo.\n\nThree."


def test_what_has_no_word_is_left_out() -> None:
    paragraphs = [
        Paragraph("a", (sentence(" "),)),
        Paragraph("b", (sentence("One."), sentence())),
        Paragraph("c", ()),
    ]
    assert render(paragraphs, KEYS, NATBIB).latex == "One."


def test_a_mark_without_papers_cites_nothing() -> None:
    assert line("Graphs ", CitationMark(()), "help.") == "Graphs help."


def test_sentences_keep_what_they_were_made_of() -> None:
    one = sentence("One ", cited("p1"), ".")
    rendered = render([Paragraph("a", (one,))], KEYS, NATBIB)
    assert rendered.paragraphs[0].sentences[0].sentence is one
    assert rendered.paragraphs[0].topic == "a"


def test_a_paper_without_a_key_is_named() -> None:
    with pytest.raises(RenderError, match=r"doi:10\.1/x"):
        line("Graphs help ", cited("doi:10.1/x"), ".")


@pytest.mark.parametrize(
    "key", ["", "a b", "a\tb", "a}b", "{a", "a\\b", "a,b", "a%b", "a#b", "a~b", "a^^M", "a\n"]
)
def test_a_key_that_would_break_the_command_is_named(key: str) -> None:
    with pytest.raises(RenderError) as caught:
        render([Paragraph("", (sentence("A ", cited("p"), "."),))], {"p": key}, NATBIB)
    assert (key or "p") in str(caught.value)


@pytest.mark.parametrize("key", ["li19", "DBLP:conf/acl/Li19", "müller_2019", "a.b+c-d(2)", "l'a"])
def test_keys_as_people_have_them(key: str) -> None:
    rendered = render([Paragraph("", (sentence("A ", cited("p"), "."),))], {"p": key}, NATBIB)
    assert rendered.latex == rf"A~\citep{{{key}}}."


papers = st.sampled_from(sorted(KEYS))
marks = st.builds(
    CitationMark,
    st.lists(papers, max_size=3).map(tuple),
    st.sampled_from(CitationForm),
    st.text(max_size=8),
)
texts = st.text(st.sampled_from("ab .%\\{}~\n\"&-`'\u00a0é[]") | st.characters(), max_size=12)
sentences = st.builds(
    Written,
    st.lists(texts | marks, max_size=6).map(tuple),
    st.just(SentenceKind.STATEMENT),
    st.just(()),
)
paragraph_lists = st.lists(
    st.builds(Paragraph, st.just(""), st.lists(sentences, max_size=3).map(tuple)), max_size=3
)
styles = st.sampled_from([NATBIB, PLAIN, CitationStyle("textcite", "footcite")])


@given(paragraph_lists, styles)
def test_no_text_brings_a_key_a_comment_or_a_line_of_its_own(
    paragraphs: Sequence[Paragraph], style: CitationStyle
) -> None:
    rendered = render(paragraphs, KEYS, style)
    latex = rendered.latex
    commands = re.findall(r"\\(cite\w*|textcite|footcite)\{([^{}]*)\}", latex)
    keys = [key for _, group in commands for key in group.split(",")]
    marked = [
        paper
        for paragraph in rendered.paragraphs
        for one in paragraph.sentences
        for part in one.sentence.parts
        if isinstance(part, CitationMark)
        for paper in part.papers
    ]
    assert keys == [KEYS[paper] for paper in marked]
    assert {name for name, _ in commands} <= {style.textual, style.parenthetical}
    assert not re.search(r"(?<!\\)(?:\\\\)*%", latex)
    assert len(latex.splitlines()) <= 2 * sum(len(one.sentences) for one in paragraphs)
    for paragraph in rendered.paragraphs:
        for one in paragraph.sentences:
            assert one.latex
            assert one.latex == one.latex.strip(" \r\n")


def test_a_bracket_does_not_end_a_note() -> None:
    parts = ("Some ", CitationMark(("p1",), note="see [1],"), " help.")
    assert line(*parts) == r"Some~\citep[see (1),][]{key1} help."
