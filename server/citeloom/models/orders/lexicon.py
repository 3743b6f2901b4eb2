"""The words of which orders to a reader are made, found in a sentence: ``words.toml``."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

ENGLISH = "english"


@dataclass(frozen=True)
class Sense:
    """What a word does in an order, if the ``following`` words stand behind it."""

    language: str
    role: str
    following: tuple[str, ...] = ()

    def holds(self, words: Sequence[str], at: int) -> bool:
        """Whether the following words stand behind the word at ``at``."""
        return not self.following or all(
            at + place < len(words) and _fits(words[at + place], pattern)
            for place, pattern in enumerate(self.following, 1)
        )


@lru_cache(maxsize=20_000)
def senses_of(word: str) -> tuple[Sense, ...]:
    """Return what a word can do in an order, in any language."""
    whole, stems = _by_first_word()
    found = list(whole.get(word, ()))
    for length in range(2, len(word) + 1):
        found += stems.get(word[:length], ())
    return tuple(found)


def english_words() -> Iterator[str]:
    """Yield the English words that are known, each by itself."""
    for phrases in _languages()[ENGLISH].values():
        for phrase in phrases.split():
            yield from (word for word in phrase.split("_") if word.isalpha() and len(word) > 3)


def unspaced_senses(text: str) -> Iterator[Sense]:
    """Yield the senses in a text of a language whose words are not found by blanks."""
    for sense, pattern in _patterns():
        if pattern.search(text):
            yield sense


def _fits(word: str, pattern: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith("*") else word == pattern


@cache
def _languages() -> dict[str, dict[str, str]]:
    text = files("citeloom.models.orders").joinpath("words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _by_first_word() -> tuple[dict[str, list[Sense]], dict[str, list[Sense]]]:
    whole: dict[str, list[Sense]] = {}
    stems: dict[str, list[Sense]] = {}
    for language, roles in _languages().items():
        if "unspaced" in roles:
            continue
        for role, phrases in roles.items():
            for phrase in phrases.split():
                first, *following = phrase.split("_")
                held = stems if first.endswith("*") else whole
                sense = Sense(language, role, tuple(following))
                held.setdefault(first.rstrip("*"), []).append(sense)
    return whole, stems


@cache
def _patterns() -> tuple[tuple[Sense, re.Pattern[str]], ...]:
    return tuple(
        (
            Sense(language, role),
            re.compile("|".join(re.escape(part.replace("_", " ")) for part in phrases.split())),
        )
        for language, roles in _languages().items()
        if "unspaced" in roles
        for role, phrases in roles.items()
        if role != "unspaced"
    )
