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


def pdf_of_lines(lines: Sequence[str]) -> bytes:
    """Return a PDF whose only page has these lines, without parentheses, one below the other."""
    writer = PdfWriter()
    page = writer.add_blank_page(600, 40 + 20 * len(lines))
    top = 20 * len(lines)
    shown = " ".join(f"1 0 0 1 20 {top - 20 * at} Tm ({line}) Tj" for at, line in enumerate(lines))
    contents = StreamObject()
    contents.set_data(f"BT /F1 10 Tf {shown} ET".encode())
    font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica-Bold"}
    named = DictionaryObject({NameObject(k): NameObject(v) for k, v in font.items()})
    fonts = DictionaryObject({NameObject("/F1"): named})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    page[NameObject("/Contents")] = writer._add_object(contents)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def make_pdf(path: Path, lines: Sequence[str] = ASH_TREES) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pdf_of_lines(lines))
    return path
