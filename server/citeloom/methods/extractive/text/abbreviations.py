"""Expand the abbreviations that an abstract explains."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from citeloom.grounding.article import indefinite_article
from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.verbs import ends_in_s

_SHORT = re.compile(r"\((?P<short>[A-Z][A-Za-z]*-?[A-Z][A-Za-z]{0,4}|[A-Z]{2,7}s?)\)")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_KNOWN = lexicon("known_abbreviations")
_MORE_WORDS = 2
_SMALL = frozenset(["of", "for", "and", "in", "the", "on", "to", "by", "with", "a"])
_REMEMBERED = 4096
"""Abstracts are asked about again and again, and one after the other."""

_LEAST_WORD = 8
"""A single word so long may have an abbreviation of its own: ``cyclodextrin (CD)``."""


@lru_cache(maxsize=_REMEMBERED)
def abbreviations(abstract: str) -> dict[str, str]:
    """Return what an abstract explains: ``NER`` to ``named entity recognition``.

    The words before ``(NER)`` explain it if their first letters, small words aside, are its
    letters. Source of the idea: Schwartz and Hearst, PSB 2003; stricter here.
    """
    found: dict[str, str] = {}
    for match in _SHORT.finditer(abstract):
        short = match["short"].removesuffix("s")
        if long := _explanation(short, abstract[: match.start()]):
            plural = match["short"] != short and ends_in_s(long)
            found.setdefault(short, long[:-1] if plural else long)
    return found


def _explanation(short: str, before: str) -> str:
    sentence = re.split(r"[.;:()!?]", before)[-1]
    words = list(_WORD.finditer(sentence))
    letters = "".join(letter.lower() for letter in short if letter.isalpha())
    for start in range(len(words) - 1, max(-1, len(words) - len(letters) - _MORE_WORDS - 1), -1):
        first = words[start].group()
        if first not in _SMALL and not letters.startswith(first[0].lower()):
            continue
        if _are_initials(letters, [word.group() for word in words[start:]]):
            long = sentence[words[start].start() :].strip()
            begins = start == 0 and long[1:].islower()
            return long[:1].lower() + long[1:] if begins else long
    if words and sentence[words[-1].end() :].isspace() and _abbreviates(letters, words[-1].group()):
        return words[-1].group()
    return ""


def _are_initials(letters: str, words: Iterable[str]) -> bool:
    """Return whether letters are those that words have in an abbreviation, in order.

    A small word has none or its first. The parts of ``pre-trained`` behind the first have one or
    none: PLM and PTLM.
    """
    told = {0}
    """How many of the letters the words so far may stand for."""
    for word in words:
        first, *others = (part[0].lower() for part in word.split("-") if part)
        with_word = {count + 1 for count in told if letters.startswith(first, count)}
        for other in others:
            with_word |= {count + 1 for count in with_word if letters.startswith(other, count)}
        told = with_word | told if word in _SMALL else with_word
    return len(letters) in told


def _abbreviates(letters: str, word: str) -> bool:
    """Return whether two letters are the first of a long word and another one in it."""
    lower = word.lower()
    fits = len(letters) == 2 and lower.startswith(letters[0]) and letters[1] in lower[2:]
    return fits and len(word) >= _LEAST_WORD and word[1:].islower()


def expand(text: str, explained: Mapping[str, str], known: Collection[str]) -> str:
    """Return a text whose abbreviations are written out where they come first, unless known.

    ``known`` are those that a reader has met: in the draft, a title or an earlier sentence.
    """
    for short, long in explained.items():
        if short not in text or short in _KNOWN or short in known:
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
            article = indefinite_article(written)
            written = f"{use['article'][0]}{article[1:]} {written}"
        if use.start() == 0:
            written = written[:1].upper() + written[1:]
        text = text[: use.start()] + written + text[use.end() :]
    return text


def abbreviations_in(text: str) -> set[str]:
    """Return the abbreviations that a text uses or explains."""
    return {match.removesuffix("s") for match in re.findall(r"\b[A-Z][A-Za-z-]*[A-Z]s?\b", text)}


def introduced(text: str) -> set[str]:
    """Return the abbreviations that a text explains."""
    return {match["short"].removesuffix("s") for match in _SHORT.finditer(text)}
