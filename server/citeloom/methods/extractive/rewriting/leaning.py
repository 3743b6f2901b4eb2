"""Tell which statements lean on sentences that stand elsewhere."""

import re
from functools import lru_cache

from citeloom.grounding.guarded import CaselessPattern
from citeloom.grounding.words import STOP_WORDS, terms, word_count, words
from citeloom.methods.extractive.rewriting.mending import lacks_clause, lacks_verb
from citeloom.methods.extractive.rewriting.names import MARK, Subject
from citeloom.methods.extractive.rewriting.openers import DANGLING, PAPER_NOUN
from citeloom.methods.extractive.rewriting.verbs import (
    base_of,
    is_adverb,
    is_verb_form,
    may_be_noun,
)
from citeloom.methods.extractive.text.advertising import is_advertising
from citeloom.methods.extractive.text.usability import is_damaged, names_by_number

_POINTING = CaselessPattern(
    r"\b(?:these|this|the (?:above|aforementioned|former|latter|two|three|four))\b"
    r"|\bthose (?!of\b|that\b|which\b|who\b|whose\b|in\b|with\b|from\b|for\b|by\b)"
    r"|\bsuch (?!as\b|that\b|an? way\b|way\b)\w+"
    r"|\b(?:another|the other|the second|the third|the first) (?:\w+ )?"
    r"(?:approach|method|model|variant|one|group|part|step|objective|goal|problem|issue|challenge)\b"
    r"|\bin (?:the (?:first|second|third|last|other|two|three|above)|both) cases?\b"
    r"|\bboth (?:problems|types|issues|approaches|methods|tasks|cases|kinds|sides|questions)\b"
    r"|\b(?:do|does|did|doing) so\b"
    r"|\b(?:address|tackle|solve|overcome|resolve|improve|fill|bridge|close)(?:es|s|ed)? "
    r"(?:it|them|the (?:\w+ )?(?:problem|issue|challenge|gap|limitation|question|task|setting)s?)"
    r"(?=[.,;]?$|[.,;]? (?:by|with|through|using|and|in this|via)\b)",
)
_EARLY = 14
"""Words within which such words can hardly point to something in their own sentence."""

_LATE_POINTING = CaselessPattern(
    r"\bsuch (?!as\b|that\b|an? way\b|way\b|an?\b|(?:[\w-]+ ){1,3}as\b)"
    r"(?P<thing>[\w-]+(?: [\w-]+)?)"
    r"|\bthe (?P<several>approaches|methods|models|algorithms|techniques|systems|problems|objects|"
    r"sources|samples|participants|subjects|values|variables|classes|groups|components|effects)\b"
    r"(?! (?:of|in|that|for|which|to|used|based|with|from|on|and|between|at|whose|under|proposed|"
    r"developed|considered|most|involved|where|are|were)\b)"
    r"|\bboth (?P<both>[a-z-]+[^su\s]s|criteria|phenomena)\b(?!.*\band\b)"
    r"|\bthe (?P<made>solver|package|toolkit|toolbox)\b(?! (?:of|for|that|called|named)\b)"
    r"|\bthe same (?P<same>model|method|approach|technique|procedure|algorithm|framework|data|"
    r"dataset|experiment)\b(?! (?:\w+ )?as\b)"
    r"|\b(?:by|from|in|of|on|to|with) that (?P<that>distribution|method|model|approach|process|"
    r"system|problem|set|space|time|case|setting)\b"
    r"|\b(?:this|these|those) (?:[\w-]+ )?(?P<noun>method|technique|approach|problem|issue|"
    r"challenge|question|gap|analys[ie]s|phenomen(?:on|a)|finding|type|kind|sort|assumption|claim|"
    r"hypothesis|debate|argument|idea|"
    r"situation|phase|experiment|\w{3,}(?:ility|ness|ency|ancy|ment|ivity))s?\b",
)
"""What points back at any place, unless its sentence has named it."""

_OWN = (
    r"(?:\w+ of )?(?:our|their|the proposed) (?:[\w-]+ ){0,2}?(?:methods?|approach(?:es)?|models?|"
    r"algorithms?|techniques?|systems?|frameworks?|theory|results|architectures?|networks?|pipeline|"
    r"observations?|claims?|hypothes[ie]s|findings|intuitions?)"
)
_NOBODYS = re.compile(
    r"\btheir work\b|\b(?:the|this) (?:newly |recently )?(?:proposed|presented) (?:[\w-]+ ){0,2}?"
    r"(?:methods?|approach(?:es)?|models?|algorithms?|techniques?|systems?|frameworks?|"
    r"architectures?|networks?|pipelines?|schemes?|strateg(?:y|ies)|mechanisms?|metrics?|solutions?"
    r"|procedures?|loss)\b",
    re.IGNORECASE,
)
"""What reads as the citing paper's own where no authors are named."""

_PAPER_LEFT = re.compile(
    rf"\b(?:(?:this|the present|the current) (?:[\w-]+ ){{0,2}}?{PAPER_NOUN}"
    r"|in this (?:[\w-]+ )?(?:protocol|volume|book|section|issue of|special issue))\b",
    re.IGNORECASE,
)
"""What speaks of the text that is cited."""

_THE_THING = re.compile(
    rf"^{MARK} (?:\w+ly |also |then )?(?:aims? to )?(?:propose|present|introduce|describe|suggest)"
    r"(?:s|d)? the (?:framework|approach|method|model|system|tool|technique|algorithm|procedure)"
    r"(?=[.,;]|$| (?:as|and|to|in detail)\b)"
)
"""Authors who present "the" thing, which another sentence names."""

_ON_ITS_OWN = re.compile(
    rf"^(?:[^,]{{0,60}}, )?{MARK} (?:\w+ly |also |then |further )?(?:"
    r"(?:evaluate|test|validate|verify|verifie|demonstrate|assess|illustrate|compare|train|examine|"
    rf"use|improve|benchmark)(?:d|s|ed)? {_OWN}(?! (?:for|of|to|that|which|based|called|named|"
    rf"where|in which)\b)|(?:apply|applie|extend)(?:d|s|ed)? {_OWN}(?! (?:for|of|that|called)\b))"
)
"""Authors who try their own thing, and do not say what it is."""

_OWN_IN_OPENER = re.compile(rf"^[^{MARK},;]{{0,60}}\b{_OWN}, {MARK}")
"""``For the evaluation of our methods, X``."""

_OWN_FIRST = re.compile(rf"^(?:Our|My)\b.*{MARK}")
_WHOM = re.compile(r"\b(?P<they>they|them|their|themselves)\b|\b(?:it|its|itself)\b", re.IGNORECASE)
_EXPLETIVE = re.compile(
    r"it (?:is|was|has been|can be|may be|becomes|seems|appears|remains|takes|follows)\b"
    r"|it (?=\w+ to\b)",
    re.IGNORECASE,
)
_SEVERAL = frozenset(
    ["and", "or", "data", "people", "children", "women", "men", "phenomena", "criteria", "corpora",
     "each", "every", "everyone", "someone", "media", "bacteria", "personae", "who", "whoever"]
)  # fmt: skip

_OF_IT = re.compile(
    rf"^{MARK} (?:\w+ly )?\w+ (?:it|them|its|another|other|the (?:resulting|above|remaining))\b"
)
_BARE_AIM = re.compile(
    rf"^(?:For|In|On|At|Within|Under|During|Based on) "
    rf"(?:(?:the|each|both|all|either) (?:(?!of\b)[\w-]+ ){{0,3}}?"
    rf"(?!of\b|by\b|experiments\b|literature\b)[\w-]+|[a-z-]+ing),? {MARK}"
)
"""``For modeling, X`` and ``In the second experiment, X``."""

_OF_NOTHING = re.compile(
    r"(?:The )?(?:calculated|obtained|observed|measured|computed|predicted|resulting|corresponding|"
    r"reported|above) ",
    re.IGNORECASE,
)
"""A start with what was found on something that other sentences name."""

_BARE_START = re.compile(
    r"(?:The|Both|All|Each|Its|One of the|Some of the|Most of the|Many of the) "
)
_SUBJECT = 8
_REMEMBERED = 16
"""A sentence is rewritten a few times, one right after the other."""


def leans(text: str, subject: Subject) -> bool:
    """Return whether a statement (with the mark for its authors) needs sentences before it.

    It points back, or begins with "the" thing of which neither it nor its paper's title says what
    it is, or its signs are damaged, or it has no verb; or, naming no authors, it has not two words
    of the title and does not begin with one.
    """
    if _is_unfit(text) or _points_away(text):
        return True
    if MARK not in text and not subject.again and _NOBODYS.search(text):
        return True
    aim = _BARE_AIM.match(text)
    if aim and _terms_of(subject.title).isdisjoint(terms(aim.group())):
        return True
    named = MARK in text and word_count(text[: text.index(MARK)]) < _SUBJECT
    if named or (subject.again and text.startswith("Their ")):
        return False
    if not _has_verb(text) or _OF_NOTHING.match(text):
        return True
    about = _terms_of(subject.title)
    if _BARE_START.match(text):
        return about.isdisjoint(terms(" ".join(text.split()[1:_SUBJECT])))
    if MARK in text:
        return False
    if DANGLING.match(text):
        return True
    own = terms(text)
    return bool(about) and len(about & set(own)) < 2 and own[:1] != [*about & set(own[:1])]


@lru_cache(maxsize=_REMEMBERED)
def _terms_of(title: str) -> frozenset[str]:
    return frozenset(terms(title))


def is_whole(text: str) -> bool:
    """Return whether a statement is a sentence that lacks nothing, whatever it may point to."""
    return not _is_unfit(text) and _has_verb(text)


def _plain(text: str) -> str:
    return text.replace(MARK, "They", 1) if text.startswith(MARK) else text


@lru_cache(maxsize=_REMEMBERED)
def _is_unfit(text: str) -> bool:
    """Return whether a statement is damaged, advertises something, or is no sentence.

    A quotation mark that is left has lost the other: whole quotations stand apart.
    """
    plain = _plain(text)
    return (
        is_damaged(plain)
        or '"' in plain
        or names_by_number(plain)
        or is_advertising(plain)
        or lacks_clause(text)
        or lacks_verb(text)
        or _is_heading(text)
    )


@lru_cache(maxsize=_REMEMBERED)
def _has_verb(text: str) -> bool:
    return any(is_verb_form(word) for word in words(_plain(text)))


@lru_cache(maxsize=_REMEMBERED)
def _points_away(text: str) -> bool:
    """Return whether a statement points to other sentences, whomever it is about."""
    plain = _plain(text)
    found = _POINTING.search(plain)
    if found and word_count(plain[: found.start()]) < _EARLY:
        return True
    return bool(
        _OF_IT.match(text)
        or _THE_THING.match(text)
        or _ON_ITS_OWN.match(text)
        or _OWN_FIRST.match(text)
        or _OWN_IN_OPENER.match(text)
        or _points_late(plain)
        or _PAPER_LEFT.search(text)
        or _lacks_antecedent(text)
    )


def _points_late(plain: str) -> bool:
    for found in _LATE_POINTING.finditer(plain):
        thing = terms(next(filter(None, found.groups())))
        if not set(thing) & set(terms(plain[: found.start()])):
            return True
    return False


def _lacks_antecedent(text: str) -> bool:
    """Return whether "they" or "it" stands where nothing that it may be has been named.

    The authors themselves are "we" in the text still.
    """
    for found in _WHOM.finditer(text):
        if _EXPLETIVE.match(text, found.start()):
            continue
        before = text[: found.start()]
        if not before or (MARK not in before and MARK in text):
            return False
        named = [word for word in words(before.rpartition(MARK)[2]) if word not in STOP_WORDS]
        named = named if MARK not in before or before.rindex(MARK) else named[1:]
        if before.partition(MARK)[0].strip():
            return False
        if found["they"]:
            return not any(
                word in _SEVERAL or re.search(r"[^sui]s$|[aeo]us$|ies$", word)
                for word in words(before)
                if word in _SEVERAL or word in named
            )
        return not any(not is_adverb(word) and not _only_verb(word) for word in named)
    return False


def _only_verb(word: str) -> bool:
    return is_verb_form(word) and not may_be_noun(base_of(word))


def _is_heading(text: str) -> bool:
    """Return whether nearly all words have capitals, as in a heading or a list of chapters."""
    if MARK in text or re.search(r"\b(?:is|are|was|were|has|have|can)\b", text):
        return False
    long = re.findall(r"[^\W\d_]{4,}", text)
    return len(long) > 4 and sum(word[0].isupper() for word in long) > 0.65 * len(long)
