"""Tell which sentences of an abstract take up things that those before them have named."""

import re
from collections.abc import Iterable, Iterator, Sequence

from citeloom.grounding.words import STOP_WORDS, terms
from citeloom.methods.extractive.rewriting.verbs import (
    base_of,
    is_adverb,
    is_verb_form,
    may_be_noun,
)

_THE = re.compile(r"\b(?:the|this|these|such) (?=[a-z])", re.IGNORECASE)
_WORD = re.compile(r" ?(?P<word>[^\W\d_][\w'’-]*)")
_TELLING = frozenset(["of", "for", "that", "which", "who", "whose", "where", "to", "used", "based"])
"""Words behind a noun that begin to tell which one is meant."""

_A_THING = re.compile(r"\b[Aa]n? (?:[\w-]+ ){1,6}\((?P<short>[A-Z]{2,7})s?\)")
_THE_SHORT = re.compile(r"\b[Tt]h(?:e|is) (?P<short>[A-Z]{2,7})(?= (?:is|was|has|can|then)\b)")
"""A short form behind which its verb stands: ``the CNN is``, but not ``the CNN classifier``."""

_MOST_WORDS = 5


def sentences_that_take_up(
    sentences: Sequence[str], words: Sequence[Iterable[str]], title: str
) -> frozenset[int]:
    """Return the places of sentences that name with "the" or "these" what earlier ones have named.

    ``The compact operator is trained`` does where a sentence before has spoken of a compact
    operator, unless the title or the sentence itself has. ``the speed of parsers`` takes nothing
    up, for it says whose speed. ``The CNN`` does where one before has spoken of ``a network
    (CNN)``. ``words`` are the terms of each sentence.
    """
    before: set[str] = set()
    known = set(terms(title))
    found: set[int] = set()
    for place, sentence in enumerate(sentences):
        if before and any(
            not (named := set(phrase)) <= known
            and named <= before
            and named.isdisjoint(terms(sentence[:start]))
            for start, phrase in _things(sentence)
        ):
            found.add(place)
        before.update(words[place])
    return frozenset(found) | taking_up_short_forms(sentences)


def taking_up_short_forms(sentences: Sequence[str]) -> frozenset[int]:
    """Return the places of sentences that say ``the CNN`` behind one that says ``a … (CNN)``."""
    shortened: set[str] = set()
    found: set[int] = set()
    for place, sentence in enumerate(sentences):
        if shortened and any(it["short"] in shortened for it in _THE_SHORT.finditer(sentence)):
            found.add(place)
        if "(" in sentence:
            shortened.update(it["short"] for it in _A_THING.finditer(sentence))
    return frozenset(found)


def _things(sentence: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the start and the terms of each plain noun phrase with "the" or "these"."""
    for article in _THE.finditer(sentence):
        words: list[str] = []
        end, following = article.end(), ""
        while len(words) < _MOST_WORDS and (found := _WORD.match(sentence, end)):
            word = found["word"]
            if word.lower() in STOP_WORDS or (words and _ends_phrase(word)):
                following = word.lower()
                break
            words.append(word)
            end = found.end()
        named = any(word != word.lower() for word in words)
        if words and not named and following not in _TELLING:
            yield article.start(), terms(" ".join(words))


def _ends_phrase(word: str) -> bool:
    return is_adverb(word) or (is_verb_form(word) and not may_be_noun(base_of(word)))
