"""Lines of a PDF to paragraphs; captions, tables and formulas on lines of their own left out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeloom.papers.fulltext.pdf.lines import Line, spacing
from citeloom.papers.fulltext.pdf.mending import join_lines
from citeloom.papers.fulltext.text import PageStart

_CAPTION = re.compile(
    r"(?:figure|fig\.|table|algorithm|listing|tabelle|abbildung)\s*[\dA-Z][\d.]*\s*[.:|–-]", re.I
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_SENTENCE_END = re.compile(r"[.!?:]['\"”’)\]]*$")
_SMALL = 0.93
_BETWEEN = 1.35
"""Of the usual distance between lines: what parts a paragraph from the next one."""

_WORDS_SHARE = 0.45
"""Share of a paragraph's characters, spaces not counted, that stand in words of three letters."""


@dataclass(frozen=True, slots=True)
class PdfParagraph:
    """A paragraph, and where in it the text of each of its pages begins."""

    text: str
    pages: tuple[PageStart, ...]


def paragraphs_of(lines: Sequence[Line], body: float, words: frozenset[str]) -> list[PdfParagraph]:
    """Return the paragraphs of lines that follow each other in one section.

    Parameters
    ----------
    lines
        Their text is mended.
    body
        Size of running text, in points: smaller lines are tables, captions and notes.
    words
        The words of the document, to tell what to do with hyphens.
    """
    found: list[list[Line]] = []
    last = ""
    for group in _groups([line for line in lines if line.size >= _SMALL * body]):
        text = join_lines([line.text for line in group], words)
        if _CAPTION.match(text) or not _is_prose(text):
            continue
        if found and text[0].islower() and not _SENTENCE_END.search(last):
            # A formula or a float stood in the middle of a sentence.
            found[-1] += group
        else:
            found.append(group)
        last = text
    return [_paragraph(group, words) for group in found]


def _paragraph(lines: Sequence[Line], words: frozenset[str]) -> PdfParagraph:
    texts = [line.text for line in lines]
    pages = [PageStart(0, lines[0].page)]
    for at, line in enumerate(lines):
        if line.page > pages[-1].page:
            pages.append(PageStart(len(join_lines(texts[:at], words)), line.page))
    return PdfParagraph(join_lines(texts, words), tuple(pages))


def _groups(lines: Sequence[Line]) -> Iterator[list[Line]]:
    group: list[Line] = []
    usual = spacing(lines)
    for line in lines:
        if group and _begins(group[-1], line, _BETWEEN * usual):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _begins(before: Line, line: Line, wide: float) -> bool:
    """Tell whether a line begins a new paragraph."""
    if _CAPTION.match(line.text):
        return True
    if before.column != line.column:
        ended = _SENTENCE_END.search(before.text) is not None
        return ended and (line.indent > 0.6 * line.size or before.right < before.end - line.size)
    gap = before.base - line.base
    if gap > wide * line.size or gap < -line.size:
        return True
    return before.indent < 0.3 * line.size and 0.6 * line.size < line.indent < 4 * line.size


def _is_prose(text: str) -> bool:
    in_words = sum(map(len, _WORD.findall(text)))
    return in_words >= _WORDS_SHARE * len(text.replace(" ", ""))
