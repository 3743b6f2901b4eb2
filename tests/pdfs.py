"""PDFs of a page, made of lines."""

import io
from collections.abc import Sequence
from pathlib import Path

from pypdf import PdfWriter
from pypdf.generic import DictionaryObject, NameObject, StreamObject

ASH_TREES = (
    "Ash Trees of the North",
    "Ann Smith",
    "Abstract",
    "We count ash trees in the north and find",
    "fewer of them than ever before.",
    "1 Introduction",
    "Trees are old, and nobody has counted all of them so far.",
)
"""The first page of a paper."""


_BOLD = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica-Bold"}


def pdf_of_lines(lines: Sequence[str]) -> bytes:
    """Return a PDF whose only page has these lines, without parentheses, one below the other."""
    top = 20 * len(lines)
    shown = " ".join(f"1 0 0 1 20 {top - 20 * at} Tm ({line}) Tj" for at, line in enumerate(lines))
    return pdf_drawing(f"BT /F1 10 Tf {shown} ET", 40 + top)


def pdf_drawing(contents: str, height: int, **fonts: DictionaryObject) -> bytes:
    """Return a PDF whose only page has these contents; ``/F1`` is a font for all."""
    writer = PdfWriter()
    page = writer.add_blank_page(600, height)
    stream = StreamObject()
    stream.set_data(contents.encode("latin-1"))
    fonts["F1"] = DictionaryObject({NameObject(k): NameObject(v) for k, v in _BOLD.items()})
    for font in fonts.values():
        if glyphs := font.get("/CharProcs"):
            for name, glyph in glyphs.items():
                glyphs[name] = writer._add_object(glyph)
    named = DictionaryObject({NameObject(f"/{name}"): font for name, font in fonts.items()})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): named})
    page[NameObject("/Contents")] = writer._add_object(stream)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def make_pdf(path: Path, lines: Sequence[str] = ASH_TREES) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pdf_of_lines(lines))
    return path
