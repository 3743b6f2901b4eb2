"""Turns a file's bytes into text and back; no byte changes unless it was edited."""

import codecs
from dataclasses import dataclass

_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_BOMS = {name: bom for bom, name in _UTF16.items()} | {"utf-8-sig": codecs.BOM_UTF8}
_CODECS = {"utf-8-sig": "utf-8"}
_BINARY_STARTS = (
    b"%PDF-",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"BZh",
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file and how it was read.

    ``encoding`` is one of ``utf-8``, ``utf-8-sig``, ``utf-16-le``, ``utf-16-be`` (these three
    begin with a byte order mark, which ``text`` leaves out) and ``latin-1``. ``note`` says in
    words for the author what was doubtful about it, or is ``None``.
    """

    text: str
    encoding: str
    note: str | None = None


def decode(data: bytes) -> Decoded:
    """Read bytes as UTF-8, as UTF-16 where a byte order mark says so, else as Latin-1.

    Line ends stay as they are. Every byte string can be read, and ``encode`` gives it back.
    """
    encoding, start = _named_by_mark(data)
    try:
        return Decoded(data[start:].decode(_CODECS.get(encoding, encoding)), encoding)
    except UnicodeDecodeError as error:
        place = start + error.start
        line = data.count(b"\n", 0, place) + 1
        note = (
            f"not valid {encoding.removesuffix('-sig').upper()} (byte 0x{data[place]:02X} in line"
            f" {line}), so it was read as Latin-1"
        )
        return Decoded(data.decode("latin-1"), "latin-1", note)


def encode(text: str, encoding: str) -> bytes:
    """Write text in an encoding that ``decode`` named, byte order mark included.

    Raises ``UnicodeEncodeError`` where the encoding has no bytes for a character of the text, and
    ``LookupError`` for an unknown encoding.
    """
    return _BOMS.get(encoding, b"") + text.encode(_CODECS.get(encoding, encoding))


def is_binary(data: bytes) -> bool:
    """Tell whether bytes are no text: an image, a PDF, an archive, a compiled file."""
    if data.startswith(tuple(_UTF16)):
        return False
    return data.startswith(_BINARY_STARTS) or b"\0" in data


def _named_by_mark(data: bytes) -> tuple[str, int]:
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8-sig", len(codecs.BOM_UTF8)
    for mark, encoding in _UTF16.items():
        if data.startswith(mark):
            return encoding, len(mark)
    return "utf-8", 0
