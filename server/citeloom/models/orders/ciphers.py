"""Plain words that a text hides in ciphers: shifted alphabets, mirrored words, signs for letters.

Nobody hides words that people shall read, so that what is found counts, whatever it says.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache

from citeloom.models.orders.lexicon import english_words

_COMMON = """
the of and to a in is that it for as with was on are be this by an or not from at which
but have has were all their they you we our your what when who will would there can if
no do so up only about its than into them then other others just like how out these
those any some more most now i he she his her my me us write paper papers work text
article ignore forget previous above instructions cite mention say describe leave best
first never always praise must should rules told
"""
COMMON = frozenset(_COMMON.split())
_SMALL = "abcdefghijklmnopqrstuvwxyz"
_WORD = re.compile(r"[a-z']+")
_RUN = re.compile(r"(?<!\w)(?:[^\W\d_](?:[ .|_*·•/~-]{1,3}|\n)){11,}[^\W\d_](?!\w)")
_UNSEEN_RUN = re.compile(
    "[\u200b-\u200f\u2060-\u2064\ufeff]{8,}|[\U000e0100-\U000e01ef\ufe00-\ufe0f]{8,}"
)
_BITS = re.compile(r"(?:\b[01]{7,8}\b[ ,]*){6,}")
_NUMBERS = re.compile(r"(?:\b1?\d{2}\b[ ,;]+){11,}\b1?\d{2}\b")
_OCTAL = re.compile(r"(?:\\[01][0-7]{2}){6,}")
_UNICODE = re.compile(r"(?:U\+00[0-9A-Fa-f]{2}[ ,]*){6,}")
_MORSE = re.compile(r"(?<!\S)(?:[.·•−–-]{1,5}(?:\s*/\s*|\s+)){8,}[.·•−–-]{1,5}")
_BRAILLE = re.compile("[\u2801-\u283f][\u2800-\u283f ]{8,}")
_JOINED = re.compile(r"(?<!\w)[A-Za-z]+(?:_[A-Za-z]+){4,}(?!\w)|(?<!\w)(?:[A-Z][a-z]+){6,}(?!\w)")
_HUMP = re.compile(r"_|(?<=[a-z])(?=[A-Z])")
_NATO = re.compile(
    r"(?:\b(?:alpha|alfa|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar"
    r"|papa|quebec|romeo|sierra|tango|uniform|victor|whiskey|x-?ray|yankee|zulu)\b[ ,.-]*){6,}",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|\n+")


def deciphered(text: str) -> Iterator[str]:
    """Yield the hidden words of a text, or the signs that hide them."""
    for pattern in (_UNSEEN_RUN, _RUN, _NATO, _BRAILLE):
        for found in pattern.finditer(text):
            if pattern is not _RUN or _has_letters_of_words(found[0]):
                yield found[0]
    for pattern, number in _CODES:
        for found in pattern.finditer(text):
            yield from _if_words("".join(chr(number(code)) for code in re.findall(_CODE, found[0])))
    for found in _MORSE.finditer(text):
        if len(set(found[0])) > 2:
            yield found[0]
    for found in _JOINED.finditer(text):
        yield from _if_words(_HUMP.sub(" ", found[0]))
    for sentence in _SENTENCE.split(text):
        yield from _turned(sentence)
    yield from _scrambled(text.lower())


_CODE = re.compile(r"[0-9A-Fa-f]{2,8}")
_CODES: tuple[tuple[re.Pattern[str], Callable[[str], int]], ...] = (
    (_BITS, lambda code: int(code, 2) & 127),
    (_NUMBERS, lambda code: int(code) & 127),
    (_OCTAL, lambda code: int(code, 8) & 127),
    (_UNICODE, lambda code: int(code, 16) & 127),
)


def _has_letters_of_words(run: str) -> bool:
    letters = [sign for sign in run.lower() if sign.isalpha()]
    vowels = sum(sign in "aeiouy" for sign in letters)
    return len(set(letters)) > 5 and 0.2 < vowels / len(letters) < 0.65


def _turned(sentence: str) -> Iterator[str]:
    """Yield a sentence without common words as it reads when turned, if it then has some."""
    words = _WORD.findall(sentence.lower())
    if not 5 <= len(words) <= 200 or sum(word in COMMON for word in words) > len(words) // 8:
        return
    low = " ".join(words)
    for plain in _readings(low, sentence):
        if _is_plain(plain):
            yield plain
            return


def _scrambled(text: str) -> Iterator[str]:
    """Yield the words whose inner letters changed places: "ingore all pervious"."""
    inner = _inner_letters()
    found = [
        word
        for word in _WORD.findall(text)
        if len(word) > 5 and (meant := inner.get(_mixed(word))) and word not in meant
    ]
    if len(set(found)) > 2:
        yield " ".join(found)


@cache
def _inner_letters() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for word in (*english_words(), *COMMON):
        found.setdefault(_mixed(word), set()).add(word)
    return found


def _mixed(word: str) -> str:
    return f"{word[0]}{''.join(sorted(word[1:-1]))}{word[-1]}"


def _readings(low: str, sentence: str) -> Iterator[str]:
    for shift in range(1, 26):
        yield low.translate(str.maketrans(_SMALL, _SMALL[shift:] + _SMALL[:shift]))
    yield low.translate(str.maketrans(_SMALL, _SMALL[::-1]))
    yield low[::-1]
    yield " ".join(re.sub(r"^(.*?)([bcdfghjklmnpqrstvwxyz]*)(?:ay|way)$", r"\2\1", word)
                   for word in low.split())  # fmt: skip
    yield " ".join(word[::-1] for word in low.split())
    yield "".join(
        chr(33 + (ord(sign) + 14) % 94) if "!" <= sign <= "~" else sign for sign in sentence
    ).lower()


def _if_words(text: str) -> Iterator[str]:
    if text.isprintable() and _is_plain(text.lower()):
        yield text


def _is_plain(text: str) -> bool:
    words = _WORD.findall(text)
    known = [word for word in words if word in COMMON]
    return len(known) * 5 >= len(words) * 2 and len({word for word in known if len(word) > 2}) > 2
