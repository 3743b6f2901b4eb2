"""What the engine of a document can set, and what is written for letters that it cannot."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from citeloom_latex.accents import SUBSCRIPTS, SUPERSCRIPTS

CYRILLIC = ("T2A", "T2B", "T2C", "X2")
_RANGES = dict.fromkeys(CYRILLIC, ("CYRILLIC", "Ѐ", "џ")) | {
    "LGR": ("GREEK", "\u0370", "\u1fff"),
    "T5": ("LATIN", "\u00c0", "\u1ef9"),
}
"""Letters that an encoding of fontenc can set: a script, its first letter and its last."""

_SIGNS = {
    "★": r"$\star$",
    "☆": r"$\star$",
    "✓": r"$\surd$",
    "✔": r"$\surd$",
    "✗": r"$\times$",
    "✘": r"$\times$",
    "●": r"\textbullet{}",
    "◦": r"$\circ$",
    "▪": r"\textbullet{}",
    "■": r"\textbullet{}",
    "≲": r"$\stackrel{<}{\sim}$",
    "≳": r"$\stackrel{>}{\sim}$",
    "⟶": r"$\longrightarrow$",
    "⟵": r"$\longleftarrow$",
    "⟹": r"$\Longrightarrow$",
    "√": r"$\surd$",
    "‰": r"$^{0}/_{00}$",
    "ħ": r"$\hbar$",
    "‾": r"$^{-}$",
    "ˆ": r"\textasciicircum{}",
    "˜": r"\textasciitilde{}",
    "‟": "``",
    "ˈ": "'",
    "ː": ":",
    "ɛ": r"$\varepsilon$",
}
_FACES = {
    "DOUBLE-STRUCK": "mathbf",
    "SCRIPT": "mathcal",
    "BLACK-LETTER": "mathbf",
    "FRAKTUR": "mathbf",
    "BOLD": "mathbf",
    "SANS-SERIF": "mathsf",
    "MONOSPACE": "mathtt",
    "ITALIC": "mathit",
}
_LATIN = dict(
    zip(
        "абвгдеёзийклмнопрстуфыэіїєґјљњћђџўѓќαβγδεζηικλμνξοπρσςτυφω",
        (
            *("a", "b", "v", "g", "d", "e", "e", "z", "i", "i", "k", "l", "m", "n", "o", "p"),
            *("r", "s", "t", "u", "f", "y", "e", "i", "i", "e", "g", "j", "lj", "nj", "c", "dj"),
            *("dz", "u", "g", "k"),
            *("a", "b", "g", "d", "e", "z", "e", "i", "k", "l", "m", "n", "x", "o", "p", "r", "s"),
            *("s", "t", "y", "f", "o"),
        ),
        strict=True,
    )
) | {
    "ж": "zh",
    "х": "kh",
    "ц": "ts",
    "ч": "ch",
    "ш": "sh",
    "щ": "shch",
    "ъ": "",
    "ь": "",
    "ю": "yu",
    "я": "ya",
    "θ": "th",
    "χ": "ch",
    "ψ": "ps",
    "ŧ": "t",
    "ĸ": "k",
    "ŀ": "l",
    "Ħ": "H",
    "ẞ": "SS",
}
_UNKNOWN = "[?]"
LOST_LETTER = "\N{REPLACEMENT CHARACTER}"
"""Stands where a letter was lost; LuaTeX takes it for a fault of the file's encoding."""


_SOUNDS = tuple(
    (re.compile(pattern), letter)
    for pattern, letter in (
        ("schtsch|shch|t?sch|t?ch|sh|[cs]", "s"),
        ("t[sz]|zh", "z"),
        ("kh|h", "h"),
        ("ph|ff?$|w", "v"),
        ("[yij]o|e", "e"),
        ("[yij]+", "i"),
        ("ks", "x"),
        (r"(.)\1+", r"\1"),
    )
)
"""Ways to write the same sound of a name, and one letter for each."""


@dataclass(frozen=True, slots=True)
class Typesetting:
    """What a document's engine can set.

    ``is_unicode``: it is XeTeX or LuaTeX. ``encodings`` are those of fontenc. ``characters`` are
    those that the document declares, ``scripts`` those that it writes itself or has a package for
    (``CYRILLIC``, ``CJK``). ``names`` are people's names as its references spell them.
    ``has_csquotes``: it has a command for quotations, which knows its language.
    """

    is_unicode: bool = False
    encodings: frozenset[str] = frozenset()
    characters: frozenset[str] = frozenset()
    scripts: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    has_csquotes: bool = False

    def sets(self, char: str) -> bool:
        """Tell whether a character can stand in the document as it is."""
        return char != LOST_LETTER and (
            self.is_unicode
            or char in self.characters
            or script_of(char) in self.scripts - {"LATIN"}
        )

    def encoding_of(self, char: str) -> str:
        """Return the encoding of fontenc that has a letter; empty where none of them has it."""
        script = script_of(char)
        for encoding in sorted(self.encodings):
            known, first, last = _RANGES.get(encoding, ("", "", ""))
            if script == known and first <= char <= last:
                return encoding
        return ""

    def may_lack(self, char: str) -> bool:
        """Tell whether the document's fonts may have no such letter, though its engine would."""
        if not self.is_unicode:
            return False
        category = unicodedata.category(char)
        is_rare = (category[0] == "L" or category == "So") and plainer(char) == char
        if not is_rare or latex_sign(char):
            return False
        used = {"LATIN", *self.scripts, *map(script_of, self.characters)}
        return script_of(char) not in used

    def spelling_of(self, word: str) -> str:
        """Return how a reference spells a name in Latin letters; empty where none has it.

        That is a name which sounds like the word, whose letters all have Latin ones.
        """
        latin = "".join(map(latin_letters, word))
        if not self.names or not word[:1].isupper() or _UNKNOWN in latin:
            return ""
        return _spellings(self.names).get(_sound(latin), "")


@lru_cache(maxsize=8)
def _spellings(names: frozenset[str]) -> dict[str, str]:
    return {_sound(name): name for name in sorted(names, reverse=True) if len(name) > 1}


def _sound(latin: str) -> str:
    """Return one spelling for all those that a name has in Latin letters.

    So Chebyshev and Tchebychef, Yakovlev and Iakowlew, Shchukin and Schtschukin are the same.
    """
    plain = unicodedata.normalize("NFD", latin.lower())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    for pattern, letter in _SOUNDS:
        plain = pattern.sub(letter, plain)
    return plain


def script_of(char: str) -> str:
    """Return the first word of a character's name: ``CYRILLIC``, ``CJK``, ``ARABIC``."""
    return unicodedata.name(char, "").partition(" ")[0]


def latex_sign(char: str) -> str:
    """Return LaTeX without packages that sets a sign; empty where there is none."""
    if char in _SIGNS:
        return _SIGNS[char]
    if len(char) != 1:
        return ""
    name, letter = unicodedata.name(char, ""), unicodedata.normalize("NFKC", char)
    if len(letter) == 1 and letter.isascii() and letter.isalnum():
        for face, command in _FACES.items():
            if face in name:
                return f"$\\{command}{{{letter}}}$"
    return ""


def plainer(char: str) -> str:
    """Return the same in plainer characters (ﬁ: fi, Ａ: A); the character where there are none."""
    plain = unicodedata.normalize("NFKC", char).replace("\u2044", "/")
    return char if char in (*SUPERSCRIPTS.values(), *SUBSCRIPTS.values()) else plain


def latin_letters(char: str) -> str:
    """Return Latin letters that stand for a letter: Cyrillic, Greek, or with an unknown accent."""
    base = unicodedata.normalize("NFD", char)[:1]
    for letter in (char, base):
        if letter.isascii() and letter.isalpha():
            return letter
        if (latin := _LATIN.get(letter, _LATIN.get(letter.lower()))) is not None:
            return latin.capitalize() if letter.isupper() else latin
    return "" if unicodedata.category(char)[0] in "MZ" else _UNKNOWN
