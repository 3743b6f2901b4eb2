"""Say who made a thing at the end of its sentence, or begin with the thing's own name."""

import re

from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.names import MARK, Subject
from citeloom.methods.extractive.rewriting.verbs import VERBS, base_of, is_past, may_be_noun

_OBJECT_STARTS = lexicon("object_starts")
_MAKES = r"(?:propos|introduc|present|describ|develop|design|releas|provid|creat)(?:es|ed|s|e)?"
_NAMED = re.compile(
    rf"^{MARK} {_MAKES} (?P<name>(?:[\w-]+ ){{0,4}}?(?:[\w-]*[\w-][A-Z][\w-]*|\([A-Z][\w-]*\)))"
    r"(?P<long> \([^()]+\))?, (?P<what>an? .+)$"
)
_MADE = re.compile(
    rf"^{MARK} (?P<verb>propos|introduc|present|describ|develop|stud|investigat|examin|explor|"
    r"review|survey|analy[sz])(?P<ending>e|es|s|ed|d|y|ies|ied)? "
    r"(?P<what>(?P<one>an?\b|one\b)?(?(one)|(?:two|three|four|five|six|several|some|many)\b) .+)$"
)
_PARTICIPLES = {"stud": "studied"}
_AND = re.compile(r"\b(?:and|or|but|then)\b (?:\w+ly |also |then )*([\w-]+)(?: ([\w-]+))?")
_LONGEST = 22
_OWN = r"\b(?:they|their|them|we|our|us|my)\b"
_NOT_INSIDE = re.compile(rf"[,;:]|\b(?:it|its|while|whereas|thereby|so)\b|{MARK}|{_OWN}", re.I)


def named_thing(text: str) -> str | None:
    """``X present EMS, a metric`` becomes ``EMS is a metric``."""
    match = _NAMED.match(text)
    if match is None or _acts_again(match["what"]) or match["name"][0] in "([":
        return None
    what = match["what"]
    if re.search(rf"{_OWN}|, to ", what, re.IGNORECASE):
        return None
    if " of " in match["name"]:
        return None
    name = match["name"][:1].upper() + match["name"][1:] if " " in match["name"] else match["name"]
    return f"{name}{match['long'] or ''} is {what}"


def passive(text: str, subject: Subject) -> str | None:
    """``X propose a tagger`` becomes ``A tagger is proposed by X``; authors without names go."""
    match = _MADE.match(text)
    if match is None:
        return None
    what = match["what"]
    if len(what.split()) > _LONGEST or _NOT_INSIDE.search(what) or _acts_again(what):
        return None
    past = match["ending"] in {"ed", "d", "ied"}
    be = ("was" if past else "is") if match["one"] else ("were" if past else "are")
    participle = _PARTICIPLES.get(match["verb"], match["verb"] + "ed")
    by = f" by {MARK}" if subject.names else ""
    return f"{what[:1].upper()}{what[1:]} {be} {participle}{by}"


def _acts_again(what: str) -> bool:
    """Return whether a second verb of the authors may follow: a model and show that it works."""
    return any(_is_act(match[1].lower(), (match[2] or "").lower()) for match in _AND.finditer(what))


def _is_act(word: str, following: str) -> bool:
    base = base_of(word)
    if not (word in VERBS or base in VERBS or is_past(word)):
        return False
    return not may_be_noun(base) or following in _OBJECT_STARTS
