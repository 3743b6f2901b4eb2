"""How many PDFs PDFium refuses, and how many of these pypdf reads: ``python -m bench.pdfs FOLDER``.

PDFs that want a password count as neither.
"""

import io
import logging
import sys
from collections import Counter
from pathlib import Path

import pypdf
import pypdfium2

logging.getLogger("pypdf").setLevel(logging.CRITICAL)


def reader_of(data: bytes) -> str:
    """Name the library that reads a PDF to its end, PDFium first; pypdf must find text there."""
    try:
        for page in pypdfium2.PdfDocument(data):
            page.get_textpage().get_text_range()
        return "PDFium"
    except pypdfium2.PdfiumError as error:
        if error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD:
            return "password"
    try:
        pages = pypdf.PdfReader(io.BytesIO(data), strict=False).pages
        found = any(page.extract_text().strip() for page in pages)
    except Exception:
        return "neither"
    return "pypdf alone" if found else "neither"


def main(folders: list[str]) -> None:
    for folder in folders:
        paths = sorted(Path(folder).rglob("*.pdf"))
        found = Counter(reader_of(path.read_bytes()) for path in paths if path.stat().st_size)
        print(folder, dict(found))


if __name__ == "__main__":
    main(sys.argv[1:])
