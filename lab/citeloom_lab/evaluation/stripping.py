"""Takes citations, and the names of those who are cited, out of a text before it is compared.

A key counts as a word to ROUGE, and the names of authors are written by no method in the way that
the authors of a gold text wrote them.
"""

import re
from collections.abc import Collection, Sequence

from citeloom_lab.evaluation.example import GoldPart

_CAPITALS = "".join(chr(code) for code in range(0x41, 0x250) if chr(code).isupper())
_PARTICLE = r"(?:van|von|der|den|de|di|da|la|le|al|el|bin|ten|ter)"
_NAME = rf"(?:{_PARTICLE}\s+){{0,3}}[{_CAPITALS}][^\W\d_]*(?:['’-][^\W\d_]+){{0,3}}"
_ET_AL = r"(?:,?\s+et\s+al\.?|,?\s+and\s+(?:others|colleagues))"
_NAMES = rf"{_NAME}(?:\s*,\s+{_NAME}){{0,9}}(?:,?\s*(?:and|&)\s*{_NAME}|{_ET_AL})?"
_YEAR = r"(?:1[89]|20)\d\d[a-z]?"
_YEARS = rf"{_YEAR}(?:\s*[,;]\s*(?:{_YEAR}|[a-z]\b)){{0,9}}"

_COMMAND = re.compile(r"\\[A-Za-z]{0,20}[Cc]ite[A-Za-z]{0,20}\*?(?:\[[^\[\]]*\]){0,2}\{[^{}]*\}")
_PANDOC = re.compile(r"\[[^\[\]]{0,200}@[^\[\]]*\]")
_KEY = re.compile(r"(?<![\w.])-?@[^\W_][^\s,;()\[\]{}]*")
_NUMBERS = re.compile(r"\[\d{1,4}(?:\s*[,;–-]\s*\d{1,4}){0,50}\]")
_PARENTHESES = re.compile(r"[(\[]([^()\[\]]{4,1500})[)\]]")
_CITATION = re.compile(
    rf"\s*(?:(?:see|also|cf\.|e\.g\.|i\.e\.|inter alia)[\s,:]*){{0,3}}{_NAMES}[\s,]*\(?{_YEARS}\)?"
    r"(?:,\s*(?:pp?\.|[Ss]ec(?:tion|\.)|[Cc]h(?:apter|\.))[^,;]{1,20})?[\s,]*"
)
_TEXTUAL = re.compile(rf"\b{_NAMES}(?:['’]s)?,?\s*[(\[]{_YEARS}[)\]]")
_NAMED = re.compile(
    rf"\b{_NAME}(?:\s*,\s+{_NAME}){{0,9}}{_ET_AL}(?:['’]s)?(?:\s*,?\s*\(?{_YEAR}\b\)?)?"
)


def stripped(parts: Sequence[GoldPart], families: Collection[str] = ()) -> str:
    """Return the words of a text without citations and without names of those who are cited.

    Marks go with the names that they show, and so do names that stand right before a mark.
    ``families`` are family names of authors of the references.
    """
    texts: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
            continue
        if texts:
            texts[-1] = _without_last_names(texts[-1], families)
        texts.append(" ")
    return strip_citations("".join(texts))


def strip_citations(text: str) -> str:
    """Return a text without citations in any usual form, and without the names in them.

    These are LaTeX commands, ``[@key]``, ``@key``, ``[1, 2]``, ``(Smith and Lee, 2020)``,
    ``Smith and Lee (2020)`` and ``Smith et al.``.
    """
    for pattern in (_COMMAND, _PANDOC, _KEY, _NUMBERS):
        text = pattern.sub(" ", text)
    text = _TEXTUAL.sub(" ", text)
    text = _PARENTHESES.sub(_without_citations, text)
    text = _NAMED.sub(" ", text)
    return " ".join(text.split())


def _without_citations(match: re.Match[str]) -> str:
    items = match[1].split(";")
    left = [item for item in items if not _CITATION.fullmatch(item)]
    if len(left) == len(items):
        return match[0]
    return f"({';'.join(left)})" if left else " "


def _without_last_names(text: str, families: Collection[str]) -> str:
    """Return a text without the names at its end; one name goes only if it is an author's."""
    words = text.rstrip()
    for family in families:
        pattern = rf"(?:{_NAME}(?:,\s+|,?\s+(?:and|&)\s+)){{0,9}}\b{re.escape(family)}(?:['’]s)?\Z"
        if words.endswith((family, f"{family}'s", f"{family}’s")) and (
            found := re.search(pattern, words)
        ):
            return words[: found.start()]
    return text
