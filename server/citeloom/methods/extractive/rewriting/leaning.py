"""Tell which statements lean on sentences that stand elsewhere."""

import re

from citeloom.grounding.words import terms, word_count, words
from citeloom.methods.extractive.rewriting.names import MARK, Subject
from citeloom.methods.extractive.rewriting.openers import DANGLING
from citeloom.methods.extractive.rewriting.verbs import is_verb_form
from citeloom.methods.extractive.text.usability import is_damaged, names_by_number

_POINTING = re.compile(
    r"\b(?:these|this|the (?:above|aforementioned|former|latter|two|three|four))\b"
    r"|\bthose (?!of\b|that\b|which\b|who\b|whose\b|in\b|with\b|from\b|for\b|by\b)"
    r"|\bsuch (?!as\b|that\b|an? way\b|way\b)\w+"
    r"|\b(?:another|the other|the second|the third|the first) (?:\w+ )?"
    r"(?:approach|method|model|variant|one|group|part|step|objective|goal|problem|issue|challenge)\b"
    r"|\b(?:do|does|did|doing) so\b"
    r"|\b(?:address|tackle|solve|overcome|resolve|improve|fill|bridge|close)(?:es|s|ed)? "
    r"(?:it|them|the (?:\w+ )?(?:problem|issue|challenge|gap|limitation|question|task|setting)s?)"
    r"(?=[.,;]?$|[.,;]? (?:by|with|through|using|and|in this|via)\b)",
    re.IGNORECASE,
)
_EARLY = 14
"""Words within which such words can hardly point to something in their own sentence."""

_OF_IT = re.compile(rf"^{MARK} (?:\w+ly )?\w+ (?:it|them|its|another|other)\b")
_BARE_START = re.compile(r"(?:The|Both|All|Each|Its|One of the|Some of the|Most of the) ")
_SUBJECT = 8


def leans(text: str, subject: Subject) -> bool:
    """Return whether a statement (with the mark for its authors) needs sentences before it.

    It points back, or begins with "the" thing of which neither it nor its paper's title says what
    it is, or its signs are damaged, or it has no verb; or, naming no authors, it has not two words
    of the title and does not begin with one.
    """
    plain = text.replace(MARK, "They", 1) if text.startswith(MARK) else text
    if is_damaged(plain) or names_by_number(plain) or _OF_IT.match(text):
        return True
    found = _POINTING.search(plain)
    if found and word_count(plain[: found.start()]) < _EARLY:
        return True
    named = MARK in text and word_count(text[: text.index(MARK)]) < _SUBJECT
    if named or (subject.again and text.startswith("Their ")):
        return False
    if not any(is_verb_form(word) for word in words(plain)):
        return True
    about = set(terms(subject.title))
    if _BARE_START.match(text):
        return about.isdisjoint(terms(" ".join(text.split()[1:_SUBJECT])))
    if MARK in text:
        return False
    if DANGLING.match(text):
        return True
    own = terms(text)
    return bool(about) and len(about & set(own)) < 2 and own[:1] != [*about & set(own[:1])]
