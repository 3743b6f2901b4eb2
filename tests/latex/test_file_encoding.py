import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom_latex.file_encoding import decode, encode, is_binary


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"", "", "utf-8"),
        ("Müller".encode(), "Müller", "utf-8"),
        (codecs.BOM_UTF8 + "é\r\n".encode(), "é\r\n", "utf-8-sig"),
        (codecs.BOM_UTF16_LE + "é😀".encode("utf-16-le"), "é😀", "utf-16-le"),
        (codecs.BOM_UTF16_BE + "é😀".encode("utf-16-be"), "é😀", "utf-16-be"),
    ],
)
def test_reads_by_the_mark_or_as_utf8(data: bytes, text: str, encoding: str) -> None:
    decoded = decode(data)
    assert (decoded.text, decoded.encoding, decoded.note) == (text, encoding, None)


def test_says_where_a_text_is_no_utf8() -> None:
    decoded = decode("a\nb\nMüller".encode("latin-1"))
    assert decoded.text == "a\nb\nMüller"
    assert decoded.encoding == "latin-1"
    assert decoded.note is not None
    assert "byte 0xFC in line 3" in decoded.note


def test_a_broken_text_with_a_mark_is_still_read() -> None:
    decoded = decode(codecs.BOM_UTF16_LE + b"a")
    assert decoded.encoding == "latin-1"
    assert decoded.note is not None


@given(st.binary(), st.sampled_from([b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE, b"\xfe\xff"]))
def test_every_byte_string_comes_back(data: bytes, mark: bytes) -> None:
    decoded = decode(mark + data)
    assert encode(decoded.text, decoded.encoding) == mark + data


@given(st.text())
def test_text_comes_back(text: str) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16-le", "utf-16-be"):
        if encoding != "utf-8" or not text.startswith("\ufeff"):
            assert decode(encode(text, encoding)).text == text


def test_latin1_cannot_say_everything() -> None:
    with pytest.raises(UnicodeEncodeError):
        encode("α", "latin-1")


@pytest.mark.parametrize(
    ("data", "binary"),
    [
        (b"%PDF-1.5\n", True),
        (b"\x89PNG\r\n", True),
        (b"text\0text", True),
        (b"% a comment", False),
        (b"%!PS-Adobe", False),
        ("ä".encode("latin-1"), False),
        (codecs.BOM_UTF16_LE + "text".encode("utf-16-le"), False),
        (b"", False),
    ],
)
def test_tells_binary_files(data: bytes, binary: bool) -> None:
    assert is_binary(data) is binary
