"""Whether words read as a noun phrase, and how one is written as a topic."""

from collections.abc import Mapping, Sequence

from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.verbs import (
    VERBS,
    base_of,
    is_adverb,
    is_past,
    may_be_noun,
)
from citeloom.methods.extractive.text.words import STOP_WORDS, stem

_GERUNDS = lexicon("gerunds")
_PARTICIPLES = lexicon("participles")
_EMPTY = lexicon("empty_topics")
"""Words that say nothing as a topic of their own."""

_WEAK_HEADS = lexicon("weak_heads")
"""Heads that make an empty topic of most phrases: translation task, human evaluation."""

_WEAK_WORDS = lexicon("weak_words")
_ADJECTIVE_ENDINGS = ("able", "ible", "ful", "less", "ous", "ive", "ary", "ical", "ual", "ial",
                      "ional", "ual", "ic", "ish", "ant", "ent")  # fmt: skip
_NOUNS_DESPITE_ENDING = lexicon("nouns_despite_ending")
_MASS_ENDINGS = ("ing", "tion", "sion", "ment", "ity", "ness", "ics", "logy", "graphy", "sis",
                 "ance", "ence", "ism", "ware", "acy", "ship", "hood", "age")  # fmt: skip
_COUNTED = lexicon("count_nouns")
_MASS = lexicon("mass_nouns")


def is_noun_phrase(words: Sequence[str]) -> bool:
    """Return whether one to four lower-case words read as a noun phrase that names a topic."""
    if any(word in STOP_WORDS or word in _WEAK_WORDS or not _is_word(word) for word in words):
        return False
    head, before = words[-1], words[:-1]
    if stem(head) in _WEAK_HEADS or (not before and (head in _EMPTY or stem(head) in _EMPTY)):
        return False
    if all(word in _EMPTY for word in words):
        return False
    return _is_noun(head) and all(_may_modify(word) for word in before)


def may_surround(tokens: Sequence[str], start: int, end: int) -> bool:
    """Return whether tokens[start:end] can be a whole phrase where it stands.

    Nothing that could go on with it follows (``machine translation`` before ``systems``), and a
    word alone has no modifier before it.
    """
    after = tokens[end].lower() if end < len(tokens) else "."
    ends = after in STOP_WORDS or _is_verb(after) or stem(after) in _WEAK_HEADS
    if after[0].isalnum() and not ends:
        return False
    before = tokens[start - 1].lower() if start else "."
    if before in {"-", "/", "’", "'"} or after in {"-", "/"}:
        return False
    if end - start > 1:
        return not before[0].isalnum() or before not in _GERUNDS
    return not before[0].isalnum() or before in STOP_WORDS or _is_verb(before)


def as_topic(surfaces: Mapping[str, int]) -> str | None:
    """Return the form in which a phrase stands without an article: plural, or no count noun."""
    ordered = sorted(surfaces, key=lambda text: (text != text.lower(), -surfaces[text], text))
    frequent = sorted(surfaces, key=lambda text: (-surfaces[text], text != text.lower(), text))
    best = ordered[0] if ordered[0] == ordered[0].lower() else frequent[0]
    plural = next((text for text in ordered if _is_plural(text.split()[-1].lower())), None)
    head = best.split()[-1].lower()
    if _is_plural(head) or _is_mass(head) or best.split()[-1].isupper():
        return best
    if plural is not None:
        return plural
    return (
        best[: -len(head)] + _pluralised(head) if head.isalpha() and best == best.lower() else None
    )


def _is_word(word: str) -> bool:
    return len(word) > 2 and word.replace("-", "").isalpha()


def _is_verb(word: str) -> bool:
    return (
        (word in VERBS and not may_be_noun(word))
        or is_past(word)
        or (base_of(word) != word and base_of(word) in VERBS and not may_be_noun(base_of(word)))
    )


def _is_noun(word: str) -> bool:
    if word.endswith(("ing", "ings")):
        return stem(word) in _GERUNDS or word in _GERUNDS or len(word) <= 5
    if _is_verb(word) or is_adverb(word):
        return False
    if word.endswith(_ADJECTIVE_ENDINGS) and word not in _NOUNS_DESPITE_ENDING:
        return word.endswith("ment")
    return not word.endswith(("al", "ar", "ian")) or word in {
        "retrieval", "proposal", "removal", "approval", "signal", "journal", "grammar", "survival",
        "appraisal", "arrival", "webinar", "physician", "portal", "denial",
    }  # fmt: skip


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


def _is_mass(head: str) -> bool:
    return head in _MASS or (head.endswith(_MASS_ENDINGS) and head not in _COUNTED)


def _pluralised(noun: str) -> str:
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")
