import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.papers.fulltext.pdf.mending import join_lines, mend_line, vocabulary
from citeloom.papers.fulltext.pdf.mentions import paragraphs_with_mentions
from citeloom.papers.fulltext.pdf.paragraphs import PdfParagraph
from citeloom.papers.fulltext.reference_text import reference_of

WORDS = vocabulary(["full-text reading of weaving", "looms and co-occurrence"])


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["Looms are weav-", "ing words"], "Looms are weaving words"),
        (["the full-", "text of it"], "the full-text of it"),
        (["a Multi-", "XScience set"], "a Multi-XScience set"),
        (["pages 12–", "15."], "pages 12–15."),
        (["doi: 10.1000/a.", "b-c. Next"], "doi: 10.1000/a.b-c. Next"),
        (["URL https:", "//host.org/", "x.pdf."], "URL https://host.org/x.pdf."),
        (["It ends.", "", "It begins."], "It ends. It begins."),
        ([], ""),
    ],
)
def test_lines_are_joined(lines: list[str], text: str) -> None:
    assert join_lines(lines, WORDS) == text


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("G¨une¸s Erkan", "Güneş Erkan"),
        ("Garc´ıa", "García"),
        ("eﬃcient ﬁles", "efficient files"),
        ("x ˆ 2", "x ˆ 2"),
        ("a `quoted' word", "a `quoted' word"),
    ],
)
def test_ligatures_and_accents_are_mended(line: str, text: str) -> None:
    assert mend_line(line) == text


REFERENCES = (
    reference_of("#1", "Jane Roe and Al Doe. Of looms. Looms, 2010."),
    reference_of("#2", "A. van der Berg. Of threads. 2011a."),
    reference_of("#3", "A. van der Berg. Of words. 2011b."),
    reference_of("#4", "Smith, J. (2001). Of one thing. J. Smith. 2001."),
    reference_of("#5", "Smith, K. (2001). Of another thing. 2001."),
)


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("So it is (Roe and Doe, 2010).", [("(Roe and Doe, 2010)", ("#1",))]),
        ("Roe et al. (2010) say so.", [("Roe et al. (2010)", ("#1",))]),
        (
            "As others do (see Roe & Doe 2010; van der Berg, 2011a,b), it is.",
            [("(see Roe & Doe 2010; van der Berg, 2011a,b)", ("#1", "#2", "#3"))],
        ),
        ("Smith (2001) may be two, Nobody (2010) is none, and 2010 was a year.", []),
    ],
)
def test_authors_and_years_lead_to_references(
    text: str, mentions: list[tuple[str, tuple[str, ...]]]
) -> None:
    (paragraph,) = paragraphs_with_mentions([PdfParagraph(text, ())], REFERENCES)
    assert [(text[one.start : one.end], one.labels) for one in paragraph.mentions] == mentions


@given(st.lists(st.text(max_size=30), max_size=6))
def test_joining_loses_nothing_but_hyphens_and_spaces(lines: list[str]) -> None:
    def bare(text: str) -> str:
        return "".join(text.split()).replace("-", "")

    assert bare(join_lines(lines, frozenset())) == bare("".join(lines))
