"""Shows a text without the disguises that hide its words from a search."""

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0100-\U000e01ef]"
)
_TAGS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
"""Tag characters, each an unseen copy of an ASCII character."""

_ALIKE = str.maketrans(
    "авсеԁһіјӏкмопрԛѕтԝхуԍѵАВСЕНІЈКМОРЅТХУҮԌԚ"
    "ԜαβγεικνορτυχωΑΒΕΖΗΙΚΜΝΟΡΤΥΧɑıɩɡʏʀɪɴᴀᴄᴅᴇ"
    "ɢʜᴊᴋʟᴍᴏᴘꜱᴛᴜᴠᴡᴢʙ",
    "abcedhijlkmonpqstwxygvABCEHIJKMOPSTXYYGQ"
    "WabyeiknoptuxwABEZHIKMNOPTYXaiigyrinacde"
    "ghjklmopstuvwzb",
)
"""Letters of other scripts, and small capitals, that look like Latin ones."""

_DIGITS = str.maketrans("013457@$!|", "oieastasil")
"""Figures and signs that stand for letters: 1gn0r3."""

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{16,}={0,2}(?![A-Za-z0-9+/=])")
_BASE32 = re.compile(r"(?<![A-Za-z0-9])(?=[A-Z]*[2-7])[A-Z2-7]{24,}={0,6}(?![A-Za-z0-9=])")
_CODE_POINTS = re.compile(r"(?:\\u00[0-9a-fA-F]{2}){12,}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:(?:\\x|0x|%)?[0-9a-fA-F]{2}[ ,:]?){12,}(?![0-9A-Za-z])")
_PAIRS = re.compile(r"(?:\\x|0x|%)?([0-9a-fA-F]{2})[ ,:]?")
_WORDS = re.compile(r"[A-Za-z]{2,}(?:[ ,.:;!?'-]+[A-Za-z]+){2,}")
_NO_LETTER = re.compile(r"[^a-z]+")
_BROKEN = re.compile(r"(?<=\w)[-\u2010\u2011]?[ \t]*\n[ \t]*(?=\w)")
_COMMENT = re.compile(r"<!--|-->|</?(?:span|p|b|i|div|font|br)\b[^<>]{0,100}>", re.IGNORECASE)


def undisguised(text: str) -> str:
    """Return a text with entities resolved, unseen signs left out and look-alikes made Latin."""
    if text.isascii() and "&" not in text and "<" not in text:
        return text
    plain = html.unescape(html.unescape(text)) if "&" in text else text
    plain = _COMMENT.sub(" ", plain).translate(_TAGS)
    folded = unicodedata.normalize("NFKD", _UNSEEN.sub("", plain))
    letters = "".join(sign for sign in folded if not unicodedata.combining(sign))
    return letters.translate(_ALIKE)


def with_words_joined(text: str) -> str:
    """Return a text whose lines go on where they break, also inside of words."""
    return _BROKEN.sub("", text)


def letters_alone(text: str) -> Iterator[str]:
    """Yield a text's letters without all that stands between them.

    It is read as it stands, with figures as letters, backwards, and with the alphabet turned by
    thirteen places.
    """
    small = text.lower()
    squeezed = _NO_LETTER.sub("", small)
    yield squeezed
    if re.search(r"[013457@$!|]", small):
        yield _NO_LETTER.sub("", small.translate(_DIGITS))
    yield squeezed[::-1]
    yield codecs.decode(squeezed, "rot13")


def decoded_words(text: str) -> Iterator[str]:
    """Yield the plain words that a text holds as base64, base32 or as numbers of their letters."""
    for found in _BASE64.finditer(text):
        given = found[0].rstrip("=")
        try:
            data = base64.b64decode(given + "=" * (-len(given) % 4))
        except (binascii.Error, ValueError):
            continue
        yield from _as_words(data)
    for found in _BASE32.finditer(text):
        given = found[0].rstrip("=")
        try:
            data = base64.b32decode(given + "=" * (-len(given) % 8))
        except (binascii.Error, ValueError):
            continue
        yield from _as_words(data)
    for found in _CODE_POINTS.finditer(text):
        yield from _as_words(bytes.fromhex(found[0].replace("\\u00", "")))
    for found in _HEX.finditer(text):
        yield from _as_words(bytes.fromhex("".join(_PAIRS.findall(found[0]))))


def _as_words(data: bytes) -> Iterator[str]:
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError:
        return
    if words := _WORDS.search(text):
        yield words[0]
