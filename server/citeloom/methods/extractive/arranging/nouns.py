"""Tell noun phrases from other words, and write them as topics."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.verbs import (
    VERBS,
    base_of,
    is_adverb,
    is_past,
    may_be_noun,
)
from citeloom.words import STOP_WORDS, stem

_GERUNDS = lexicon("gerunds")
_PARTICIPLES = lexicon("participles")
_EMPTY = lexicon("empty_topics")
"""Words that say nothing as a topic of their own."""

_WEAK_HEADS = lexicon("weak_heads")
"""Heads that make an empty topic of most phrases: translation task, human evaluation."""

_WEAK_WORDS = lexicon("weak_words")
_ADJECTIVE_ENDINGS = ("able", "ible", "ful", "less", "ous", "ive", "ary", "ical", "ual", "ial",
                      "ional", "ual", "ic", "ish", "ant", "ent")  # fmt: skip
_ADJECTIVES = lexicon("adjectives")
"""Adjectives that no ending tells."""

_NOUNS_DESPITE_ENDING = lexicon("nouns_despite_ending")
_RARE = 5
"""Of so many times that a phrase stands in the singular a plural is rare."""

_NEVER_HEADS = frozenset({"big", "end", "scale", "versus"})
_REMEMBERED = 1 << 14


TermsOfArt = Collection[tuple[str, str]]
"""Pairs of stems that name something together, however little each of them says."""


def is_noun_phrase(words: Sequence[str], known: TermsOfArt = ()) -> bool:
    """Return whether one to four lower-case words read as a noun phrase that names a topic.

    Words that say nothing (``related``, ``task``) are allowed beside a known term of art.
    """
    if not (may_be_head(words[-1]) and all(map(is_content_word, words))):
        return False
    held = _places_in_terms(words, known) if known and len(words) > 1 else frozenset[int]()
    if not _WEAK_WORDS.isdisjoint(words) and any(
        word in _WEAK_WORDS and at not in held for at, word in enumerate(words)
    ):
        return False
    head, before = words[-1], words[:-1]
    if not held and (
        stem(head) in _WEAK_HEADS or all(word in _EMPTY or stem(word) in _EMPTY for word in words)
    ):
        return False
    if not before and stem(head) in _EMPTY:
        return False
    return all(at in held or _may_modify(word) for at, word in enumerate(before))


def _places_in_terms(words: Sequence[str], known: TermsOfArt) -> frozenset[int]:
    """Return the places of the words that belong to a term of art."""
    pairs = [at for at, pair in enumerate(pairwise(map(stem, words))) if pair in known]
    return frozenset(place for at in pairs for place in (at, at + 1))


def may_begin(tokens: Sequence[str], start: int) -> bool:
    """Return whether a phrase can begin at tokens[start] (lower-case) with nothing cut off."""
    before = tokens[start - 1] if start else "."
    return before not in {"-", "–", "/", "’", "'"} and before not in _GERUNDS


def is_modified(tokens: Sequence[str], start: int) -> bool:
    """Return whether a word before a phrase at tokens[start] (lower-case) belongs to it."""
    before = tokens[start - 1] if start else "."
    return is_content_word(before) and _may_modify(before)


def may_end(tokens: Sequence[str], end: int) -> bool:
    """Return whether a phrase that ends before tokens[end] (lower-case) can be whole.

    It is not where the next word continues it (``machine translation`` before ``systems``).
    """
    after = tokens[end] if end < len(tokens) else "."
    if not after[0].isalnum():
        return after not in {"-", "–", "/"}
    return after in STOP_WORDS or _is_verb(after) or stem(after) in _WEAK_HEADS


def as_topic(surfaces: Mapping[str, int]) -> str:
    """Return the form of a phrase that needs no article: a plural, where it is not rare."""
    forms = sorted(surfaces, key=lambda text: (text != text.lower(), -surfaces[text], text))
    plural = next((it for it in forms if _is_plural(it.split()[-1].lower())), None)
    is_rare = plural is None or _RARE * surfaces[plural] < surfaces[forms[0]]
    return forms[0] if plural is None or is_rare else plural


@lru_cache(maxsize=_REMEMBERED)
def is_content_word(word: str) -> bool:
    """Return whether a token (lower-case) can be a word of a noun phrase."""
    return word not in STOP_WORDS and len(word) > 2 and word.replace("-", "").isalpha()


@lru_cache(maxsize=_REMEMBERED)
def _is_verb(word: str) -> bool:
    return (
        (word in VERBS and not may_be_noun(word))
        or is_past(word)
        or (base_of(word) != word and base_of(word) in VERBS and not may_be_noun(base_of(word)))
    )


@lru_cache(maxsize=_REMEMBERED)
def may_be_head(word: str) -> bool:
    """Return whether a token (lower-case) can be the head of a noun phrase."""
    if word in _ADJECTIVES:
        return False
    if word.endswith(("ing", "ings")):
        return stem(word) in _GERUNDS or word in _GERUNDS or len(word) <= 5
    if _is_verb(word) or is_adverb(word) or word in _NEVER_HEADS:
        return False
    if word.endswith(_ADJECTIVE_ENDINGS) and word not in _NOUNS_DESPITE_ENDING:
        return word.endswith("ment")
    return not word.endswith(("al", "ar", "ian")) or word in {
        "retrieval", "proposal", "removal", "approval", "signal", "journal", "grammar", "survival",
        "appraisal", "arrival", "webinar", "physician", "portal", "denial",
    }  # fmt: skip


@lru_cache(maxsize=_REMEMBERED)
def _may_modify(word: str) -> bool:
    if is_adverb(word) and word not in {"family", "early", "anomaly"}:
        return False
    if word.endswith("ing"):
        return word in _GERUNDS or word in {"existing-language", "recurring"}
    if is_past(word):
        return word in _PARTICIPLES
    return not _is_verb(word)


def _is_plural(head: str) -> bool:
    return stem(head) != head and not head.endswith(("ics", "sis"))
