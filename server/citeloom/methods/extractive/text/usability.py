"""Tell which sentences of an abstract are unfit to be quoted without it."""

import re
from collections.abc import Collection

from citeloom.grounding.guarded import CaselessPattern, GuardedPattern, guarded
from citeloom.grounding.words import stem, word_count, words
from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.verbs import VERBS, is_verb_form
from citeloom.methods.extractive.text.publishers_lines import is_publishers_line

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
_MARKUP = GuardedPattern(re.compile(r"[\\${}^]|_\{|\b\w_\w\b|\ufffd"), tuple("\\${}^_\ufffd"))
_SIGNS_OF_LOSS = ("â", "√", "ï¿½", "...", "…", "∑", "∫", "∏", "∮", "??")
_BROKEN = re.compile(
    r"\w-{3} |Ã[^a-zà-ÿ\s]|Â[^a-zà-ÿ]|\(see \w|"
    r"\w- (?!and\b|or\b|to\b|as\b|versus\b|vs\b)[a-z]"
)
_BROKEN_GUARDS = ("- ", "Ã", "Â", "(see ")
_GLUED_THAT = re.compile(r"that(?<=\bthat)(?!ch)[a-z]{3,}")
_SINGLE_LETTERS = re.compile(r" [b-hj-z] (?<=\b[b-hj-z] [b-hj-z] )")
_LOST = re.compile(r"^\(?(?:\d|i{1,3}|iv|v)\) |[\\${}\ufffd]")
_BROKEN_SIGNS = GuardedPattern(
    re.compile(
        r"(?<!\bsci )(?<!\bwi )(?<!\bhi )\b(?:fi|fl|ff|ffi|ffl) [a-z]{2}|"
        r"(?<=[a-z] )[A-Z][a-z]{1,3} [a-z] ?=|\b[A-Z]-[a-z]/[A-Z]|\((?:19|20)\d\d, [A-Z]|"
        r"\bthat (?:developed|designed|proposed|built|made) (?:for|by)\b"
    ),
    ("fi ", "fl ", "ff ", "ffi ", "ffl ", "=", "/", "(19", "(20", "that d", "that p", "that b",
     "that m"),
)  # fmt: skip
"""Broken ligatures and formulas, a lost "was"."""

_RUN_TOGETHER = re.compile(
    r"\.(?<=[a-z]{3}\.)[A-Z][a-z]+ [a-z]|"
    r"\.(?<=[A-Z]{2}\.)(?:[A-Z][a-z]{2,} [a-z]| (?:We|This|It|Our|They)\b)"
)
_GLUED = re.compile(r"\b(?:for|of|and|the|in|with)[A-Z][a-z]{4}")
"""Sentences and words without a blank between them."""

_ENDS_IN_THE = re.compile(r"the\b(?<=[a-z]{2}the)")
_WORDS_IN_THE = frozenset(
    ["absinthe", "bathe", "blithe", "breathe", "clothe", "enclothe", "goethe", "lathe", "lethe",
     "lithe", "loathe", "scathe", "scythe", "seethe", "sheathe", "soothe", "sunbathe", "swathe",
     "tithe", "unclothe", "unsheathe", "withe", "wreathe", "writhe"]
)  # fmt: skip
_STRAY_ACCENT = re.compile("(?<![^\\W\\d_])[\u0300-\u036f]|[^aAuUwy]\u030a")
"""``tendencythe flux``, and an accent that stands on no letter."""

_FLAT_FORMULA = GuardedPattern(
    re.compile(
        r"\b(?:of|is|as|by|to|order|form|length|size|rate|than|the)(?:[A-Z]{1,2}\(|[a-z]\d[a-z])|"
        r"\b[a-z] \d [a-z] \d\b|"
        r"\b(?:length|order|width|step)[hkmnpqxz]\b"
    ),
    (*"0123456789(", "length", "order", "width", "step"),
)
_GLUED_ORDINAL = re.compile(r"the(?<=\bthe)[a-z]-?th\b(?<!\btheth)")
"""Formulas without their signs, and glued to words: ``of the orderk4h2``, ``thek-th``."""

_STOP_BEFORE_MORE = re.compile(
    r"(?<=[a-z]{4})\.(?<!\betc\.)(?<!resp\.) "
    r"(?:and|but|or|which|is|are|was|were|in|with|by|of|to) |\[[A-Z]\.[^\]]*\((?:19|20)\d\d\)"
)
"""A stop in the middle of a sentence, as scanned texts have, or a whole reference in it."""

_LOST_SIGN = re.compile(r"\s\?\w|\w\?\w")
_LAST_WORDS = ("including", "such as", "like", "by", "of", "and", "or", "with", "from", "for",
               "the", "a", "an")  # fmt: skip
_LOST_END = re.compile(rf"\b(?:{'|'.join(_LAST_WORDS)})[ .]*$")
_PAGE_AT_END = re.compile(r"\b[a-z]+, (?!(?:19|20)\d\d\b)\d{1,4}[ .]*$")
_CONTENTS = re.compile(r",\s*\d{1,4}\s*[.;]?\s*(?:[-–—]+\s*)?(?:[IVX]{1,5}|\d{1,2})\s*\.\s*[A-Z]")
"""The page of a chapter, and the number of the next: ``Introduction, 488. — II. The``."""

_NUMBERED_TITLE = re.compile(r"(?<!\d)(?P<number>\d{1,2})\.? (?=[A-Z][a-z])")
_LEAST_CHAPTERS = 2
_LEAST_NUMBERED = 4
_PREPOSITIONS = " (?:from|of|with|for|by|into|at) (?:on|of|in|for|with|by|to|from|via|into)"
_ARE_THERE_TWO = re.compile(rf"{_PREPOSITIONS} ")
_TWO_PREPOSITIONS = re.compile(
    rf"\b(?P<before>[\w-]+){_PREPOSITIONS}"
    r"(?= \w)(?! (?:vitro|vivo|situ|silico|average|total|general|part|particular|principle|fact|"
    r"date|example|instance|far|definition|course|turn|hand)\b)"
)
_OUTWARD = guarded(
    "section|figure|table|fig. |above|below|aforementioned|latter|former|respectively",
    r"\b(?:see (?:section|figure|table)|(?:section|figure|table|fig\.) \d|"
    r"above|below|aforementioned|latter|former|respectively)\b",
)
_BACKWARD = CaselessPattern(
    r"\b(?:these|those|this|such|the above|the two|the three)\s+(?:\w+)|"
    r"\bthe (?:first|second|former|latter) (?:objective|goal|"
    r"problem|issue|task|challenge|one|step)\b|"
    r"\bour (?:task|problem|setting|case|purposes?)\b|\b(?:does|do|did) so\b|"
    r"\bthat (?:it|its|they|their|this)\b|\bfor (?:this|the) (?:task|problem|purpose)\b(?! of)|"
    r"\b(?:another|other) (?:\w+ )?(?:approach|method|model|variant|one)\b",
)
_HOPE = guarded(
    "hope|believe|plan|wish|intend|anticipate|future |we conclude |discuss|we will|our knowledge|"
    " the first",
    r"\b(?:we (?:\w+ )?(?:hope|believe|plan|wish|intend|anticipate)|"
    r"future (?:work|research|directions?)|"
    r"we conclude (?:by|with)|is discussed|are discussed|we will|"
    r"to (?:the best of )?our knowledge|is the first|are the first|we (?:also )?discuss)\b",
)
_USE = guarded(
    "may |can |could |might |should |will |would ",
    r"\b(?:may|can|could|might|should|will|would) (?:\w+ly |also |thus |then |potentially )*"
    r"(?:help|facilitate|serve|pave|guide|aid|assist|contribute|shed|inspire|benefit|be (?:of )?"
    r"(?:use|useful|helpful|valuable|beneficial)|provide (?:an? |some |new |useful |valuable )*"
    r"(?:insights?|guidance|guidelines?|basis|reference|starting points?))\b",
)
"""What a work may be good for."""

_ON_ITSELF = guarded(
    "our |the proposed ",
    r"\bwe (?:\w+ly |also |then |further )?(?:apply|test|evaluate|validate|demonstrate|verify|"
    r"illustrate|assess|confirm|show)(?:d|ed)? [^,.;]{0,40}?\b(?:our|the proposed) (?:\w+ )?"
    r"(?:methods?|approach(?:es)?|results|models?|frameworks?|algorithms?|techniques?|systems?)\b",
)
"""Sentences in which authors test their own method."""

_NUMBERED = GuardedPattern(
    re.compile(
        r"\b(?:compounds?|guests?|hosts?|ligands?|inhibitors?|complex(?:es)?|analog(?:ue)?s?|"
        r"derivatives?|peptides?|substrates?|receptors?|cavitands?|products?) \(?[1-9]\d?[a-z]?\b|"
        r"(?<=[a-z]) \(\d{1,2}(?:[-–]\d{1,2})?\)"
    ),
    (*"123456789", " ("),
)
"""Compounds by the numbers that they have in their paper."""

_PRAISE = guarded(
    "effectiveness|efficacy|superior|usefulness|advantage|outperform|performance|result|"
    "improvement|gain|rank|place",
    r"\b(?:demonstrates?|shows?|verif(?:y|ies)|confirms?|proves?|validates?) (?:the )?"
    r"(?:\w+ and )?(?:effectiveness|efficacy|superiority|usefulness|advantages?)\b|"
    r"\boutperform(?:s|ed)? (?:[\w-]+ )*(?:baselines?|methods|models|approaches|systems)\b|"
    r"\b(?:consistent|significant|substantial|notable) (?:\w+ )?(?:improvements?|gains?)\b|"
    r"\bimprovements? (?:[\w-]+ ){0,5}?over\b|\bsuperior to\b|"
    r"\b(?:top|first|second|third|\d(?:st|nd|rd|th)) (?:rank|place)\b|"
    r"\brank(?:s|ed) (?:on |in |at )?(?:the )?(?:first|second|third|\d)|"
    r"\b(?:state-of-the-art|sota|competitive|promising|superior|better|comparable) "
    r"(?:performance|results?)\b",
)
"""Results that could be any paper's."""

_TAKES_PART = guarded(
    "task|semeval|challenge|competition|track|workshop|campaign|participat|submi|organi",
    r"\b(?:participat\w+|submi(?:t|ts|tted|tting|ssions?)|systems?|runs?|entry|entries|"
    r"contributions?|models designated|our (?:\w+ )?(?:work|approach|models?)|team)\b[^.;]{0,70}"
    r"\b(?:shared ?tasks?|semeval|subtasks?|tasks? \d|\w*eval[- ]?20\d\d|\w+ challenge|competition|"
    r"tracks?|evaluation campaign|workshop)\b|"
    r"\bshared task\b[^.;]{0,60}\b(?:workshop|conference)\b|\bparticipat(?:ed?|ion) in\b|"
    r"\bsubmit(?:ted)? (?:\w+ ){0,3}?(?:results|runs|systems)\b|"
    r"\b(?:workshop|competition|challenge|organi[sz]ers) (?:has |have )?provide(?:d|s)?\b",
)
"""Who takes part in what, which does not say how."""

_SAYS_NOTHING = guarded(
    "insight|consideration|results|perform|experiments|understanding|light|the line|contribution|"
    "illustrations|examples|tests|we denote|we call|we refer to",
    r"\b(?:provid|giv|offer|yield|gain|deriv)\w* (?:[\w-]+ ){0,3}?(?:insights?|understanding)\b|"
    r"\b(?:set|number|range) of considerations\b|\bblurs? the lines?\b|\bsheds? (?:\w+ )?light\b|"
    r"\b(?:presents?|reports?|describes?|discuss(?:es)?) (?:\w+ ){0,2}?(?:results|experiments)\b"
    r"(?! (?:of|for|from|with|showing|that) (?:\w+ ){0,2}?\w{6})|"
    r"\bsummari[sz]es? (?:\w+ )?performance\b|\bmakes? (?:\w+ )?contributions?\b|"
    r"\b(?:illustrations|examples|experiments|results|tests)\b[^,.;]{0,60}? (?:is|are|were) "
    r"(?:also )?(?:given|presented|reported|discussed|provided|included)\b|"
    r"\bgives? (?:some |several )?examples of\b|^we (?:denote|call|refer to)\b|"
    r"\b(?:performs?|performed) (?:\w+ )?(?:better|best|competitively|well|comparably)\b|"
    r"\b(?:can|could|to) (?:\w+ly )?outperform\b",
)
"""What could be said of any paper."""

_OF_OTHERS = CaselessPattern(
    r"^(?:(?:most|many|all|some|several) (?:of )?(?:the )?)?"
    r"(?:previous|prior|existing|earlier|traditional|conventional|current|recent|modern"
    r"|a (?:popular|common))\b(?!.*\b(?:we|our)\b)|"
    r"\bis an? (?:recent(?:ly)?|popular|well-known|widely|important|challenging|fundamental|"
    r"crucial|key|common|long-standing|central|active|difficult|growing)\b(?!.*\b(?:we|our)\b)",
)
"""What others do, or what everybody knows of a field."""

_NO_STATEMENT = re.compile(
    r"\b(?:effectiveness|superiority|outperform\w*|achiev\w+ (?:\w+ )?(?:competitive|good|better|"
    r"best|state)|state[- ]of[- ]the[- ]art|F1|accuracy of|ranked|placed|position)\b|"
    r"\b(?:evaluate|test|report|compare)(?:s|d|ed)? (?:the|our|their|several|various|different) "
    r"(?:\w+ ){0,2}?(?:methods?|models?|results?|approach(?:es)?|systems?|performance)\b|"
    r"^(?:the |our |further |extensive |empirical |\w*experimental )*(?:results|experiments?|"
    r"experimentation|analys[ie]s)\b|^along with\b|\bparticipat(?:e|ed|ion) in\b",
    re.IGNORECASE,
)
"""Praise, trials and ranks, which do not say what a paper is about."""

_EARLY = 14
"""Words within which "this" can hardly point to something in its own sentence."""

_COMMON_TERMS = {stem(word) for word in lexicon("empty_topics") | VERBS}
_LEAST_TERMS = 3
_QUANTITIES = re.compile(r"\d+(?:\.\d+)?")


def is_instruction(text: str) -> bool:
    """Return whether a sentence gives instructions to a model instead of telling a reader."""
    return _INSTRUCTION.search(text) is not None


def never_chosen(text: str) -> bool:
    """Return whether a (cleaned) sentence says nothing on the paper's subject.

    It says where the code is, who holds the rights or how the paper is organised, or it is no
    whole sentence.
    """
    return (
        _NEVER.search(text) is not None
        or is_instruction(text)
        or is_publishers_line(text)
        or word_count(text) < 4
        or not any(character.islower() for character in text)
    )


def is_damaged(text: str) -> bool:
    """Return whether signs or the last words were lost on the way, or LaTeX is left over."""
    return (
        _is_broken(text)
        or _LOST.search(text) is not None
        or ("?" in text and _LOST_SIGN.search(text) is not None)
        or _lacks_end(text)
        or (text.rstrip(" .")[-1:].isdigit() and _PAGE_AT_END.search(text) is not None)
        or _has_two_prepositions(text)
        or _BROKEN_SIGNS.search(text) is not None
        or _RUN_TOGETHER.search(text) is not None
        or _GLUED.search(text) is not None
        or _has_glued_the(text)
        or (not text.isascii() and _STRAY_ACCENT.search(text) is not None)
        or _FLAT_FORMULA.search(text) is not None
        or _GLUED_ORDINAL.search(text) is not None
        or (". " in text and _STOP_BEFORE_MORE.search(text) is not None)
    )


def _is_broken(text: str) -> bool:
    """Return whether signs, or blanks between words, were lost or put in on the way."""
    return (
        any(sign in text for sign in _SIGNS_OF_LOSS)
        or _GLUED_THAT.search(text) is not None
        or _SINGLE_LETTERS.search(text) is not None
        or (any(sign in text for sign in _BROKEN_GUARDS) and _BROKEN.search(text) is not None)
    )


def _has_glued_the(text: str) -> bool:
    """Return whether a blank before "the" was lost: ``tendencythe flux``."""
    return any(
        words(text[max(0, found.start() - 20) : found.end()])[-1] not in _WORDS_IN_THE
        for found in _ENDS_IN_THE.finditer(text)
    )


def _lacks_end(text: str) -> bool:
    """Return whether a text ends with a word that something has to follow."""
    if not text.rstrip(" .\n").endswith(_LAST_WORDS):
        return False
    return _LOST_END.search(text) is not None


def _has_two_prepositions(text: str) -> bool:
    """Return whether a word between two prepositions was lost: ``patterns from on a subset``.

    A verb may leave the first alone: ``accounted for by``.
    """
    if _ARE_THERE_TWO.search(text) is None:  # Found several times as fast.
        return False
    return any(
        not is_verb_form(found["before"].lower()) for found in _TWO_PREPOSITIONS.finditer(text)
    )


def is_list_of_contents(abstract: str) -> bool:
    """Return whether an abstract lists chapters with their pages, or with numbers from 1 on."""
    if len(_CONTENTS.findall(abstract)) >= _LEAST_CHAPTERS:
        return True
    numbers = [int(found["number"]) for found in _NUMBERED_TITLE.finditer(abstract)]
    return numbers[:_LEAST_NUMBERED] == list(range(1, _LEAST_NUMBERED + 1))


def says_little(text: str) -> bool:
    """Return whether a sentence tells how well a thing does, but not what it is."""
    ways = (_NO_STATEMENT, _PRAISE, _HOPE, _USE, _ON_ITSELF, _TAKES_PART, _SAYS_NOTHING, _OF_OTHERS)
    return any(way.search(text) for way in ways)


def thinness(found: Collection[str]) -> float:
    """Return how far the terms of a sentence stay behind what a statement should say.

    Words that stand in abstracts on any subject, and verbs, do not count.
    """
    return max(0.0, 1.0 - len(set(found) - _COMMON_TERMS) / _LEAST_TERMS)


def names_by_number(text: str) -> bool:
    """Return whether a sentence speaks of compounds by the numbers of their paper."""
    return _NUMBERED.search(text[:1].lower() + text[1:]) is not None


def badness(text: str) -> float:
    """Return how much speaks against a (cleaned) sentence as a statement: 0 is nothing."""
    length = word_count(text)
    bad = 0.04 * max(0, length - 32) + 0.08 * max(0, 11 - length)
    bad += 0.6 if _PRAISE.search(text) else 0.0
    bad += 1.0 if _TAKES_PART.search(text) else 0.0
    bad += 0.6 if _SAYS_NOTHING.search(text) else 0.0
    bad += 0.8 if _OF_OTHERS.search(text) else 0.0
    bad += 1.0 if _MARKUP.search(text) else 0.0
    bad += 0.8 if _is_broken(text) else 0.0
    bad += 0.4 if _OUTWARD.search(text) else 0.0
    if back := _BACKWARD.search(text):
        bad += 0.9 if word_count(text[: back.start()]) < _EARLY else 0.4
    bad += 0.5 if _HOPE.search(text) else 0.0
    bad += 0.7 if _USE.search(text) else 0.0
    bad += 0.5 if _ON_ITSELF.search(text) else 0.0
    bad += 0.6 if names_by_number(text) else 0.0
    bad += 0.8 if text.count("(") != text.count(")") else 0.0
    bad += 1.2 if text.endswith(("?", ":", ";", ",")) else 0.0
    bad += 1.2 if not text[:1].isupper() and not text[:1].isdigit() else 0.0
    bad += 0.5 if "et al" in text else 0.0
    bad += 0.08 * max(0, len(_QUANTITIES.findall(text)) - 2)
    return bad
