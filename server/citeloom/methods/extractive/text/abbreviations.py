"""Expand the abbreviations that an abstract explains."""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache

from citeloom.methods.extractive.lexicon import lexicon

_SHORT = re.compile(r"\((?P<short>[A-Z][A-Za-z]*-?[A-Z][A-Za-z]{0,4}|[A-Z]{2,7}s?)\)")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_KNOWN = lexicon("known_abbreviations")
_MORE_WORDS = 2


@lru_cache(maxsize=16)
def abbreviations(abstract: str) -> Mapping[str, str]:
    """Return what an abstract explains: ``NER`` to ``named entity recognition``.

    The words before ``(NER)`` explain it if their first letters, small words aside, are its
    letters. Source of the idea: Schwartz and Hearst, PSB 2003; stricter here.
    """
    found: dict[str, str] = {}
    for match in _SHORT.finditer(abstract):
        short = match["short"].removesuffix("s")
        if long := _explanation(short, abstract[: match.start()]):
            plural = match["short"] != short and re.search(r"[^su]s$", long)
            found.setdefault(short, long[:-1] if plural else long)
    return found


def _explanation(short: str, before: str) -> str:
    sentence = re.split(r"[.;:()!?]", before)[-1]
    words = list(_WORD.finditer(sentence))
    letters = [letter.lower() for letter in short if letter.isalpha()]
    for start in range(len(words) - 1, max(-1, len(words) - len(letters) - _MORE_WORDS - 1), -1):
        initials = [
            part[0].lower()
            for word in words[start:]
            if word.group() not in {"of", "for", "and", "in", "the", "on", "to", "by", "with", "a"}
            for part in word.group().split("-")
            if part
        ]
        if initials == letters:
            long = sentence[words[start].start() :].strip()
            begins = start == 0 and long[1:].islower()
            return long[:1].lower() + long[1:] if begins else long
    return ""


def expand(text: str, explained: Mapping[str, str], known: Collection[str]) -> str:
    """Return a text whose abbreviations are written out where they come first, unless known.

    ``known`` are those that a reader has met: in the draft, a title or an earlier sentence.
    """
    for short, long in explained.items():
        if short in _KNOWN or short in known:
            continue
        use = re.search(
            rf"(?P<article>\b[Aa]n? )?(?<![\w(-])"
            rf"(?P<short>{re.escape(short)}(?P<more>s?))(?![\w)-])",
            text,
        )
        if use is None or f"({short}" in text or long.lower() in text.lower():
            continue
        written = f"{long}{'' if long.endswith('s') else use['more']}"
        again = re.search(rf"\b{re.escape(short)}s?\b", text[use.end() :])
        if again:
            written += f" ({use['short']})"
        if use["article"]:
            article = "an " if written[0].lower() in "aeiou" else "a "
            written = use["article"][0] + article[1:] + written
        if use.start() == 0:
            written = written[:1].upper() + written[1:]
        text = text[: use.start()] + written + text[use.end() :]
    return text


def met(text: str) -> set[str]:
    """Return the abbreviations that a text uses or explains."""
    return {match.removesuffix("s") for match in re.findall(r"\b[A-Z][A-Za-z-]*[A-Z]s?\b", text)}


def introduced(text: str) -> set[str]:
    """Return the abbreviations that a text explains."""
    return {match["short"].removesuffix("s") for match in _SHORT.finditer(text)}
