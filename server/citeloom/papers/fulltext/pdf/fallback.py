"""The pages of a PDF by pypdf, where PDFium cannot read it."""

import io
import logging
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pypdf import PageObject, PdfReader

from citeloom.papers.fulltext.pdf.page import (
    ROTATED,
    TINY,
    Document,
    Hidden,
    Page,
    Piece,
    is_bold,
)
from citeloom.papers.fulltext.text import Unreadable

_SHOWS_TEXT = frozenset({b"Tj", b"TJ", b"'", b'"'})
_FILLS = {b"g": 1.0, b"rg": 1.0, b"sc": 1.0, b"scn": 1.0, b"k": 0.0}
"""Operators that set the colour of text, and what all of their numbers are where it is white."""

_NEARLY = 0.05
_WIDTH = 0.48
"""Of a character, in units of the font size: pypdf does not tell where a text ends."""


def document(data: bytes, why: str) -> Document:
    """Open a PDF that PDFium cannot read for the reason given.

    Raises
    ------
    Unreadable
        If pypdf cannot read it either; asking for the pages raises it too.
    """
    # It logs each of a file's faults; what they come to is said here.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(data), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            raise Unreadable("the PDF is encrypted with a password")
        count = len(reader.pages)
    except Unreadable:
        raise
    except Exception as error:  # A broken file makes pypdf raise whatever it meets.
        raise Unreadable(f"the PDF is malformed: {why} (pypdfium2); {error} (pypdf)") from error
    if not count:
        raise Unreadable(f"the PDF is malformed: {why} (pypdfium2); it has no pages (pypdf)")
    note = (
        f"read by pypdf, since pypdfium2 could not ({why}): hidden text is told by its mode, size, "
        "place and white colour alone"
    )
    return Document(count, _pages(reader), (note,))


def _pages(reader: PdfReader) -> Iterator[Page]:
    for number in range(len(reader.pages)):
        try:
            page = reader.pages[number]
            collecting = _Collecting(page)
            page.extract_text(
                visitor_text=collecting.text, visitor_operand_before=collecting.operand
            )
        except Exception as error:  # A broken page makes pypdf raise whatever it meets.
            raise Unreadable(f"page {number + 1} of the PDF is malformed: {error}") from error
        yield collecting.page(number + 1)


class _Collecting:
    """Collects the text of a page as pypdf comes by it, and what of it is hidden."""

    def __init__(self, page: PageObject) -> None:
        box = page.cropbox
        self.left, self.bottom = float(box.left), float(box.bottom)
        self.right, self.top = float(box.right), float(box.top)
        self.pieces: list[Piece] = []
        self.hidden: Counter[Hidden] = Counter()
        self.invisible = self.white = False
        self.saved: list[tuple[bool, bool]] = []
        # pypdf hands text over later than the operators that show it, several at a time: where one
        # of them is hidden, all are left out.
        self.waiting: Hidden | None = None

    def page(self, number: int) -> Page:
        width, height = self.right - self.left, self.top - self.bottom
        return Page(number, width, height, tuple(self.pieces), dict(self.hidden))

    def operand(self, operator: bytes, operands: Any, cm: list[float], tm: list[float]) -> None:
        if operator in _SHOWS_TEXT:
            if self.invisible:
                self.waiting = Hidden.INVISIBLE
            elif self.white:
                self.waiting = Hidden.COLOUR
        elif operator == b"Tr" and operands:
            self.invisible = operands[0] in (3, 7)
        elif operator in _FILLS:
            white = _FILLS[operator]
            numbers = [float(operand) for operand in operands if isinstance(operand, (int, float))]
            self.white = bool(numbers) and all(abs(number - white) < _NEARLY for number in numbers)
        elif operator == b"q":
            self.saved.append((self.invisible, self.white))
        elif operator == b"Q" and self.saved:
            self.invisible, self.white = self.saved.pop()

    def text(
        self, text: str, cm: list[float], tm: list[float], font: Any, font_size: float
    ) -> None:
        count = sum(not character.isspace() for character in text)
        if not count:
            return
        reason, self.waiting = self.waiting, None
        size = abs(font_size) * math.hypot(tm[2], tm[3]) * math.hypot(cm[2], cm[3])
        left = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
        base = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
        if not (self.left <= left <= self.right and self.bottom <= base <= self.top):
            reason = Hidden.OFF_PAGE
        elif size < TINY:
            reason = Hidden.TINY
        if reason:
            self.hidden[reason] += count
        elif abs(tm[1]) <= ROTATED * abs(tm[0]):
            bold = is_bold(str(font.get("/BaseFont", "")) if font else "")
            for row, line in enumerate(text.strip("\n").split("\n")):
                right = left + _WIDTH * size * len(line)
                if line.strip():
                    place = base - 1.2 * size * row
                    self.pieces.append(Piece(line.strip(), left, right, place, size, bold))
