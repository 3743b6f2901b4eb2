import pytest

from citeloom.papers.fulltext.html import read_html
from citeloom.papers.fulltext.text import Unreadable

PAGE = """<!DOCTYPE html><html><head><title>ignored</title></head><body>
<nav class="ltx_TOC"><p class="ltx_p">Contents</p></nav>
<article class="ltx_document ltx_authors_1line">
<h1 class="ltx_title ltx_title_document">Weaving Words</h1>
<div class="ltx_authors"><span class="ltx_personname">A. Author</span></div>
<div class="ltx_abstract"><h6 class="ltx_title ltx_title_abstract">Abstract</h6>
<p class="ltx_p">We weave words out of other words, and show that it works on many looms.</p></div>
<section id="S1" class="ltx_section">
<h2 class="ltx_title ltx_title_section"><span class="ltx_tag ltx_tag_section">1 </span>Introduction
</h2>
<div id="S1.p1" class="ltx_para"><p class="ltx_p">Looms &amp; words have
 <math alttext="\\alpha" class="ltx_Math" display="inline"><mi>a</mi></math> in common
 <cite class="ltx_cite ltx_citemacro_citep">(Smith et al.<a href="#bib.bib1" class="ltx_ref"
 >2019</a>; Doe <a href="https://arxiv.org/html/1#bib.bib2" class="ltx_ref">2020</a>)</cite>.
<span class="ltx_note ltx_role_footnote">A note.</span><br class="ltx_break">Ends here.</p></div>
<figure class="ltx_figure"><figcaption class="ltx_caption"><p class="ltx_p">A loom.</p>
</figcaption></figure>
</section>
<section class="ltx_section"><h2 class="ltx_title ltx_title_section">Related Work</h2>
<section class="ltx_subsection"><h3 class="ltx_title ltx_title_subsection">
<span class="ltx_tag">2.1 </span>Threads</h3>
<div class="ltx_para"><p class="ltx_p">Others used threads.</p></div></section></section>
<section class="ltx_bibliography"><h2 class="ltx_title ltx_title_bibliography">References</h2>
<ul class="ltx_biblist">
<li id="bib.bib1" class="ltx_bibitem"><span class="ltx_tag ltx_tag_bibitem">Smith et al.</span>
<span class="ltx_bibblock">Jane Smith and Jo Roe. 2019.</span>
<span class="ltx_bibblock">Weaving on paper looms.</span>
<span class="ltx_bibblock">In <em>Looms</em>. https://doi.org/10.1000/Loom.1</span></li>
<li id="bib.bib2" class="ltx_bibitem"><span class="ltx_bibblock">J. Doe. Threads of thought.
arXiv:2001.01234, 2020.</span></li></ul></section>
</article></body></html>"""


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
