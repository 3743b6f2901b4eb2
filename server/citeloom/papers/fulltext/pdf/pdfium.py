"""The pages of a PDF by pypdfium2: what is seen on them, and how much is hidden."""

import ctypes
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pypdfium2
from pypdfium2 import raw

from citeloom.papers.fulltext.pdf.actual_text import read_as_drawn
from citeloom.papers.fulltext.pdf.page import (
    ROTATED,
    TINY,
    Hidden,
    PdfDocument,
    PdfPage,
    PdfPiece,
    is_bold,
)
from citeloom.papers.fulltext.pdf.visible import Picture
from citeloom.papers.fulltext.text import Unreadable

MOST_CHARACTERS_OF_A_PAGE = 100_000
_INVISIBLE_MODES = frozenset({3, 7})
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")
_SPECIAL = {
    0x02: "-",  # PDFium's mark for a hyphen at the end of a line.
    # TeX's bitmap fonts do not say what their characters are; these are their ligatures.
    **dict(enumerate(_LIGATURES, start=0x0B)),
    **dict(enumerate(_LIGATURES, start=0x1B)),
}
_WIDE_GAP = 0.75
"""In units of the font size: a gap as wide may be one between columns."""


@dataclass(frozen=True, slots=True)
class _Look:
    """How a text object is drawn; ``grey`` is its brightness from 0 to 255."""

    size: float
    bold: bool
    rotated: bool
    grey: float
    invisible: bool


@dataclass(slots=True)
class _Character:
    text: str
    left: float
    bottom: float
    right: float
    top: float
    base: float
    drawn_by: int
    look: _Look


@dataclass(slots=True)
class _Growing:
    """A piece that is being put together."""

    characters: list[_Character] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def continues(self, character: _Character) -> bool:
        if not self.characters:
            return True
        last = self.characters[-1]
        size = max(last.look.size, character.look.size)
        gap = character.left - last.right
        raised = abs(character.base - last.base)
        of_one_ligature = abs(character.left - last.left) < 0.01
        near = -0.6 * size < gap < _WIDE_GAP * size
        return raised < 0.6 * size and (near or of_one_ligature)

    def add(self, character: _Character, space: bool) -> None:
        if space and self.text:
            self.text.append(" ")
        self.characters.append(character)
        self.text.append(character.text)

    def piece(self) -> PdfPiece:
        looks = Counter(
            character.look for character in self.characters if not character.text.isspace()
        )
        sizes = Counter(round(character.look.size, 1) for character in self.characters)
        size = sizes.most_common(1)[0][0]
        bold = sum(count for look, count in looks.items() if look.bold)
        bases = Counter(
            round(character.base, 1)
            for character in self.characters
            if abs(character.look.size - size) < 0.2
        )
        return PdfPiece(
            "".join(self.text),
            self.characters[0].left,
            max(character.right for character in self.characters),
            bases.most_common(1)[0][0],
            size,
            2 * bold > looks.total(),
        )


def document(data: bytes) -> PdfDocument:
    """Open a PDF.

    Raises
    ------
    Unreadable
        If it is malformed or encrypted with a password; asking for the pages raises it too.
    """
    try:
        opened = pypdfium2.PdfDocument(data)
        return PdfDocument(len(opened), _pages(opened))
    except pypdfium2.PdfiumError as error:
        if error.err_code == raw.FPDF_ERR_PASSWORD:
            raise Unreadable("the PDF is encrypted with a password") from error
        raise _malformed(error) from error


def _malformed(error: Exception) -> Unreadable:
    return Unreadable(f"the PDF is malformed: {error}")


def _pages(opened: pypdfium2.PdfDocument) -> Iterator[PdfPage]:
    try:
        for number in range(len(opened)):
            page = opened[number]
            try:
                yield _page(page, number + 1)
            finally:
                page.close()
    except (pypdfium2.PdfiumError, ValueError) as error:  # ValueError: a crop box off the page
        raise _malformed(error) from error
    finally:
        opened.close()


def _page(page: pypdfium2.PdfPage, number: int) -> PdfPage:
    page.set_rotation(0)  # The places of characters do not turn with the page.
    left, bottom, right, top = page.get_cropbox()
    read_as_drawn(page)
    text = page.get_textpage()
    try:
        characters = list(_characters(text))
    finally:
        text.close()
    picture = Picture.of(page, (left, bottom, right, top)) if characters else None
    shown: list[_Character | None] = []
    hidden: Counter[Hidden] = Counter()
    reasons = _reasons([character for character in characters if character is not None], picture)
    for character in characters:
        if character is None or character.look.rotated:
            shown.append(None)
            continue
        across, up = (character.left + character.right) / 2, (character.bottom + character.top) / 2
        off = not (left <= across <= right and bottom <= up <= top)
        if reason := Hidden.OFF_PAGE if off else reasons.get(character.drawn_by):
            hidden[reason] += 1
            shown.append(None)
        else:
            shown.append(character)
    return PdfPage(number, right - left, top - bottom, tuple(_pieces(shown)), dict(hidden))


def _characters(text: pypdfium2.PdfTextPage) -> Iterator[_Character | None]:
    """Yield the characters of a page; None for a space or the end of a line."""
    box = raw.FS_RECTF()
    across, base = ctypes.c_double(), ctypes.c_double()
    looks: dict[int, _Look] = {}
    for index in range(min(text.count_chars(), MOST_CHARACTERS_OF_A_PAGE)):
        code = raw.FPDFText_GetUnicode(text, index)
        drawn = raw.FPDFText_GetTextObject(text, index)
        shown = _SPECIAL.get(code) or (chr(code) if 0x20 < code <= 0x10FFFF else "")
        if not drawn or not shown or shown.isspace() or 0xD800 <= code < 0xE000:
            yield None
            continue
        address = ctypes.cast(drawn, ctypes.c_void_p).value or 0
        if address not in looks:
            looks[address] = _look(text, index, drawn)
        raw.FPDFText_GetLooseCharBox(text, index, box)
        raw.FPDFText_GetCharOrigin(text, index, across, base)
        yield _Character(
            shown, box.left, box.bottom, box.right, box.top, base.value, address, looks[address]
        )


def _look(text: pypdfium2.PdfTextPage, index: int, drawn: object) -> _Look:
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(text, index, matrix)
    size = raw.FPDFText_GetFontSize(text, index) * math.hypot(matrix.c, matrix.d)
    red, green, blue, opaque = (ctypes.c_uint() for _ in range(4))
    known = raw.FPDFText_GetFillColor(text, index, red, green, blue, opaque)
    grey = 0.299 * red.value + 0.587 * green.value + 0.114 * blue.value if known else 0.0
    mode = raw.FPDFTextObj_GetTextRenderMode(drawn)
    if mode != raw.FPDF_TEXTRENDERMODE_FILL:
        grey = 0.0  # Then the colour of its strokes counts too.
    return _Look(
        size,
        is_bold(_font_name(drawn)),
        abs(matrix.b) > ROTATED * abs(matrix.a),
        grey,
        mode in _INVISIBLE_MODES or (bool(known) and mode == 0 and opaque.value == 0),
    )


def _font_name(drawn: object) -> str:
    font = raw.FPDFTextObj_GetFont(drawn)
    if not font:
        return ""
    name = ctypes.create_string_buffer(256)
    length = raw.FPDFFont_GetBaseFontName(font, name, len(name))
    return name.raw[: max(0, min(length, len(name)) - 1)].decode("utf-8", "replace")


def _reasons(characters: list[_Character], picture: Picture | None) -> dict[int, Hidden]:
    """Return why text objects are hidden; those that can be seen are not there."""
    of_object: dict[int, list[_Character]] = {}
    for character in characters:
        of_object.setdefault(character.drawn_by, []).append(character)
    found = {}
    for address, drawn in of_object.items():
        look = drawn[0].look
        if look.invisible:
            found[address] = Hidden.INVISIBLE
        elif (
            look.size < TINY
            and max(character.top - character.bottom for character in drawn) < 2 * TINY
        ):
            found[address] = Hidden.TINY
        elif picture is not None and not look.rotated:
            box = (
                min(character.left for character in drawn),
                min(character.bottom for character in drawn),
                max(character.right for character in drawn),
                max(character.top for character in drawn),
            )
            if not picture.shows(box, look.grey):
                found[address] = Hidden.COLOUR
    return found


def _pieces(characters: list[_Character | None]) -> Iterator[PdfPiece]:
    growing = _Growing()
    space = False
    for character in characters:
        if character is None:
            space = True
            continue
        if not growing.continues(character):
            yield growing.piece()
            growing = _Growing()
        growing.add(character, space)
        space = False
    if growing.characters:
        yield growing.piece()
