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

_SIGNS = {0x1F1E6 + place: chr(97 + place) for place in range(26)} | {
    start + place: chr(97 + place) for start in (0x1F150, 0x1F170) for place in range(26)
}
"""Letters of flags, and letters in circles and squares, that Unicode takes for no letters."""

_TURNED = str.maketrans("ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz", "abcdefghijklmnopqrstuvwxyz")
"""Letters that stand on their heads, last first."""

_DIGITS = str.maketrans("013457@$!|", "oieastasil")
"""Figures and signs that stand for letters: 1gn0r3."""

_BASE64 = re.compile(
    r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{12,}(?:\n[A-Za-z0-9+/_-]{4,})*={0,2}(?![A-Za-z0-9+/_=-])"
)
_BASE32 = re.compile(r"(?<![A-Za-z0-9])(?=[A-Z]*[2-7])[A-Z2-7]{24,}={0,6}(?![A-Za-z0-9=])")
_CODE_POINTS = re.compile(r"(?:\\u00[0-9a-fA-F]{2}){12,}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:(?:\\x|0x|%)?[0-9a-fA-F]{2}[ ,:]?){12,}(?![0-9A-Za-z])")
_PAIRS = re.compile(r"(?:\\x|0x|%)?([0-9a-fA-F]{2})[ ,:]?")
_WORDS = re.compile(r"[A-Za-z]{2,}(?:[ ,.:;!?'-]+[A-Za-z]+){2,}")
_NO_LETTER = re.compile(r"[^a-z]+")
_BROKEN = re.compile(r"(?<=\w)[-\u2010\u2011]?[ \t]*\n[ \t]*(?=\w)")
_COMMENT = re.compile(r"<!--|-->|</?(?:span|p|b|i|div|font|br)\b[^<>]{0,100}>", re.IGNORECASE)
_MIXED = re.compile(r"\b(?=\w*[a-zA-Z])(?=\w*[013457])\w{2,}")
_SLASHED = re.compile(r"(?<=[a-z])[/|\\](?=[a-z])")
_QUOTED = re.compile(r"=([2-7][0-9A-F])")
_PERCENT = re.compile(r"%([2-7][0-9A-Fa-f])")
_TAG = re.compile(r"</?[a-z]{1,6}>")
_DOUBLED = re.compile(r"\b(?:([a-zA-Z])\1){3,}\b")
_LENGTHENED = re.compile(r"([a-zA-Z])\1{2,}")


def undisguised(text: str) -> str:
    """Return a text with entities resolved, unseen signs left out and look-alikes made Latin."""
    if text.isascii() and "&" not in text and "<" not in text:
        return text
    plain = html.unescape(html.unescape(text)) if "&" in text else text
    if "\u0250" in plain or "\u01dd" in plain:
        plain = plain.lower().translate(_TURNED)[::-1]
    plain = _COMMENT.sub(" ", plain).translate(_TAGS | _SIGNS)
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
        given = "".join(found[0].split()).rstrip("=").replace("-", "+").replace("_", "/")
        if len(given) < 16:
            continue
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
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    words = _WORDS.search(text)
    if words:
        yield words[0]
    elif _is_writing(text):
        yield text


def _is_writing(text: str) -> bool:
    letters = sum(map(str.isalpha, text))
    return text.isprintable() and not text.isascii() and letters > 9 and letters * 4 > len(text) * 3


def other_spellings(text: str) -> Iterator[str]:
    """Yield a text with figures in words as letters, or with what breaks or joins words mended."""
    if len(_MIXED.findall(text)) > 2:
        yield _MIXED.sub(lambda word: word[0].translate(_DIGITS), text)
    if len(_SLASHED.findall(text)) > 3:
        yield _SLASHED.sub("", text)
    if "-\u2010" in text or len(_QUOTED.findall(text)) > 3:
        yield _QUOTED.sub(lambda code: chr(int(code[1], 16)), text)
    if "%20" in text:
        yield _PERCENT.sub(lambda code: chr(int(code[1], 16)), text)
    if len(_TAG.findall(text)) > 3:
        yield _TAG.sub("", text)
    if len(_LENGTHENED.findall(text)) > 2:
        yield _LENGTHENED.sub(r"\1", text)
    if len(_DOUBLED.findall(text)) > 2:
        yield _DOUBLED.sub(lambda word: word[0][::2], text)
