"""The lines of a PDF in reading order: columns after each other, running heads left out."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from citeloom.papers.fulltext.pdf.mending import mend_line
from citeloom.papers.fulltext.pdf.page import PdfPage, PdfPiece

_MARGIN = 0.17
"""Share of the page's height, above and below, in which running heads and page numbers stand.

LaTeX's article has its page numbers at 0.166 of a page of A4.
"""

_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"(?:page\s+)?[-–—]?\s*(?:\d{1,4}|[ivxlc]{1,6})\s*[-–—]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of running text, mended.

    ``column`` tells the columns of a document apart, in reading order; ``start`` and ``end`` are
    where most lines of this line's column begin and end. ``lead`` is the bold text with which the
    line begins; all of it in a bold line. ``pieces`` are its parts between wide gaps.
    """

    text: str
    page: int
    column: int
    left: float
    right: float
    base: float
    size: float
    lead: str
    start: float
    end: float
    pieces: tuple[str, ...]

    @property
    def bold(self) -> bool:
        """Tell whether all of the line is bold."""
        return self.lead == self.text

    @property
    def indent(self) -> float:
        """How far from the begin of its column it begins, in points."""
        return self.left - self.start


def spacing(lines: Sequence[Line]) -> float:
    """Return the usual distance between the base lines of running text, in font sizes."""
    found = Counter(
        round((before.base - line.base) / line.size, 1)
        for before, line in pairwise(lines)
        if before.column == line.column and before.base > line.base and before.size == line.size
    )
    return found.most_common(1)[0][0] if found else 1.2


def lines_of(pages: Sequence[PdfPage]) -> tuple[Line, ...]:
    """Return the lines of a document in reading order, without running heads and page numbers."""
    running = _Running.of(pages)
    found: list[Line] = []
    column = 0
    for page in pages:
        kept = running.without(page)
        for pieces in _columns(page, kept):
            column += 1
            found.extend(_lines(pieces, page.number, column))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Running:
    """The running heads and feet of several pages: texts at one height, page numbers.

    ``offsets`` are the differences between the number printed on a page and its place.
    """

    texts: frozenset[tuple[str, int]]
    offsets: frozenset[int]

    @classmethod
    def of(cls, pages: Sequence[PdfPage]) -> "_Running":
        texts: Counter[tuple[str, int]] = Counter()
        offsets: Counter[int] = Counter()
        for page in pages:
            margin = [piece for piece in page.pieces if _in_margin(piece, page)]
            texts.update({_anonymous(piece) for piece in margin})
            offsets.update({at for piece in margin if (at := _offset(piece, page)) is not None})
        least = max(2, min(len(pages) // 4, 6))
        return cls(_often(texts, least), _often(offsets, least))

    def without(self, page: PdfPage) -> list[PdfPiece]:
        """Return the pieces of a page that are no part of a running head or foot."""
        kept = [piece for piece in page.pieces if not _in_margin(piece, page)]
        for row in _rows([piece for piece in page.pieces if _in_margin(piece, page)]):
            if not any(_offset(piece, page) in self.offsets for piece in row):
                kept.extend(piece for piece in row if not self._holds(piece, len(row) == 1))
        return kept

    def _holds(self, piece: PdfPiece, alone: bool) -> bool:
        text = piece.text.strip()
        is_number = alone and _PAGE_NUMBER.fullmatch(text) is not None
        return is_number or _anonymous(piece) in self.texts


_Countable = TypeVar("_Countable")


def _often(counts: Counter[_Countable], least: int) -> frozenset[_Countable]:
    return frozenset(offset for offset, count in counts.items() if count >= least)


def _offset(piece: PdfPiece, page: PdfPage) -> int | None:
    """Return how far a number that may be that of a page is from its place; None for others."""
    text = piece.text.strip()
    if piece.bold or not text.isascii() or not text.isdigit() or len(text) > 4:
        return None
    return int(text) - page.number


def _in_margin(piece: PdfPiece, page: PdfPage) -> bool:
    return not page.height * _MARGIN < piece.base < page.height * (1 - _MARGIN)


def _anonymous(piece: PdfPiece) -> tuple[str, int]:
    return _DIGITS.sub("#", piece.text).strip(), round(piece.base / 3)


def _columns(page: PdfPage, pieces: Sequence[PdfPiece]) -> Iterator[list[PdfPiece]]:
    """Yield the pieces of each column, a stretch between two lines across the page at a time."""
    gutter = _gutter(page, pieces)
    if gutter is None:
        if pieces:
            yield list(pieces)
        return
    left: list[PdfPiece] = []
    right: list[PdfPiece] = []
    across: list[PdfPiece] = []
    for row in _rows(pieces):
        if any(piece.left < gutter < piece.right for piece in row):
            yield from (column for column in (left, right) if column)
            left, right = [], []
            across.extend(row)
            continue
        if across:
            yield across
            across = []
        left.extend(piece for piece in row if piece.right <= gutter)
        right.extend(piece for piece in row if piece.right > gutter)
    yield from (column for column in (left, right, across) if column)


def _rows(pieces: Sequence[PdfPiece]) -> Iterator[list[PdfPiece]]:
    row: list[PdfPiece] = []
    for piece in sorted(pieces, key=lambda piece: -piece.base):
        if row and row[0].base - piece.base > 0.3 * piece.size:
            yield row
            row = []
        row.append(piece)
    if row:
        yield row


def _gutter(page: PdfPage, pieces: Sequence[PdfPiece]) -> float | None:
    """Return the place between two columns; None if the page has a single column."""
    long = [piece for piece in pieces if len(piece.text) > 15]
    if len(long) < 8:
        return None
    places = [page.width * share / 100 for share in range(40, 61)]
    crossing = {
        at: sum(len(piece.text) for piece in long if piece.left < at < piece.right) for at in places
    }
    fewest = min(crossing.values())
    free = [at for at in places if crossing[at] == fewest]
    at = free[len(free) // 2]
    total = sum(len(piece.text) for piece in long)
    on_left = sum(len(piece.text) for piece in long if piece.right <= at)
    on_right = sum(len(piece.text) for piece in long if piece.left >= at)
    two = fewest < 0.4 * total and min(on_left, on_right) > 0.1 * total
    rows = Counter(round(piece.base) for piece in long)
    beside = sum(count > 1 for count in rows.values())
    return at if two and (beside > 2 or min(on_left, on_right) > 0.25 * total) else None


def _lines(pieces: Sequence[PdfPiece], page: int, column: int) -> Iterator[Line]:
    rows = [sorted(row, key=lambda piece: piece.left) for row in _rows(pieces)]
    starts = Counter(round(row[0].left) for row in rows)
    ends = Counter(round(row[-1].right) for row in rows)
    start = min(at for at, count in starts.items() if 2 * count >= max(starts.values()))
    end = max(at for at, count in ends.items() if 2 * count >= max(ends.values()))
    for row in rows:
        yield _line(row, page, column, start, end)


def _line(row: Sequence[PdfPiece], page: int, column: int, start: float, end: float) -> Line:
    text = mend_line(" ".join(piece.text.strip() for piece in row))
    lead = []
    for piece in row:
        if not piece.bold:
            break
        lead.append(piece.text.strip())
    longest = max(row, key=lambda piece: len(piece.text))
    return Line(
        text,
        page,
        column,
        row[0].left,
        row[-1].right,
        longest.base,
        longest.size,
        mend_line(" ".join(lead)),
        start,
        end,
        tuple(piece.text.strip() for piece in row),
    )
