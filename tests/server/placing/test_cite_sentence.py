"""A citation at the end of a standing sentence."""

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.placing.citation_style import CitationStyle
from citeloom.placing.cite_sentence import NoPlaceError, cite_in_sentence
from citeloom.placing.standing_paragraphs import standing_paragraphs
from citeloom_latex.spans import Span
from citeloom_latex.tex.scan import scan_tex

FAMILIES = families(__file__)

NATBIB = CitationStyle("citet", "citep")
PLAIN = CitationStyle(None, "cite")
BIBLATEX = CitationStyle("textcite", "autocite")
NOTES = CitationStyle(None, "footcite")


def cited(marked: str, style: CitationStyle = NATBIB) -> str:
    """Return a text with the key ``new`` cited at the sentence between « and »."""
    start, end = marked.index("«"), marked.index("»") - 1
    text = marked.replace("«", "").replace("»", "")
    edit = cite_in_sentence(text, scan_tex(text), Span(start, end), "new", style)
    return text if edit is None else edit.applied_to(text)


@pytest.mark.parametrize(
    ("marked", "expected"), FAMILIES["it_stands_before_the_full_stop_or_joins_what_is_there"]
)
def test_it_stands_before_the_full_stop_or_joins_what_is_there(marked: str, expected: str) -> None:
    assert cited(marked) == expected


def test_it_is_written_as_the_draft_cites() -> None:
    assert cited("«It works.»", PLAIN) == "It works~\\cite{new}."
    assert cited("«It works.»", BIBLATEX) == "It works~\\autocite{new}."
    assert cited("«It works.» So.", NOTES) == "It works.\\footcite{new} So."
    assert cited("«It works\\autocite{a}.»", BIBLATEX) == "It works\\autocite{a,new}."
    assert cited("«It works \\mycite{a}.»") == "It works \\mycite{a} \\citep{new}."


@pytest.mark.parametrize(
    "marked",
    ["\\verb|«It works.»|", "% «It works.»\n", "\\begin{verbatim}\n«It works.»\n\\end{verbatim}"],
    ids=["verb", "comment", "verbatim"],
)
def test_what_latex_does_not_read_gets_no_citation(marked: str) -> None:
    with pytest.raises(NoPlaceError):
        cited(marked)


PIECES = st.sampled_from(
    [
        *("Words", " ", ".", "?", "~", "$x$ ", "$x.$ ", "\\emph{", "}", "{", "\\cite{a}", "\r\n"),
        *("\\citep[p]{b}", "% c.\n", "\n", "\\footnote{F.}", "\\[ y. \\]", "\\label{l}", "\\%"),
        *("\\begin{itemize}\\item ", "\\end{itemize}", "\\verb|v.|", "(", ")", "''"),
        *(" Then it goes.", "\\citet{c}"),
    ]
)


@given(st.lists(PIECES, max_size=14).map("".join), st.sampled_from([NATBIB, PLAIN, NOTES]))
def test_in_any_sentence_it_is_read_as_a_citation_outside_of_formulas(
    text: str, style: CitationStyle
) -> None:
    facts = scan_tex(text)
    for paragraph in standing_paragraphs(text, Span(0, len(text)), facts, {}):
        for sentence in paragraph.sentences:
            try:
                edit = cite_in_sentence(text, facts, sentence.span, "new", style)
            except NoPlaceError:
                continue
            assert edit is not None and not edit.span
            assert sentence.span.start <= edit.span.start <= sentence.span.end
            after = edit.applied_to(text)
            (found,) = [it for it in scan_tex(after).citations if "new" in [k.key for k in it.keys]]
            before = after[: found.span.start]
            assert before.count("$") % 2 == 0 or "\\verb" in before
            assert before.rfind("\\[") <= before.rfind("\\]")
