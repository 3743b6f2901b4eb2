"""Full texts from PDFs that pdflatex makes here."""

import io
from pathlib import Path

import pytest
from pypdf import PdfWriter
from pypdf.generic import NameObject, StreamObject

from citeloom.grounding.citing import citing_sentences
from citeloom.papers.fulltext.pdf.read import PdfLimits, read_pdf
from citeloom.papers.fulltext.text import FullText, Unreadable
from citeloom.papers.paper import Author, Paper
from texlive import compile_project, needs_tex

ROOT = Path(__file__).parents[4]

PROSE = (
    "Looms were used long before words, and who weaves today still uses both of them without any "
    "doubt about the difference between threads and thoughts that others have pointed out. "
)


def pdf_of(folder: Path, body: str, preamble: str = "", options: str = "") -> bytes:
    main = folder / "paper" / "main.tex"
    main.parent.mkdir()
    main.write_text(
        f"\\documentclass[{options}]{{article}}\n\\usepackage{{color}}\n{preamble}\n"
        f"\\begin{{document}}\n{body}\n\\end{{document}}\n"
    )
    log = compile_project(main, folder / "build")
    assert log.pdf is not None, log.errors
    return log.pdf.read_bytes()


def headings(text: FullText) -> list[tuple[str, int]]:
    return [(one.heading, one.level) for one in text.sections]


@needs_tex
def test_the_example_has_all_its_headings_and_references(tmp_path: Path) -> None:
    log = compile_project(ROOT / "examples" / "main.tex", tmp_path)
    assert log.pdf is not None
    text = read_pdf(log.pdf.read_bytes())
    assert text.title == "Drafting Related Work from Papers Already Cited"
    assert text.abstract.startswith("Authors usually meet the related-work section last")
    assert text.abstract.endswith("what a careful author writes.")
    assert headings(text) == [
        ("Introduction", 1),
        ("Related Work", 1),
        ("Method", 1),
        ("Task.", 4),
        ("Choosing sentences.", 4),
        ("Grouping and order.", 4),
        ("Rewriting.", 4),
        ("Checking.", 4),
        ("A Worked Example", 1),
        ("Conclusion", 1),
    ]
    assert len(text.references) == 19
    assert text.references[5].text.startswith("Güneş Erkan and Dragomir R. Radev.")
    assert text.references[5].doi == "10.1613/jair.1523"
    assert not text.notes


@needs_tex
def test_sentences_of_a_pdf_that_cite_papers_of_the_draft(tmp_path: Path) -> None:
    log = compile_project(ROOT / "examples" / "main.tex", tmp_path)
    assert log.pdf is not None
    papers = (
        Paper("hoang", title="Towards Automated Related Work Summarization", year=2010,
              authors=(Author("Hoang", "Cong Duy Vu"), Author("Kan", "Min-Yen"))),
        Paper("erkan", doi="10.1613/jair.1523"),
        Paper("hu", arxiv_id="2410.03761"),
        Paper("zhang", arxiv_id="2411.06159"),
        Paper("other", title="Related Work Summarization", authors=(Author("Hoang"),), year=2010),
    )  # fmt: skip
    found = citing_sentences(read_pdf(log.pdf.read_bytes()), papers)
    assert [one.paper_ids for one in found] == [("hoang",), ("hu", "zhang"), ("erkan",)]
    assert found[1].text.endswith("into agents that read, plan, compare and write.")
    assert (found[1].heading, found[1].related_work) == ("Introduction", False)


@needs_tex
def test_hidden_text_is_left_out_and_reported(tmp_path: Path) -> None:
    body = r"""\section{Looms}
    SEEN \textcolor{white}{WHITE ignore all} \textcolor[gray]{0.97}{PALE ignore all}
    {\font\dwarf=cmr10 at 1pt \dwarf TINY ignore all}
    \pdfliteral direct {3 Tr}MODE ignore all\pdfliteral direct {0 Tr} SEEN AFTER

    \noindent\hbox to 0pt{\hskip 30cm OFFPAGE ignore all\hss}
    \colorbox{blue}{\textcolor{blue}{BEHIND ignore all}}
    \colorbox{black}{\textcolor{white}{SEEN ON BLACK, where white text can be read}}

    """
    text = read_pdf(pdf_of(tmp_path, body + PROSE))
    shown = " ".join(one.text for one in text.sections)
    assert "ignore" not in shown
    assert all(word in shown for word in ("SEEN", "SEEN AFTER", "SEEN ON BLACK", "Looms were"))
    assert set(text.notes) == {
        f"page 1: {len('WHITEPALEBEHIND') + 3 * 9} characters left out, in the same "
        "colour as the page",
        "page 1: 13 characters left out, too small to read",
        "page 1: 13 characters left out, invisible",
        "page 1: 16 characters left out, off the page",
    }


@needs_tex
def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    body = r"\section{Left}" + PROSE * 12 + r"\newpage\section{Right}" + PROSE * 3
    text = read_pdf(pdf_of(tmp_path, body, options="twocolumn"))
    assert headings(text) == [("Left", 1), ("Right", 1)]
    assert text.sections[0].text == (PROSE * 12).strip()
    assert text.sections[1].text == (PROSE * 3).strip()


@needs_tex
def test_levels_come_from_numbers_and_unnumbered_headings_are_found(tmp_path: Path) -> None:
    body = rf"""\title{{Woven Words}}\author{{Jane Roe\\University of Looms}}\maketitle
    \section{{Introduction}} {PROSE} \subsection{{A long heading about looms that goes on for so
    many words that it takes two lines}} {PROSE} \subsubsection{{Threads}} {PROSE}
    \section*{{Unnumbered Matters}} {PROSE} \appendix \section{{Proofs}} {PROSE}"""
    text = read_pdf(pdf_of(tmp_path, body))
    assert text.title == "Woven Words"
    assert headings(text) == [
        ("Introduction", 1),
        ("A long heading about looms that goes on for so many words that it takes two lines", 2),
        ("Threads", 3),
        ("Unnumbered Matters", 1),
        ("Proofs", 1),
    ]
    assert {one.text for one in text.sections} == {PROSE.strip()}


@needs_tex
def test_running_heads_captions_and_floats_are_left_out(tmp_path: Path) -> None:
    body = (
        r"\pagestyle{myheadings}\markright{Running Head of Looms}\section{One}"
        + PROSE * 20
        + r"\begin{figure}[t]\centering\rule{2cm}{2cm}\caption{What a loom is.}\end{figure}"
        + PROSE * 20
    )
    text = read_pdf(pdf_of(tmp_path, body))
    assert text.sections[0].text == (PROSE * 40).strip()


@needs_tex
def test_numbers_in_brackets_lead_to_the_references(tmp_path: Path) -> None:
    items = "".join(rf"\bibitem{{k{n}}} A. Name{n}. Title number {n}. 200{n}." for n in range(1, 6))
    body = rf"""\section{{One}} Some say so~\cite{{k1}}, others do not \cite{{k2,k3,k5}}, and
    three more [2--4]. {PROSE} \begin{{thebibliography}}{{9}}{items}\end{{thebibliography}}"""
    text = read_pdf(pdf_of(tmp_path, body))
    (paragraph,) = text.sections[0].paragraphs
    assert [one.labels for one in paragraph.mentions] == [("1",), ("2", "3", "5"), ("2", "3", "4")]
    assert text.references[1].text == "A. Name2. Title number 2. 2002."


def made(pages: int, password: str = "") -> bytes:
    writer = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(200, 200)
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def scanned() -> bytes:
    """Return a page that is all picture."""
    writer = PdfWriter()
    page = writer.add_blank_page(200, 200)
    picture = StreamObject()
    picture.set_data(b"0.5 g 10 10 180 180 re f")
    page[NameObject("/Contents")] = writer._add_object(picture)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def cropped_off_the_page() -> bytes:
    """Return a page with a text, of which a part is shown that it does not have."""
    text = b"BT /F1 12 Tf 50 50 Td (Looms) Tj ET"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 800 600] /CropBox [600 800 1000 1000] "
        b"/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >> stream\n%s\nendstream" % (len(text), text),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    numbered = (b"%d 0 obj\n%s\nendobj\n" % (at, one) for at, one in enumerate(objects, 1))
    return b"%PDF-1.4\n" + b"".join(numbered) + b"trailer << /Root 1 0 R >>\n%%EOF\n"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not a PDF"),
        (b"<html>Sign in to read this paper</html>", "not a PDF"),
        (b"%PDF-1.5\n" + b"broken " * 1000, "malformed"),
        (made(3)[:200], "malformed"),
        (made(1, password="secret"), "encrypted with a password"),
        (cropped_off_the_page(), "malformed: Crop exceeds page dimensions"),
        (scanned(), "it may be a scan"),
        (made(2000), "2,000 pages, more than the 400"),
    ],
    ids=["empty", "page", "broken", "cut", "encrypted", "cropped", "scanned", "2000 pages"],
)
def test_what_cannot_be_read_says_why(data: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_pdf(data)


@needs_tex
def test_a_scan_with_recognised_text_says_that_its_text_is_hidden(tmp_path: Path) -> None:
    body = rf"\pdfliteral direct {{3 Tr}}{PROSE}\pdfliteral direct {{0 Tr}}"
    with pytest.raises(Unreadable, match="hidden; it may be a scan with recognised text"):
        read_pdf(pdf_of(tmp_path, body))


def test_limits_of_size_and_time_are_kept() -> None:
    with pytest.raises(Unreadable, match="larger than 100 bytes"):
        read_pdf(made(3), PdfLimits(size=100))
    with pytest.raises(Unreadable, match="took longer than 0 s"):
        read_pdf(made(3), PdfLimits(seconds=0))
