"""A claim without what its sources do not say: only where what is left is a sentence still.

Each rule knows the words around; where they are others, nothing is proposed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citeloom.grounding.article import indefinite_article
from citeloom.grounding.support.verdict import Doubt, DoubtKind

_FUNCTION_WORDS = (
    r"that|which|who|whose|for|in|on|with|of|from|by|is|are|was|were|and|or|but|when|while|over|"
    r"at|as|to|than|compared|using|under|across|without|between"
)
_ENDS = rf"(?=\s+(?:{_FUNCTION_WORDS})\b|[.,;:)]|\s*\Z)"
_HEAD = re.compile(rf"(?P<head>(?:[\w-]+ ){{0,2}}?[\w-]+){_ENDS}")
_NO_PLURAL = re.compile(r"(?:ss|us|is)\Z")
_NO_HEAD = re.compile(
    rf"(?:{_FUNCTION_WORDS}|one|ones|way|the|a|an|its|their|this|these|those|any|known)\b",
    re.IGNORECASE,
)
_MASS_NOUN = re.compile(r"(?:performance|accuracy|quality|efficiency|work|research)\Z")
_NOUNS_ONLY = re.compile(
    r"(?:data ?sets|methods|algorithms|systems|techniques|parsers|detectors|classifiers)\Z"
)
_OF = re.compile(r" of\b")
_SPEAKS_OF = re.compile(r"(?:consists|speaks|thinks|disposes|conceives)\Z")
_THAT = re.compile(r" that\b")
_PARTITIVE = re.compile(r"\b(?:among|one of|some of|each of|perhaps|arguably)\s\Z", re.IGNORECASE)
_FIRST_DONE = re.compile(r"first(?:ly)? (?=[a-z])")
_THE_FIRST = re.compile(r"the (?:very )?first (?P<rest>\w.*)", re.IGNORECASE)
_SIZES = {"largest": "large", "biggest": "big", "fastest": "fast", "smallest": "small"}
_BARE_ADJECTIVES = re.compile(
    r"state[- ]of[- ]the[- ]arts?|unprecedented|unmatched|unique", re.IGNORECASE
)
_ARTICLE_BEFORE = re.compile(r"\b(?P<article>an?) \Z", re.IGNORECASE)
_BY = re.compile(r" by (?:(?:about|over|up to|more than|almost|nearly|at least) )?\Z")
_MEASURE = re.compile(rf"(?: ?%)?(?: (?:percentage )?points?| percent| times| fold)?{_ENDS}")
_COUNTED = re.compile(rf" (?P<nouns>(?:[\w-]+ )?[\w-]+s){_ENDS}")
_BEFORE_A_COUNT = re.compile(r"\b(?:on|with|from|in|over|across|uses?|using|contains?) \Z")
_CERTAINTIES = {
    "always ": ("", re.compile(r"\b(?:always|every|all|never)\b", re.IGNORECASE)),
    "proves that": ("shows that", re.compile(r"\b(?:pro[ov]\w*|theorem)", re.IGNORECASE)),
    "prove that": ("show that", re.compile(r"\b(?:pro[ov]\w*|theorem)", re.IGNORECASE)),
    "proved that": ("showed that", re.compile(r"\b(?:pro[ov]\w*|theorem)", re.IGNORECASE)),
}


@dataclass(frozen=True, slots=True)
class Softening:
    """Words of a claim, and those that may stand in their place."""

    words: str
    instead: str


def softened(claim: str, doubt: Doubt) -> Softening | None:
    """Return a claim's wording without what a doubt is about; None where none is sure to fit."""
    if doubt.kind is DoubtKind.SUPERLATIVE:
        return _without_superlative(claim, doubt.start, doubt.end)
    if doubt.kind is DoubtKind.NUMBER and not doubt.is_sure:
        return _without_number(claim, doubt.start, doubt.end)
    return None


def less_certain(claim: str, source: str) -> Iterator[Softening]:
    """Yield wordings that claim less: *always* and *proves* where a source has no such word."""
    for words, (instead, said) in _CERTAINTIES.items():
        if re.search(rf"(?<=[a-z,] ){words}", claim) and not said.search(source):
            yield Softening(words, instead)


def _without_superlative(claim: str, start: int, end: int) -> Softening | None:
    words, before, after = claim[start:end], claim[:start], claim[end:]
    if _PARTITIVE.search(before):
        return None
    if words.lower() == "for the first time":
        return Softening(f" {words}", "") if before.endswith(" ") else None
    if done := _FIRST_DONE.match(words):
        return Softening(words, words[done.end() :]) if before else None
    if words.lower() == "uniquely" and before and after.startswith(" "):
        return Softening(f"{words} ", "")
    if first := _THE_FIRST.fullmatch(words):
        if first["rest"] == "to" or after.startswith(" to "):
            return None
        if " " in first["rest"] and _may_be_verb(first["rest"], after):
            return None
        return Softening(words, _indefinite(words, first["rest"]))
    if _BARE_ADJECTIVES.fullmatch(words):
        return _without_adjective(words, before, after)
    return _of_the_most(words, before, after)


def _without_adjective(words: str, before: str, after: str) -> Softening | None:
    head = _head_after(after)
    if head is None or not before:
        return None
    if article := _ARTICLE_BEFORE.search(before):
        if _is_plural(head):
            return None
        return Softening(f"{article[0]}{words} {head}", _indefinite(article[0], head))
    determined = re.search(r"\b(?:the|its|their|our) \Z", before) is not None
    if not determined and (not _is_plural(head) or _MASS_NOUN.search(head)):
        return None
    return Softening(f"{words} {head}", head)


def _of_the_most(words: str, before: str, after: str) -> Softening | None:
    """Soften *the only*, *the best*, *the largest* and *most accurate* before a noun."""
    head = _head_after(after)
    last = words.split()[-1].lower()
    if words.lower().startswith("most ") and not before.lower().endswith("the "):
        return Softening(words, last) if before else None
    if head is None:
        return None
    behind = after[1 + len(head) :]
    if _may_be_verb(head, behind):
        return None
    if _THAT.match(behind) and (last != "only" or " " in head):
        return None
    if words.lower().startswith("most "):
        return Softening(f"{before[-4:]}{words} {head}", _indefinite(before[-4:], f"{last} {head}"))
    if last in _SIZES or last == "comprehensive":
        kind = f"{_SIZES.get(last, last)} {head}"
    elif last == "only" or (last == "best" and _is_plural(head)):
        kind = head
    else:
        return None
    return Softening(f"{words} {head}", _indefinite(words, kind))


def _without_number(claim: str, start: int, end: int) -> Softening | None:
    before, after = claim[:start], claim[end:]
    if by := _BY.search(before):
        measure = _MEASURE.match(after)
        return Softening(f"{by[0]}{claim[start:end]}{measure[0]}", "") if measure else None
    counted = _COUNTED.match(after)
    if counted and _BEFORE_A_COUNT.search(before) and _is_plural(counted["nouns"]):
        return Softening(f"{claim[start:end]} {counted['nouns']}", counted["nouns"])
    return None


def _head_after(after: str) -> str | None:
    """Return the noun, with what stands before it, that follows an adjective; None if unsure."""
    if not after.startswith(" ") or _NO_HEAD.match(after, 1):
        return None
    found = _HEAD.match(after, 1)
    return found["head"] if found else None


def _may_be_verb(head: str, after: str) -> bool:
    """Tell whether the last word of what looks like a plural may be the verb of its sentence."""
    if not _is_plural(head) or _NOUNS_ONLY.search(head):
        return False
    return not _OF.match(after) or _SPEAKS_OF.search(head) is not None


def _is_plural(head: str) -> bool:
    last = head.split()[-1]
    return last.endswith("s") and not _NO_PLURAL.search(last)


def _indefinite(before: str, head: str) -> str:
    """Return a noun with its article, where it needs one, as large as what it stands for."""
    said = head if _is_plural(head) else f"{indefinite_article(head)} {head}"
    return said[0].upper() + said[1:] if before[:1].isupper() else said
