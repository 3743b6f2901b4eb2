"""Titles with braces around the words whose capitals no bibliography style may change."""

import re
from collections.abc import Callable, Sequence

_PART = re.compile(r"[-‐–/]")
_BEHIND = re.compile(r"[:?!.—]$")
_EDGES = re.compile(r"(?P<before>[\"'“‘(\[]*)(?P<word>.*?)(?P<after>[\"'”’)\].,:;?!]*)", re.DOTALL)
_CHANGED_BY_CASE = re.compile(r"\$|\\[A-Za-z]*[A-Z]|\{\\")
_LONG = 4


def protected_title(title: str, latex: Callable[[str], str], *, whole: bool = False) -> str:
    """Return the LaTeX of a title.

    Braces stand around words with capitals inside of them, around names in a title whose other
    words begin with small letters, and around LaTeX that means something else in small letters;
    ``whole`` puts the whole title in braces instead.
    """
    words = title.split()
    if whole:
        written = latex(" ".join(words))
        return f"{{{written}}}" if written else ""
    keep = any(letter.islower() for letter in title)
    names = _is_in_sentence_case(words)
    found = []
    for number, word in enumerate(words):
        begins = number == 0 or bool(_BEHIND.search(words[number - 1]))
        is_protected = keep and _has_capitals_to_keep(word, names and not begins, begins)
        found.append(_written(word, latex, is_protected))
    return " ".join(filter(None, found))


def _written(word: str, latex: Callable[[str], str], protected: bool) -> str:
    edges = _EDGES.fullmatch(word)
    if not protected or edges is None or not edges["word"]:
        written = latex(word)
        return f"{{{written}}}" if _CHANGED_BY_CASE.search(written) else written
    # Quotation marks are told by what is beside them.
    whole = latex(word)
    core = latex(edges["word"])
    start = whole.find(core)
    if start < 0:
        return f"{{{whole}}}"
    return f"{whole[:start]}{{{core}}}{whole[start + len(core) :]}"


def _is_in_sentence_case(words: Sequence[str]) -> bool:
    """Tell whether the long words of a title, its first aside, mostly begin with small letters."""
    long = [word for word in words[1:] if len(word) > _LONG and word[0].isalpha()]
    small = sum(word[0].islower() for word in long)
    return 2 * small > len(long)


def _has_capitals_to_keep(word: str, names: bool, begins: bool) -> bool:
    letters = word.strip("\"'“”‘’()[].,:;?!")
    if len(letters) == 1:
        return letters.isupper() and not (begins or letters in "AI")
    parts = [part for part in _PART.split(letters) if part]
    return any(
        any(letter.isupper() for letter in part[1:])
        or (names and part[0].isupper())
        or (len(part) == 1 and part.isupper() and len(parts) > 1)
        or (part[0].isupper() and not part.isalpha() and not part.replace("'", "").isalpha())
        for part in parts
    )
