"""Tell which statements cannot stand without the sentences around them, or may be false."""

import re
from functools import lru_cache

from citeloom.grounding.guarded import CaselessPattern
from citeloom.methods.extractive.rewriting.names import MARK
from citeloom.methods.extractive.rewriting.openers import DANGLING, PAPER_NOUN
from citeloom.methods.extractive.rewriting.verbs import (
    is_adverb,
    is_past,
    is_plural_verb,
    is_verb_form,
    may_be_noun,
)
from citeloom.words import STOP_WORDS, terms, words

_POINTING = CaselessPattern(
    r"\b(?:these|this|those(?! (?:of|that|which|who|whose|in|with|from|for|by)\b)|"
    r"the (?:above|aforementioned|former|latter|other|same|second|third|original|proposed|"
    r"resulting|revised|two|three)|said|"
    r"such(?! (?:as|that|an? way|way|(?:[\w-]+ ){1,3}as)\b)|another|both(?!.*\band\b)|"
    r"(?:by|from|in|of|on|to|with) that(?= [a-z]+\b)) (?P<thing>[\w-]+(?: [\w-]+)?)"
)
"""What points back, unless its sentence has named it."""

_BARE = CaselessPattern(
    r"\bthe (?P<thing>approach(?:es)?|methods?|methodology|models?|algorithms?|techniques?|"
    r"systems?|problems?|solver|pipeline|analysis|package|toolkit|toolbox|framework|tool|task|dataset|corpus|samples|participants|"
    r"groups)\b(?! (?:of|that|for|which|based|whose|called)\b)"
    r"(?= |[.,;]|$)"
)
"""``the method``, where nothing says which."""

_DOING_SO = CaselessPattern(
    r"\b(?:do|does|did|doing) so\b|\b(?:respectively|aforementioned|the (?:contrary|opposite))\b|"
    r"\bthe first (?:challenge|issue|problem|question|case|part|step|one)\b|"
    r"\b(?:address|tackle|solve|overcome|resolve|improve|fill|bridge|close)(?:es|s|ed)? "
    r"(?:it|them)\b"
)
_OWN = CaselessPattern(
    rf"{MARK} (?:\w+ly |also |then |further )*(?:evaluate|test|validate|verif(?:y|ie)|demonstrate|"
    r"assess|illustrate|compare|train|examine|use|improve|benchmark|appl(?:y|ie)|extend)"
    r"(?:d|s|ed)? "
    r"(?:[\w ]{0,40}?of )?(?:our|their|the proposed) (?:[\w-]+ ){0,2}?(?:methods?|approach(?:es)?|"
    r"models?|algorithms?|techniques?|systems?|frameworks?|theory|results|architectures?|networks?|"
    r"observations?|claims?|measures?|hypothes[ie]s|findings)\b"
    r"(?! (?:for|of|that|which|based|called)\b)|"
    rf"^[^{MARK}]*\bour\b[^{MARK}]*{MARK}|"
    rf"{MARK} \w+ that (?:they|it) (?!(?:is|was) (?:\w+ ){{1,2}}(?:to|that)\b)|"
    rf"{MARK} (?:\w+ly |also |then )*(?:it|them|its|the (?:resulting|above|remaining))\b"
)
"""Authors who try their own thing, and do not say what it is."""

_PAPER_LEFT = CaselessPattern(
    rf"\b(?:this|the present|the current|our) (?:[\w-]+ ){{0,2}}?{PAPER_NOUN}\b|\bhere(?:in)?\b|"
    r"\bin this (?:[\w-]+ )?(?:protocol|volume|book|section|issue)\b"
)
"""What speaks of the text that is cited."""

_STATE = CaselessPattern(
    rf"{MARK} (?:\w+ly |also |then |further |still |only )*"
    r"(?:lacks?\b|be\b|sees?\b|involves?\b|needs? (?!to\b)|saw\b|"
    r"(?:understand|know)s? (?:very |so |too )?(?:little|less|nothing|few)\b|thought\b|"
    r"(?:have|has) (?:\w+ly |long |all |also )?(?:seen|witnessed|been|become|come|known|had|got|"
    r"grown)\b|witness(?:ed|es)?\b|(?:can|could|may|might|must|should|will|would|cannot)\b|"
    r"(?:is|are|was|were|am) (?!(?:the first|interested|concerned|motivated|inspired|able to)\b))"
)
"""What everybody lacks, has seen, is or may do; the authors of a paper do things in it."""

_EARLIER = CaselessPattern(
    r"^(?:in|from|building on|following|extending|based on) (?:an?|our|the|some|two|several) "
    r"(?:previous|earlier|prior|preceding|recent|past|companion) (?:[\w-]+ )?"
    rf"(?:stud(?:y|ies)|works?|papers?|articles?|publications?|reports?)[^,;]*, {MARK}"
    rf"|{MARK} (?:(?:has|have|had) )?(?:previously|earlier) "
)
"""What the authors did in another paper than the one that is cited."""

_THEY = re.compile(r"\b(?:they|them|their|themselves|it|its|itself)\b", re.IGNORECASE)
_IMPERSONAL = ("it is ", "it was ", "it has been ", "it can be ")
_US = re.compile(r"(?<!\bby )(?<!\bof )(?<!\bamong )(?<!\bbetween )\bus\b|(?<=[a-z,] )I (?=[a-z])")
_MY_OWN = re.compile(
    r"\b(?:[Ww]e|[Oo]ur|us|ours|[Mm]y|I|[Tt]he (?:paper|article|authors?|present|current))\b(?!-)"
)


@lru_cache(maxsize=1 << 12)
def is_refused(text: str, of_work: bool = False, follows: bool = False) -> bool:
    """Return whether a statement, with the mark for its authors, points back or may be false.

    ``of_work`` says that "prior work" stands for its authors, who have no names: a second "we"
    would become an "it", which could be the thing that they made. ``follows`` says that the
    sentence before it in its abstract stands before it, so that it may point back.
    """
    return (
        (not follows and (points_back(text) or _OWN.search(text) is not None))
        or (follows and _PAPER_LEFT.search(text) is not None)
        or any(pattern.search(text) is not None for pattern in (_STATE, _EARLIER, _US))
        or (of_work and _MY_OWN.search(text) is not None)
    )


def points_back(text: str) -> bool:
    """Return whether words point to a thing that the sentence has not named, or to its paper."""
    if DANGLING.match(text) or _DOING_SO.search(text) or _PAPER_LEFT.search(text):
        return True
    for found in (*_POINTING.finditer(text), *_BARE.finditer(text)):
        if not set(terms(found["thing"])) & set(terms(text[: found.start()])):
            return True
    return _lacks_antecedent(text)


def speaks_of_itself(text: str) -> bool:
    """Return whether a sentence speaks of its authors or its paper."""
    return _MY_OWN.search(text) is not None or _PAPER_LEFT.search(text) is not None


def has_verb(text: str) -> bool:
    """Return whether some word but the first can be a finite verb."""
    return any(is_verb_form(word) for word in words(text)[1:])


def is_order(word: str) -> bool:
    """Return whether a first word tells what to do: ``Learn to parse``."""
    return is_plural_verb(word) and not is_past(word) and not may_be_noun(word)


def _lacks_antecedent(text: str) -> bool:
    """Return whether "they" or "it" stands where nothing that it may be has been named."""
    found = _THEY.search(text)
    if found is None or text.startswith(_IMPERSONAL, found.start()):
        return False
    before = text[: found.start()]
    named = [it for it in words(before) if it not in STOP_WORDS and not is_adverb(it)]
    return len(named) - (MARK in before) < 1
