"""The words of names and titles as citation keys spell them."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.papers.authors import family_names
from citeloom.papers.paper import Paper
from citeloom_latex.typesetting import latin_letters

LONGEST_WORD = 40
"""Letters of a name or a word that go into a key."""

SMALL_WORDS = frozenset(
    {
        "a",
        "an",
        "the",
        "on",
        "of",
        "in",
        "for",
        "to",
        "and",
        "at",
        "by",
        "with",
        "from",
        "is",
        "are",
    }
    | {
        "as",
        "do",
        "does",
        "how",
        "what",
        "when",
        "why",
        "via",
        "or",
        "le",
        "la",
        "les",
        "un",
        "une",
    }
    | {"der", "die", "das", "ein", "eine", "el", "los", "las"}
)
"""Words of titles that keys leave out."""

_OF_GROUPS = frozenset(
    {"the", "collaboration", "collaborations", "community", "consortium", "developers", "group"}
    | {"inc", "inc.", "team"}
)
_WORDS_OF_GROUPS = 2

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_WRITTEN_OUT = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ł": "l"}
    | {"Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i"}
)
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class NameSpelling:
    """How keys spell family names.

    ``particles``: with ``van der``. ``hyphens``: with the hyphens of double names. ``umlauts``:
    ``ue`` for ``ü``. ``plain_letters``: with no letter beyond a to z.
    """

    particles: bool = True
    hyphens: bool = False
    umlauts: bool = False
    plain_letters: bool = True

    def spell(self, family: str) -> str:
        """Return a family name on one word, its letters as they are written."""
        words = family.split()
        while not self.particles and len(words) > 1 and words[0][:1].islower():
            words = words[1:]
        name = unicodedata.normalize("NFC", "".join(words))
        name = name.translate(_UMLAUTS) if self.umlauts else name
        kept = "".join(sign for sign in name if sign.isalpha() or (self.hyphens and sign in "-‐"))
        return self.letters(kept.replace("‐", "-")).strip("-")[:LONGEST_WORD]

    def letters(self, text: str) -> str:
        return plain_letters(text) if self.plain_letters else unicodedata.normalize("NFC", text)


def key_names(paper: Paper) -> Sequence[str]:
    """Return the family names of a paper's authors; of a group the words that tell it."""
    families, _ = family_names(paper)
    groups = {" ".join(author.family.split()) for author in paper.authors if not author.given}
    return [_group_name(family) if family in groups else family for family in families]


def _group_name(name: str) -> str:
    words = name.split()
    if len(words) < 2 or words[0][:1].islower():
        return name
    telling = [word for word in words if word.lower().strip(",") not in _OF_GROUPS] or words
    return " ".join(telling[:_WORDS_OF_GROUPS])


def plain_letters(text: str) -> str:
    """Return a text in ASCII: without accents, other letters as Latin ones or left out."""
    found = ""
    for sign in unicodedata.normalize("NFKD", text.translate(_WRITTEN_OUT)):
        if sign.isascii():
            found += sign
        elif (latin := latin_letters(sign)).isalpha():
            found += latin
    return found


def title_words(title: str, *, plain: bool = True) -> Sequence[str]:
    """Return the words of a title, hyphenated ones apart, letters and digits alone."""
    text = title.replace("'", "").replace("’", "")
    text = plain_letters(text) if plain else unicodedata.normalize("NFC", text)
    return [word[:LONGEST_WORD] for word in _WORD.findall(text)]


def telling_words(words: Sequence[str]) -> Sequence[str]:
    """Return the words of a title without the small ones; all if it has no other."""
    return [word for word in words if word.lower() not in SMALL_WORDS] or words
