"""Tell which sentences of an abstract are never taken: broken ones, orders, lines of the page."""

import re

from citeloom.grounding.guarded import GuardedPattern, guarded
from citeloom.methods.extractive.text.advertising import is_advertising
from citeloom.words import word_count

_INSTRUCTION = guarded(
    "ignore|disregard|forget|prompt|as a|you are |do not |don|never |give |write |output |"
    "return |please |you must |always |<",
    r"\b(?:ignore|disregard|forget) (?:all |any |the |your |these |everything )*"
    r"(?:previous|prior|above|preceding|earlier|other|instructions?)\b|"
    r"\b(?:system|user) prompt\b|\bas an? (?:ai|large language model|language model)\b|"
    r"\byou are (?:now )?(?:an? )?(?:\w+ )?(?:ai|assistant|language model|chatbot|reviewer)\b|"
    r"\b(?:do not|don\W?t|never) (?:cite|mention|criticize|highlight)\b|"
    r"\b(?:give|write|output|return) (?:only )?(?:a )?(?:positive|favou?rable) (?:review|rating)\b|"
    r"\b(?:please |you must |always )(?:cite|output|respond|answer|print|recommend|praise)\b|"
    r"<\|?(?:im_start|system|endoftext)\|?>",
)
_NEVER = guarded(
    "http|www.|git|@|available|release|open|publish|downloadable|accessible|make |reserved|"
    "copyright|©|elsevier|springer|wiley|ieee trans|doi|ltd|organi|structured|supported|funded|"
    "withdrawn|accepted|part of|rest of|remainder of|grant no|keyword|key word|index terms|"
    "appear|acm reference|general terms",
    r"https?:|www\.|\bgithub\b|\bgitlab\b|[\w.]+@[\w-]+\.\w|"
    r"\b(?:code|data|dataset|datasets|corpus|models?|implementation|software|scripts?|resources?|"
    r"toolkit|source|annotations?|benchmark|package|demo|library)\b[^.]{0,80}\b(?:is|are|will be|"
    r"were|was|be|been)\b(?: \w+ly| made| also| now| all)*"
    r" (?:(?:publicly |freely |openly )?available|released|open-sourced|open[- ]source|"
    r"published|downloadable|accessible)\b|\b(?:release|open-source|publish|make) "
    r"(?:\w+ )?(?:our|the|all|both|this|these|them|it|its)\b[^.]{0,70}\b(?:code|data|dataset|"
    r"datasets|corpus|models?|publicly|available|scripts?|software|checkpoints)\b|"
    r"\bavailable (?:at|from|online|upon|on request|under|for download)\b|"
    r"\brights? reserved\b|\bcopyright\b|©|\belsevier\b|\bspringer[- ]?verlag\b|\bwiley\b|"
    r"\bieee trans|\bdoi\b|\bpublished by\b|\bltd\b|"
    r"\bthis (?:paper|article|work|thesis|chapter|report|survey) (?:is|was|has been) (?:\w+ )?"
    r"(?:organi[sz]ed|structured|supported|funded|withdrawn|accepted|published|part of)\b|"
    r"\b(?:rest|remainder) of (?:this|the) (?:paper|article)\b|\bgrant no\b|^key ?words?\b|"
    r"^index terms\b|\bappear(?:s|ed)? in (?:the )?proceedings\b|\bacm reference\b|^general terms",
)
_SIGNS_OF_LOSS = ("â", "√", "ï¿½", "...", "…", "∑", "∫", "∏", "∮", "∘", "??")
_BROKEN = re.compile(
    r"[\\${}\ufffd]|^\(?(?:\d|i{1,3}|iv|v)\) |^\((?:19|20)\d\d\)|[a-z]\([a-z]\)[a-z]{2}|"
    r"\w-{3} |Ã[^a-zà-ÿ\s]|Â[^a-zà-ÿ]|\(see \w|"
    r"\w- (?!and\b|or\b|to\b|as\b|versus\b|vs\b)[a-z]|"
    r"(?:^| )(?:fi|fl|ff|ffi|ffl) [a-z]{2}|\s\?\w|\w\?[\w=]|"
    r"[a-z]{2}\.[a-z]{3}|[ (];\d| [b-hj-z] (?<=\b[b-hj-z] [b-hj-z] )"
)
"""LaTeX that is left over, numbers of lists, signs or blanks that were lost or put in."""

_STOP_BEFORE_MORE = re.compile(
    r"(?<=[a-z]{4})\.(?<!\betc\.)(?<!resp\.) [\"”]?(?:[a-z]| [A-Z])|"
    r"\[[A-Z]\.[^\]]*\((?:19|20)\d\d\)"
)
"""A stop in the middle of a sentence, as scanned texts have, or a whole reference in it."""

_LOST_END = re.compile(
    r"\b(?:including|such as|like|by|of|and|or|with|from|for|the|a|an|[b-hj-z])[ .]*$"
)
_NUMBERED = GuardedPattern(
    re.compile(
        r"\b(?:compounds?|guests?|hosts?|ligands?|inhibitors?|complex(?:es)?|analog(?:ue)?s?|"
        r"derivatives?|peptides?|substrates?|receptors?|cavitands?|products?) \(?[1-9]\d?[a-z]?\b|"
        r"(?<=[a-z]) \(\d{1,2}(?:[-–]\d{1,2})?\)"
    ),
    (*"123456789", " ("),
)
"""Compounds by the numbers that they have in their paper."""


_LEAST_WORDS, _MOST_WORDS = 4, 60


def is_instruction(text: str) -> bool:
    """Return whether a sentence gives instructions to a model instead of telling a reader."""
    return _INSTRUCTION.search(text) is not None


def never_chosen(text: str) -> bool:
    """Return whether a (cleaned) sentence says nothing on the paper's subject.

    It says where the code is, who holds the rights or how the paper is organised, sells something,
    names compounds by the numbers of their paper, or is no whole sentence.
    """
    return (
        _NEVER.search(text) is not None
        or is_instruction(text)
        or is_advertising(text)
        or _NUMBERED.search(text[:1].lower() + text[1:]) is not None
        or not _LEAST_WORDS <= word_count(text) <= _MOST_WORDS
        or not any(character.islower() for character in text)
    )


def is_damaged(text: str) -> bool:
    """Return whether signs or words were lost on the way, or LaTeX is left over."""
    return (
        any(sign in text for sign in _SIGNS_OF_LOSS)
        or text.count("(") > text.count(")")
        or any(it.search(text) for it in (_BROKEN, _STOP_BEFORE_MORE, _LOST_END))
    )
