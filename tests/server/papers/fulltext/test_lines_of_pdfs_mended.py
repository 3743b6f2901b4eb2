import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled

from citeloom.papers.fulltext.pdf.mending import join_lines, mend_line, vocabulary
from citeloom.papers.fulltext.pdf.mentions import paragraphs_with_mentions
from citeloom.papers.fulltext.pdf.paragraphs import PdfParagraph
from citeloom.papers.fulltext.reference_text import reference_of

FAMILIES = families(__file__)

WORDS = vocabulary(["full-text reading of weaving", "looms and co-occurrence"])


@pytest.mark.parametrize(("lines", "text"), FAMILIES["lines_are_joined"])
def test_lines_are_joined(lines: list[str], text: str) -> None:
    assert join_lines(lines, WORDS) == text


@pytest.mark.parametrize(("line", "text"), FAMILIES["ligatures_and_accents_are_mended"])
def test_ligatures_and_accents_are_mended(line: str, text: str) -> None:
    assert mend_line(line) == text


REFERENCES = (
    reference_of("#1", "Jane Roe and Al Doe. Of looms. Looms, 2010."),
    reference_of("#2", "A. van der Berg. Of threads. 2011a."),
    reference_of("#3", "A. van der Berg. Of words. 2011b."),
    reference_of("#4", "Smith, J. (2001). Of one thing. J. Smith. 2001."),
    reference_of("#5", "Smith, K. (2001). Of another thing. 2001."),
)


@tabled(least=4)
def test_authors_and_years_lead_to_references(text: str, mentions: list[list[object]]) -> None:
    (paragraph,) = paragraphs_with_mentions([PdfParagraph(text, ())], REFERENCES)
    assert [[text[one.start : one.end], [*one.labels]] for one in paragraph.mentions] == mentions


@given(st.lists(st.text(max_size=30), max_size=6))
def test_joining_loses_nothing_but_hyphens_and_spaces(lines: list[str]) -> None:
    def bare(text: str) -> str:
        return "".join(text.split()).replace("-", "")

    assert bare(join_lines(lines, frozenset())) == bare("".join(lines))
