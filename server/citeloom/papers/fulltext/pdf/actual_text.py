"""The text that a page names in place of what it draws (``/ActualText``)."""

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import pypdfium2
from pypdfium2 import raw

_KEY = b"ActualText"
_LEAST_WIDTH = 0.15
"""Of a letter, in units of the font size: more of them cannot stand in the place of a drawing."""


@dataclass(slots=True)
class _Named:
    """A text, and the text objects in whose place it is named; ``mark`` is theirs."""

    mark: object
    value: bytes
    objects: list[pypdfium2.PdfObject] = field(default_factory=list)


def read_as_drawn(page: pypdfium2.PdfPage) -> None:
    """Take the named texts out of a page, which PDFium gives for what can be seen there.

    One stays where nothing drawn can be read (a ligature of a font that does not say what its
    characters are) and its letters have room there.
    """
    named = _named_texts(page)
    for text in named:
        raw.FPDFPageObjMark_RemoveParam(text.objects[0], text.mark, _KEY)
    if not named:
        return
    drawn = page.get_textpage()
    try:
        read = set(_read_objects(drawn))
    finally:
        drawn.close()
    for text in named:
        if read.isdisjoint(map(_address, text.objects)) and _has_room(text):
            value = (ctypes.c_ubyte * len(text.value)).from_buffer_copy(text.value)
            raw.FPDFPageObjMark_SetBlobParam(
                page.pdf, text.objects[0], text.mark, _KEY, value, len(text.value)
            )


def _named_texts(page: pypdfium2.PdfPage) -> list[_Named]:
    found: dict[int, _Named] = {}
    for drawn in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
        for number in range(raw.FPDFPageObj_CountMarks(drawn)):
            mark = raw.FPDFPageObj_GetMark(drawn, number)
            if value := _value(mark):
                named = found.setdefault(_address(mark), _Named(mark, value))
                named.objects.append(drawn)
    return list(found.values())


def _value(mark: object) -> bytes:
    length = ctypes.c_ulong()
    raw.FPDFPageObjMark_GetParamBlobValue(mark, _KEY, None, 0, length)
    value = (ctypes.c_ubyte * length.value)()
    raw.FPDFPageObjMark_GetParamBlobValue(mark, _KEY, value, length.value, length)
    return bytes(value)


def _read_objects(text: pypdfium2.PdfTextPage) -> Iterator[int]:
    """Yield the addresses of text objects that have a character whose font says what it is."""
    for index in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text, index)
        if code > 0x20 and raw.FPDFText_HasUnicodeMapError(text, index) == 0:
            yield _address(raw.FPDFText_GetTextObject(text, index))


def _has_room(text: _Named) -> bool:
    letters = len(text.value) / 2 if text.value.startswith(b"\xfe\xff") else len(text.value)
    return letters * _LEAST_WIDTH <= sum(map(_width, text.objects))


def _width(drawn: pypdfium2.PdfObject) -> float:
    """Return how wide a text is drawn, in units of its font size."""
    left, bottom, right, top, size = (ctypes.c_float() for _ in range(5))
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetBounds(drawn, left, bottom, right, top)
    raw.FPDFPageObj_GetMatrix(drawn, matrix)
    raw.FPDFTextObj_GetFontSize(drawn, size)
    height = size.value * math.hypot(matrix.c, matrix.d)
    return (right.value - left.value) / height if height > 0 else 0.0


def _address(handle: object) -> int:
    return ctypes.cast(handle, ctypes.c_void_p).value or 0  # type: ignore[arg-type]
