"""Verbs of scientific prose, and their agreement with a subject."""

from citeloom.methods.extractive.lexicon import lexicon

_REPORTING = lexicon("reporting_verbs")
"""Verbs that take a clause: after "and" they belong to the author, wherever the clause before."""

_PLAIN = lexicon("verbs")
_ALSO_NOUNS = lexicon("verbs_and_nouns")
VERBS = _REPORTING | _PLAIN | _ALSO_NOUNS
_IRREGULAR = {
    "am": "is", "are": "is", "be": "is", "have": "has", "do": "does", "go": "goes",
    "aren't": "isn't", "haven't": "hasn't", "don't": "doesn't",
}  # fmt: skip
_TO_PLURAL = {
    "is": "are", "has": "have", "does": "do", "goes": "go", "was": "were",
    "isn't": "aren't", "hasn't": "haven't", "doesn't": "don't", "wasn't": "weren't",
}  # fmt: skip
UNCHANGED = lexicon("past_forms")
"""Modals and irregular past forms: the same for every subject ("were" is not among them)."""

MODALS = lexicon("modals")
_SAME_IN_PRESENT = frozenset({"cut", "put", "read", "set", "shed", "split", "spread"})
_PAST_FORMS = UNCHANGED - MODALS - _SAME_IN_PRESENT
ADVERBS = frozenset(
    ["not", "never", "also", "then", "thus", "hence", "therefore", "often", "first", "further"]
)


def is_reporting(base: str) -> bool:
    """Return whether a verb (base form) takes a clause: show, argue, find."""
    return base in _REPORTING


def may_be_noun(base: str) -> bool:
    """Return whether a verb's base form is a common noun as well: use, study, model."""
    return base in _ALSO_NOUNS


def is_adverb(word: str) -> bool:
    """Return whether a word may stand between a subject and its verb."""
    return word in ADVERBS or (word.endswith("ly") and word not in {"rely", "apply", "supply"})


def is_past(word: str) -> bool:
    """Return whether a word is a regular or a known irregular past form."""
    if word in _PAST_FORMS:
        return True
    return word.endswith("ed") and word not in VERBS and word not in {"need", "speed", "feed"}


def ends_in_s(word: str) -> bool:
    """Return whether a word may have the s of a plural, or of a verb: parsers, parses."""
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))


def singular(verb: str) -> str:
    """Return the form after "she" of a verb as it stands after "we": propose, proposes."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb == "were":
        return "was"
    if verb in MODALS or is_past(verb) or is_singular_verb(verb):
        return verb
    return _with_s(verb)


def plural(verb: str) -> str:
    """Return the form after "they" of a verb as it stands after "the paper": proposes, propose."""
    if verb in _TO_PLURAL:
        return _TO_PLURAL[verb]
    return base_of(verb)


def base_of(verb: str) -> str:
    """Return the base form of a verb that ends in s: applies, apply; other words unchanged."""
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return verb[:-2]
    if verb.endswith("ses") and verb[:-2] in VERBS:
        return verb[:-2]
    if verb.endswith("s") and not verb.endswith(("ss", "us", "is")):
        return verb[:-1]
    return verb


def is_singular_verb(word: str) -> bool:
    """Return whether a word is a verb in the form after "the paper": proposes, is, has, can."""
    return word in _TO_PLURAL or word in MODALS or (word not in VERBS and base_of(word) in VERBS)


def is_plural_verb(word: str) -> bool:
    """Return whether a word can be a verb in the form after "we"."""
    return (
        word in VERBS or word in _IRREGULAR or word == "were" or word in UNCHANGED or is_past(word)
    )


def is_verb_form(word: str) -> bool:
    """Return whether a word can be a finite verb: proposes, show, can, found."""
    return is_singular_verb(word) or is_plural_verb(word)


def _with_s(verb: str) -> str:
    if verb.endswith("y") and verb[-2:-1] not in set("aeiou"):
        return verb[:-1] + "ies"
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    return verb + "s"
