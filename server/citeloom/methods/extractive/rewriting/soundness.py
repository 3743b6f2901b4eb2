"""Tell which statements rewriting has broken, or made to say what their source does not."""

import re
from functools import lru_cache
from itertools import pairwise

from citeloom.grounding.guarded import CaselessPattern
from citeloom.methods.extractive.rewriting.names import MARK
from citeloom.methods.extractive.rewriting.verbs import (
    base_of,
    is_past,
    is_singular_verb,
    may_be_noun,
)

_ADVERBS = r"(?:\w+ly |also |then |further )*"
_STATE = re.compile(
    rf"{MARK}(?<!\bof {MARK})(?<!\bby {MARK}) {_ADVERBS}(?:lacks?\b|be\b|needs? (?!to\b)|"
    r"(?:still |only |currently )*(?:understand|know)s? "
    r"(?:very |so |too )?(?:little|less|nothing|few)\b|"
    r"(?:have|has) (?:\w+ly |long |all |also )?(?:seen|witnessed|"
    r"been|become|come|known|had|got|grown)\b|saw\b|thought\b|witness(?:ed|es)?\b|"
    r"(?:is|are|was|were|am) (?!(?:the first|interested|concerned|motivated|inspired|able to|"
    r"based|surprised|"
    r"(?:\w+ly )?\w+ing)\b))",
)
"""What everybody lacks, has seen or is; authors of a paper do things in it."""

_SUBORDINATE = CaselessPattern(
    rf"\b(?:(?:requir|suggest|impl|mean|ensur|demand|necessitat|assum|suppos)\w* that|so that|if|"
    rf"unless|whether|once|than|because|as if|even when) {MARK}",
)
"""A clause in which "we" is whoever does something, not the authors of the sentence."""

_US = re.compile(r"(?<!\bby )(?<!\bof )(?<!\bamong )(?<!\bbetween )\bus\b")
_WE = re.compile(r"\bwe\b", re.IGNORECASE)
_EARLIER = re.compile(
    r"^(?:In|From|Building on|Following|Extending|Based on) (?:an?|our|the|some|two|several) "
    r"(?:previous|earlier|prior|preceding|recent|past|companion) (?:[\w-]+ )?"
    rf"(?:stud(?:y|ies)|works?|papers?|articles?|publications?|reports?)[^,;]*, {MARK}"
    rf"|{MARK} (?:(?:has|have|had) )?(?:previously|earlier) ",
)
"""What the authors did in another paper than the one that is cited."""

_NTH = re.compile(
    r"^(?:In|For|As|At|On|With|Under) (?:the|a|an|our|their) "
    r"(?:first|second|third|fourth|final|last|next|other|same|latter|former|remaining) "
    rf"(?!(?:[\w-]+ )?(?:years?|decades?|century|centuries|months?|time|place|language)\b)"
    rf"[^{MARK}]*{MARK}"
)
"""One of several things that other sentences name."""

_ARTICLES = re.compile(
    r"\b(?:an?|the) (?:(?:\w+ly|most|more|widely) )*(?:\w+ed )?(?:an?|the) (?=\w)"
)
_REMEMBERED = 16
"""A sentence is rewritten a few times, one right after the other."""

_MAY_STAND_TWICE = frozenset(["had", "that"])
_DEED = re.compile(
    rf"{MARK} {_ADVERBS}(?P<verb>[a-z]{{5,}}) (?P<object>(?:[\w-]+ ){{0,3}}?)"
    r"(?P<noun>[a-z]{5,})\b"
)
_STEM = 5
_PREPOSITIONS = frozenset(
    ["about", "as", "by", "for", "from", "how", "in", "of", "on", "that", "to", "using", "whether",
     "which", "with"]
)  # fmt: skip
_AFTER_NAME = re.compile(rf"{MARK} {_ADVERBS}(?P<past>\w+ed|shown|given) (?P<verb>[a-z]+s)\b")
_PARTICIPLE = (
    r"(?:developed|proposed|presented|introduced|described|used|studied|considered|derived|"
    r"investigated|employed|adopted|obtained|given|suggested|designed|built)"
)
_TWO_VERBS = re.compile(
    rf"^(?:The|Their|An?|Our) (?:[\w-]+ ){{1,4}}?{_PARTICIPLE} (?P<verb>[a-z]+(?:s|ed))\b"
)
_BY_DOING = re.compile(
    rf"{MARK} {_ADVERBS}(?:propose|present|introduce|describe|study|aim|seek|attempt|tr(?:y|ie))"
    r"(?:s|d|ed)? (?:by|through|via) "
)
"""What is done by something has gone: ``X propose by devising``."""

_NO_PERSONS = re.compile(rf"\bof {MARK} and its\b")
_CONNECTED_IT = re.compile(
    r"^(?:Finally|Then|Also|Thus|Hence|Therefore|Next|Moreover),? (?:it|they)\b"
)
_OWN_METHODS = re.compile(
    rf"^the (?:[\w-]+ )?(?:methods|approaches|techniques|algorithms|models) of {MARK} "
    r"(?:are|were|include)\b",
    re.IGNORECASE,
)
_AIM_OF = CaselessPattern(
    rf"\b(?:aims?|goals?|purposes?|objectives?) of {MARK} (?:is|was|are|were)\b"
    rf"|\b(?:{'|'.join(('paper', 'article', 'work', 'study', 'report', 'chapter', 'thesis'))}) of "
    rf"{MARK} (?:(?:is|are) to|will|would|shall|attempts?|tries|try)\b",
)
_FIRST_ITEM = re.compile(r"\((?:1|i|a)\)")
_SECOND_ITEM = re.compile(r"\((?:2|ii|b)\)")
_LOST_COMMA = re.compile(rf"{MARK} ?[,;:]|[,;] ?here {MARK}")


@lru_cache(maxsize=_REMEMBERED)
def is_sound(text: str, of_work: bool = False) -> bool:
    """Return whether a statement, with the mark for its authors, can be what its source says.

    A "we" that is anybody must not have become its authors, no word may stand twice, and the verb
    behind the authors must be theirs. ``of_work`` says that "prior work" stands for them: a second
    "we" would become an "it", which could be the thing that they made.
    """
    return not (
        any(pattern.search(text) for pattern in _BROKEN)
        or (
            not text.startswith(MARK)
            and any(pattern.search(text) for pattern in _BROKEN_BEHIND_MORE)
        )
        or (" us" in text and _US.search(text) is not None)
        or _says_twice(text)
        or _has_two_verbs(text)
        or (_FIRST_ITEM.search(text) is not None and _SECOND_ITEM.search(text) is None)
        or (of_work and MARK in text and _WE.search(text) is not None)
    )


_BROKEN = (_STATE, _EARLIER, _ARTICLES, _LOST_COMMA, _BY_DOING)
_BROKEN_BEHIND_MORE = (_SUBORDINATE, _NTH, _OWN_METHODS, _AIM_OF, _NO_PERSONS, _CONNECTED_IT)
"""What a statement that begins with its authors cannot hold."""


def _says_twice(text: str) -> bool:
    """Return whether a word stands twice, or a verb with its own noun: describe a description."""
    for word, following in pairwise(text.lower().split()):
        twice = word == following.rstrip(".,;:") and len(word) > 2 and word.isalpha()
        if twice and word not in _MAY_STAND_TWICE:
            return True
    return repeats_verb(text)


def repeats_verb(text: str) -> bool:
    """Return whether authors do what its object is already: describe a description."""
    found = _DEED.search(text)
    if found is None:
        return False
    verb = found["verb"][:_STEM]
    for word in (*found["object"].lower().split(), found["noun"]):
        if word in _PREPOSITIONS:
            return False
        if word[:_STEM] == verb:
            return True
    return False


def _has_two_verbs(text: str) -> bool:
    """Return whether a participle has become a verb beside another: the model of X used shows."""
    for pattern in (_AFTER_NAME, _TWO_VERBS):
        found = pattern.search(text)
        if found is None:
            continue
        verb = found["verb"]
        noun = may_be_noun(base_of(verb)) and pattern is _AFTER_NAME
        if not noun and (is_singular_verb(verb) or is_past(verb)):
            return True
    return False
