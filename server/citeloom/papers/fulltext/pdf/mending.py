"""Lines of a PDF to running text: hyphens at line ends, ligatures, accents, broken addresses."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

_LIGATURES = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}
_LIGATURES[0xAD] = "-"
_ACCENTS = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "˜": "\u0303", "ˆ": "\u0302", "ˇ": "\u030c",
    "¸": "\u0327", "˘": "\u0306", "˚": "\u030a", "˝": "\u030b", "˙": "\u0307", "¯": "\u0304",
}  # fmt: skip
_ACCENTED = re.compile(r"([´`¨˜ˆˇ¸˘˚˝˙¯]) ?([^\W\d_])")
_DOTLESS = {"ı": "i", "ȷ": "j"}
_TAIL = 200
"""Characters of a text that are looked at to tell how it goes on."""

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BROKEN_WORD = re.compile(r"(?:^|[^\w-])((?:[^\W\d_]+-)*[^\W\d_]+)-$")
_BROKEN_INSIDE = re.compile(r"(?<![\w-])(?P<first>[^\W\d_]{2,})-(?P<second>[a-z]{2,})(?![\w-])")
_NO_WORDS = frozenset(
    ["tion", "tions", "tional", "sion", "sions", "ment", "ments", "ity", "ities", "ness", "ization",
     "isation", "izations", "isations", "tive", "tively", "tic", "tical", "bility", "cally", "ing"]
)  # fmt: skip
"""Ends of words that are no words and that nobody sets off by a hyphen."""

_PREFIXES = frozenset(
    ["pre", "re", "non", "multi", "co", "sub", "inter", "intra", "semi", "anti", "over", "under",
     "cross", "self", "fine", "un", "de", "meta", "micro", "macro", "mid", "out", "post", "bi",
     "tri", "hyper", "super", "trans", "auto", "bio", "data", "counter", "on", "off", "up",
     "ultra", "mis"]
)  # fmt: skip
_SECOND_PARTS = frozenset(
    ["aware", "based", "centric", "dimensional", "driven", "free", "level", "like", "line", "order",
     "oriented", "scale", "shot", "specific", "trained", "training", "tuned", "tuning", "way",
     "wise"]
)  # fmt: skip
"""Words that hyphens set behind many others; ``graphbased`` elsewhere is itself a fault."""

_SHORT_ENDING = 5
_ADDRESS_GOES_ON = re.compile(r"(?:\S*://\S*|(?:\S*\b)?10\.\d{4,9}/\S*)[./_=?&#%~+-]$|\bhttps?:$")


def mend_line(text: str) -> str:
    """Return a line with ligatures as letters and accents on the letters that follow them.

    TeX draws an accent of its old fonts as a character before the letter.
    """
    text = text.translate(_LIGATURES)
    return _ACCENTED.sub(_compose, text) if not text.isascii() or "`" in text else text


def vocabulary(lines: Iterable[str]) -> frozenset[str]:
    """Return the words that stand whole in lines, in lower case, those with hyphens too."""
    return frozenset(word.lower() for line in lines for word in _WORD.findall(line.rstrip("-")))


def join_lines(lines: Sequence[str], words: frozenset[str]) -> str:
    """Return lines as one text.

    A word that is broken at a hyphen is put together as ``words`` has it elsewhere; one that is
    nowhere else loses its hyphen. An address that goes on in the next line gets no space.
    """
    text = ""
    for line in lines:
        line = line.strip()
        tail = text[-_TAIL:]
        broken = _BROKEN_WORD.search(tail)
        if not text or not line or _ADDRESS_GOES_ON.search(tail.rpartition(" ")[2]):
            text += line
        elif broken and line[0].islower():
            rest = _WORD.match(line)
            first, second = broken[1].lower(), rest[0].lower() if rest else ""
            keeps = f"{first}-{second}" in words and first + second not in words
            text = (text if keeps else text[:-1]) + line
        elif broken or text.endswith(("–", "—", "/")):
            text += line
        else:
            text += " " + line
    return " ".join(text.split())


def join_broken_words(text: str, words: frozenset[str]) -> str:
    """Return a text without the hyphens that ends of lines have left in words.

    ``paralleliza-tion`` is one, and so is ``mod-eling`` where ``words`` has ``modeling``, unless it
    has the second part too; ``pre-training`` stays.
    """

    def join(found: re.Match[str]) -> str:
        first, second = found["first"].lower(), found["second"]
        known = first + second in words and second not in words | _SECOND_PARTS
        word = len(second) > _SHORT_ENDING and second.endswith(("ed", "ing"))
        known = known and first not in _PREFIXES and not word
        upper = found["first"][1:] != first[1:]
        broken = second in _NO_WORDS or known
        return found["first"] + second if broken and not upper else found[0]

    return _BROKEN_INSIDE.sub(join, text) if "-" in text else text


def _compose(found: re.Match[str]) -> str:
    letter = _DOTLESS.get(found[2], found[2])
    composed = unicodedata.normalize("NFC", letter + _ACCENTS[found[1]])
    return composed if len(composed) == 1 else found[0]
