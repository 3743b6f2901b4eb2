import pytest

from citeloom.papers.fulltext.html import read_html
from citeloom.papers.fulltext.text import Unreadable
from projects import sample

PAGE = sample("full_text_from_html_page")


def test_a_page_gives_its_sections_with_headings_and_levels() -> None:
    text = read_html(PAGE.encode())
    assert text.title == "Weaving Words"
    assert text.abstract.startswith("We weave words")
    assert [(one.heading, one.level) for one in text.sections] == [
        ("Introduction", 1),
        ("Related Work", 1),
        ("Threads", 2),
    ]
    assert [one.heading for one in text.related_work] == ["Related Work", "Threads"]


def test_maths_is_read_from_its_alternative_text_and_notes_and_captions_are_left_out() -> None:
    (paragraph,) = read_html(PAGE.encode()).sections[0].paragraphs
    assert paragraph.text == (
        "Looms & words have α in common (Smith et al.2019; Doe 2020). Ends here."
    )
    assert paragraph.without_marks == "Looms & words have α in common. Ends here."


def test_citations_lead_to_the_references_with_what_can_be_read_of_them() -> None:
    text = read_html(PAGE.encode())
    (mention,) = text.sections[0].paragraphs[0].mentions
    assert mention.labels == ("bib.bib1", "bib.bib2")
    first, second = text.references
    assert (first.title, first.doi) == ("Weaving on paper looms", "10.1000/loom.1")
    assert (second.title, second.arxiv_id) == ("Threads of thought", "2001.01234")


@pytest.mark.parametrize(
    ("page", "why"),
    [
        (b"", "not the HTML"),
        (b"<html><body><p>No HTML for this paper</p></body></html>", "not the HTML"),
        (b"<article class='ltx_document'><p class='ltx_p'></p></article>", "no text"),
        (b"<article class='ltx_document'>" + b"<div>" * 5000, "nested too deeply"),
    ],
)
def test_a_page_without_a_paper_says_what_it_is(page: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_html(page)


def test_a_page_that_was_cut_off_gives_what_is_there() -> None:
    cut = PAGE[: PAGE.index("Others used") + 30]
    text = read_html(cut.encode())
    assert text.sections[-1].heading == "Threads"
