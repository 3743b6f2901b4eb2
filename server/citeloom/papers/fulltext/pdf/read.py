"""Full texts from PDFs."""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from citeloom.keeping.reading import LARGEST_PDF
from citeloom.papers.abstracts import clean_abstract
from citeloom.papers.fulltext.pdf import pdfium
from citeloom.papers.fulltext.pdf.entries import references_in
from citeloom.papers.fulltext.pdf.headings import (
    ABSTRACTS,
    REFERENCES,
    PdfHeading,
    body_size,
    headings_of,
    is_known,
    is_numbered,
)
from citeloom.papers.fulltext.pdf.lines import Line, lines_of
from citeloom.papers.fulltext.pdf.mending import join_lines, vocabulary
from citeloom.papers.fulltext.pdf.mentions import paragraphs_with_mentions
from citeloom.papers.fulltext.pdf.page import PdfPage
from citeloom.papers.fulltext.pdf.paragraphs import PdfParagraph, paragraphs_of
from citeloom.papers.fulltext.text import (
    FirstPage,
    Form,
    FullText,
    Reference,
    TextSection,
    Unreadable,
)

LONGEST_READ = 6_000
"""Characters of an abstract in a PDF: more is text whose beginning no heading tells from it."""

_RUN_IN_ABSTRACT = re.compile(r"(?:abstract|summary)\s*[.:—–-]\s*", re.IGNORECASE)
_OPENING_LINES = 60
_LEAST_LETTERS_PER_PAGE = 40
_LEAST_LETTERS_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class PdfLimits:
    """How large a PDF may be, and how long reading it may take, in seconds."""

    size: int = LARGEST_PDF
    pages: int = 400
    seconds: float = 60.0


def read_pdf(data: bytes, limits: PdfLimits = PdfLimits()) -> FullText:
    """Read a PDF. It may take long or crash on a hostile file: run it in a job's process.

    Text that cannot be seen is left out and reported in the notes.

    Raises
    ------
    Unreadable
        If it is malformed, encrypted, a scan without text, beyond ``limits``, or undecodable.
    """
    pages = _pages_of(data, limits)
    _check(pages)
    return replace(_full_text(lines_of(pages)), notes=tuple(_notes_on_hidden(pages)))


def opening_of(data: bytes, limits: PdfLimits = PdfLimits()) -> str:
    """Return the lines of the first page of a PDF, to tell what paper it is.

    Raises
    ------
    Unreadable
        As for ``read_pdf``; but a PDF may have any number of pages.
    """
    return _opening_of(_pages_of(data, limits, first=1))


def first_page_of(data: bytes, limits: PdfLimits = PdfLimits()) -> FirstPage:
    """Return the lines of the first page of a PDF, and the abstract on its first two pages.

    Raises
    ------
    Unreadable
        As for ``opening_of``.
    """
    pages = _pages_of(data, limits, first=2)
    abstract = _full_text(lines_of(pages)).abstract
    return FirstPage(_opening_of(pages[:1]), abstract if len(abstract) <= LONGEST_READ else "")


def _opening_of(pages: Sequence[PdfPage]) -> str:
    return "\n".join(line.text for line in lines_of(pages))


def _pages_of(data: bytes, limits: PdfLimits, first: int | None = None) -> list[PdfPage]:
    if len(data) > limits.size:
        raise Unreadable(f"the PDF is larger than {limits.size:,} bytes")
    if b"%PDF" not in data[:1024]:
        raise Unreadable("the file is not a PDF")
    document = pdfium.document(data)
    if first is None and document.count > limits.pages:
        raise Unreadable(
            f"the PDF has {document.count:,} pages, more than the {limits.pages:,} of a paper"
        )
    return list(_in_time(islice(document.pages, first), limits.seconds))


def _in_time(pages: Iterator[PdfPage], seconds: float) -> Iterator[PdfPage]:
    until = time.monotonic() + seconds
    for page in pages:
        yield page
        if time.monotonic() > until:
            raise Unreadable(f"reading the PDF took longer than {seconds:g} s")


def _check(pages: Sequence[PdfPage]) -> None:
    text = "".join(piece.text for page in pages for piece in page.pieces)
    letters = sum(map(str.isalpha, text))
    if letters < _LEAST_LETTERS_PER_PAGE * min(len(pages), 3):
        if any(page.hidden for page in pages):
            raise Unreadable("all text of the PDF is hidden; it may be a scan with recognised text")
        raise Unreadable("the PDF contains no text; it may be a scan")
    if letters < _LEAST_LETTERS_SHARE * len(text.replace(" ", "")):
        raise Unreadable("the PDF's text cannot be decoded: its fonts do not say what they show")


def _notes_on_hidden(pages: Sequence[PdfPage]) -> Iterator[str]:
    for page in pages:
        for reason, count in page.hidden.items():
            yield f"page {page.number}: {count} characters left out, {reason.value}"


def _full_text(lines: Sequence[Line]) -> FullText:
    words = vocabulary(line.text for line in lines)
    body = body_size(lines)
    title_end, title = _title(lines, body, words)
    rest = lines[title_end:]
    headings = headings_of(rest)
    parts = list(_parts(rest, headings))
    references: tuple[Reference, ...] = ()
    abstract = ""
    texts: list[tuple[PdfHeading | None, list[PdfParagraph]]] = []
    for heading, own in parts:
        name = heading.text.lower().strip(" .:—–-") if heading else ""
        if name in REFERENCES and own:
            references = (*references, *references_in(own, words))
        elif name in ABSTRACTS and not abstract:
            abstract = " ".join(it.text for it in paragraphs_of(own, 0, words))
        else:
            texts.append((heading, paragraphs_of(own, body, words)))
    if texts and texts[0][0] is None:
        opening, abstract = _opening(texts[0][1], abstract, len(texts) > 1)
        texts[0] = (None, opening)
    sections = tuple(
        TextSection(
            heading.text if heading else "",
            heading.level if heading else 1,
            paragraphs_with_mentions(own, references),
        )
        for heading, own in texts
        if heading or own
    )
    return FullText(Form.PDF, title, clean_abstract(abstract, title), sections, references)


def _title(lines: Sequence[Line], body: float, words: frozenset[str]) -> tuple[int, str]:
    """Return the title and where it ends: the largest text of the first page, or of the second.

    A cover sheet, as some archives put before a paper, has no larger text than the paper's own.
    """
    for number in (1, 2):
        first = [line for line in lines if line.page <= number][:_OPENING_LINES]
        largest = max((line.size for line in first if len(line.text) > 3), default=0.0)
        if largest >= 1.15 * body:
            break
    else:
        return 0, ""
    start = next(at for at, line in enumerate(first) if line.size >= largest - 0.2)
    end = start
    while end < len(first) and first[end].size >= largest - 0.2:
        end += 1
    title = lines[start]
    others = any(line.size == title.size and line.bold == title.bold for line in lines[end:])
    if others or is_numbered(title.text) or is_known(title.text):
        return 0, ""  # It is the first heading, and the title is nowhere.
    return end, join_lines([line.text for line in first[start:end]], words)


def _parts(
    lines: Sequence[Line], headings: Sequence[PdfHeading]
) -> Iterator[tuple[PdfHeading | None, list[Line]]]:
    """Yield each heading with the lines below it; first those that stand before any, with None."""
    ends = [*(heading.first for heading in headings), len(lines)]
    yield None, list(lines[: ends[0]])
    for heading, end in zip(headings, ends[1:], strict=True):
        below = list(lines[heading.last : end])
        if heading.rest:
            below.insert(0, replace(lines[heading.last - 1], text=heading.rest, lead=""))
        yield heading, below


def _opening(
    paragraphs: list[PdfParagraph], abstract: str, more: bool
) -> tuple[list[PdfParagraph], str]:
    """Return what of the text before the first heading is text, and the abstract.

    Where headings follow, authors and their addresses stand there beside the abstract.
    """
    for at, paragraph in enumerate(paragraphs):
        if not abstract and (label := _RUN_IN_ABSTRACT.match(paragraph.text)):
            rest = (it.text for it in paragraphs[at + 1 :])
            return [], " ".join((paragraph.text[label.end() :], *rest))
    return ([] if more else paragraphs), abstract
