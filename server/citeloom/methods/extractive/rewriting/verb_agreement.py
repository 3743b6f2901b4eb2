"""Make the verbs of a clause agree with a new subject."""

import re

from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.verbs import (
    MODALS,
    VERBS,
    base_of,
    is_adverb,
    is_past,
    is_plural_verb,
    is_reporting,
    is_singular_verb,
    may_be_noun,
    plural,
    singular,
)

_TOKEN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|[,;:()]")
_DROPPED = lexicon("connecting_adverbs")  # fmt: skip
_OBJECT_STARTS = lexicon("object_starts")
_CLAUSE_STARTS = frozenset(
    ["that", "which", "who", "whose", "how", "whether", "where", "when", "because", "while", "if"]
)


_RELATIVE = frozenset(["that", "which", "who"])
_WHOSE_VERB = 1.5
"""The doubt whose a verb is: ``finds that they fail to model changes and have``."""


def agree_verbs(clause: str, is_singular: bool, was_singular: bool) -> tuple[str, float]:
    """Return a clause whose verbs agree with a new subject, and how doubtful that is.

    Parameters
    ----------
    clause
        The text after the subject, which begins with the verb or with adverbs before it.
    is_singular
        Whether the new subject takes the singular.
    was_singular
        Whether the old one did (``the paper``; ``we`` did not).

    Returns
    -------
    The clause, without connecting adverbs before its verb, and a doubt from 0 (sure) to 1.5, where
    a later verb may be the authors' or another's.
    """
    tokens = list(_TOKEN.finditer(clause))
    edits: list[tuple[int, int, str]] = []
    at = _first_verb(tokens, clause, edits)
    if at is None:
        return clause, 1.0
    verb = tokens[at].group()
    known = is_singular_verb(verb.lower()) or is_past(verb.lower())
    if not was_singular:
        known = is_plural_verb(verb.lower())
    doubt = 0.0 if known else 0.8
    if is_singular != was_singular:
        edits.append((*tokens[at].span(), _form(verb, is_singular)))
        if not (verb.lower() in MODALS or is_past(verb.lower())):
            doubt += _change_coordinated(tokens, at, is_singular, edits)
    for start, end, text in sorted(edits, reverse=True):
        clause = clause[:start] + text + clause[end:]
    return clause, min(_WHOSE_VERB, doubt)


def _form(verb: str, is_singular: bool) -> str:
    return singular(verb) if is_singular else plural(verb)


def _first_verb(
    tokens: list[re.Match[str]], clause: str, edits: list[tuple[int, int, str]]
) -> int | None:
    """Return the index of the verb, and note the connecting adverbs before it for removal."""
    aside = False
    for at, token in enumerate(tokens[:14]):
        word = token.group().lower()
        if word == ",":
            aside = not aside
        elif aside or (is_adverb(word) and word not in {"often"}) or word in _DROPPED:
            first = at == 0 or not aside
            if first and word in _DROPPED | {"first", "firstly"}:
                end = token.end()
                end += len(clause[end:]) - len(clause[end:].lstrip(" "))
                edits.append((token.start(), end, ""))
        elif word in {"both", "all", "only", "have"} and at + 1 < len(tokens):
            if word == "have":
                return at
        else:
            return at
    return None


def _change_coordinated(
    tokens: list[re.Match[str]], verb_at: int, is_singular: bool, edits: list[tuple[int, int, str]]
) -> float:
    """Note the changes of the verbs that share the subject of the verb, and return the doubt."""
    governed = False
    clause_is_singular: bool | None = None
    doubt = 0.0
    for at in range(verb_at + 1, len(tokens)):
        word = tokens[at].group().lower()
        before = tokens[at - 1].group().lower()
        if (word == "to" and _verb_after(tokens, at)) or (
            word in MODALS and word not in {"does", "do", "did"}
        ):
            governed = True
        elif word in _CLAUSE_STARTS:
            clause_is_singular = None
            governed = governed or word in _RELATIVE
        is_joined = before in {"and", "but", "or", ",", "then", "also"} or is_adverb(before)
        if not (is_joined and _follows_coordinator(tokens, at)):
            if governed and clause_is_singular is None and word not in MODALS:
                is_verb = before in _RELATIVE and word.endswith("s") and not is_singular
                clause_is_singular = is_verb or is_singular_verb(word) or None
            continue
        fits = word in VERBS if is_singular else (word not in VERBS and is_singular_verb(word))
        if word in {"are", "do", "have"} and is_singular and before == "and":
            fits = True
        if not fits:
            continue
        base = word if is_singular else base_of(word)
        following = tokens[at + 1].group().lower() if at + 1 < len(tokens) else ""
        if may_be_noun(base) and word != "presents" and following not in _OBJECT_STARTS:
            continue
        if is_reporting(base) and following in {"that", "how", "whether", "the", "its", "their"}:
            governed = False
        if governed and is_singular and clause_is_singular and not is_reporting(base):
            doubt = _WHOSE_VERB
        # What another clause governs has its form: "that trains" goes on with "and tests", "that
        # can train" and "to train" with "and test".
        if not governed or is_singular == bool(clause_is_singular):
            edits.append((*tokens[at].span(), _form(word, is_singular)))
            governed = False
            clause_is_singular = None
        elif is_singular:
            doubt = max(doubt, 0.5)
    return doubt


def _verb_after(tokens: list[re.Match[str]], at: int) -> bool:
    """Return whether a verb follows a word, adverbs between them aside."""
    at += 1
    while at < len(tokens) and is_adverb(tokens[at].group().lower()):
        at += 1
    return at < len(tokens) and tokens[at].group().lower() in VERBS


def _follows_coordinator(tokens: list[re.Match[str]], at: int) -> bool:
    """Return whether a comma, "and" or "but" stands before a word, adverbs between them aside."""
    at -= 1
    while at > 0 and (is_adverb(tokens[at].group().lower()) or tokens[at].group() in {"also"}):
        at -= 1
    return tokens[at].group().lower() in {"and", "but", ","}
