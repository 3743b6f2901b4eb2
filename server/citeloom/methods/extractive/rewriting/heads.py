"""Nouns for what a paper proposes or finds."""

import re

from citeloom.grounding.words import STOP_WORDS
from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.verbs import (
    MODALS,
    is_adverb,
    is_past,
    is_plural_verb,
    is_singular_verb,
    may_be_noun,
)

PROPOSED = lexicon("proposed_things")
"""Nouns for what is proposed rather than found."""

FINDINGS = frozenset(
    [
        "analyses",
        "analysis",
        "evaluation",
        "evaluations",
        "experiment",
        "experiments",
        "findings",
        "results",
        "simulations",
    ]
)
"""Nouns for what is found."""

HEADS = PROPOSED | FINDINGS | lexicon("own_things")
_AFTER = lexicon("after_heads")
_TOKEN = re.compile(r"[^\W_]+(?:[-'’/][^\W_]+)*|[,;:()]")


def head_end(text: str) -> tuple[int, str] | None:
    """Return where the head noun ends in a text that follows "our", and the noun.

    None where the head is not certain: ``model performance``, or ``two-step parser`` before
    something other than a verb, a preposition or punctuation.
    """
    tokens = list(_TOKEN.finditer(text))
    for at, token in enumerate(tokens[:6]):
        word = token.group().lower()
        if word in {",", ";", ":", "(", ")"} or word in _AFTER or word in STOP_WORDS - {"first"}:
            return None
        if word in HEADS and _ends_here(tokens, at, text):
            return token.end(), word
    return None


def _ends_here(tokens: list[re.Match[str]], at: int, text: str) -> bool:
    if at + 1 == len(tokens):
        return True
    following = tokens[at + 1].group().lower()
    if following in {"of", "and", "or", "("}:
        return False
    if following in {",", ";", ":", ")"} or following in _AFTER or following in MODALS:
        return True
    if is_past(following) or is_singular_verb(following) or is_adverb(following):
        return True
    return is_plural_verb(following) and not may_be_noun(following)
