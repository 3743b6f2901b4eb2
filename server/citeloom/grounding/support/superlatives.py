"""Words by which a text puts a paper first: the first, the best, the only, state of the art."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citeloom.grounding.guarded import guarded

_CLASSES = {
    "first": (
        r"\b(?:the|among the|one of the) (?:very )?first (?:to|"
        r"(?:\w+[- ]){0,3}?(?:works?|methods?|models?|approach(?:es)?|systems?|attempts?|papers?|"
        r"stud(?:y|ies)|data ?sets?|corpus|algorithms?|results?|proofs?|frameworks?|"
        r"benchmarks?))\b|"
        r"\bfirst(?:ly)? (?:\w+ly )?(?:propos|introduc|appl|show|shown|present|demonstrat|develop|"
        r"adopt|stud|investigat|us|employ|address|attempt|describ|report|suggest|observ|formulat|"
        r"exploit|incorporat|utiliz|combin|explor|prov|achiev|improv|compar|argu|align|measur|"
        r"identif|obtain|discover|leverag|evaluat|provid|defin|modell?|design|publish|establish|"
        r"releas|coin|formali[sz]|creat|deriv|solv|simulat)(?:e|es|ed|s|d|ies|ied|y|en)?\b|"
        r"\bpioneer(?:s|ed|ing)?\b|\bfor the first time\b"
    ),
    "best": (
        r"\bstate[- ]of[- ]the[- ]arts?\b|\bsota\b|\bbest[- ]performing\b|"
        r"\b(?:the|achieves?d?|report(?:ed|s)?) best\b|\bmost (?:accurate|effective|efficient)\b|"
        r"\bunprecedented\b|\bunmatched\b"
    ),
    "only": r"\bthe only\b|\bunique(?:ly)?\b",
    "largest": (
        r"\bthe (?:largest|biggest|fastest|smallest|most comprehensive)\b"
        r"(?= to date| (?:known|existing|available|public)|"
        r"[- ](?:(?!of |in |for )\w+[- ]){0,4}?(?:data ?(?:sets?|"
        r"bases?)|corp(?:us|ora)|collections?|models?|methods?|approach(?:es)?|systems?|"
        r"stud(?:y|ies)|benchmarks?|surveys?|reviews?|algorithms?|networks?|resources?|"
        r"analys[ei]s|trials?|samples?|cohorts?|implementations?|solvers?|evaluations?|"
        r"experiments?|lexicons?|ontolog(?:y|ies)|graphs?)\b)"
    ),
}
_GUARDS = {
    "first": "first|pioneer",
    "best": "the art|the-art|sota|best|most accurate|most effective|most efficient|unprecedented|"
    "unmatched",
    "only": "the only|unique",
    "largest": "the largest|the biggest|the fastest|the smallest|the most comprehensive",
}
_CLAIMS = {name: guarded(_GUARDS[name], pattern) for name, pattern in _CLASSES.items()}
_SOURCES = {
    "first": re.compile(
        r"\b(?:the|a|our|very) first (?!step|stage|phase|part|place|layer|order|one of)|"
        r"\bfirst(?:-ever| ever| to\b| time| work| study| attempt| large)|\bpioneer|"
        r"\bno (?:previous|prior|one|existing)\b|\bpreviously un\w+|\bhas not been\b|"
        r"\bto (?:the best of )?our knowledge\b",
        re.IGNORECASE,
    ),
    "best": re.compile(
        rf"{_CLASSES['best']}|\bstate[- ]?(?:of[- ]?)?the[- ]?art|\bstateof|\bbest\b|"
        r"\boutperform|\bsuperior\b|\bhighest\b|\bsurpass|\bexceed|\bstate the art\b|"
        r"\b(?:significant|substantial)\w* (?:better|improve)",
        re.IGNORECASE,
    ),
    "only": re.compile(rf"{_CLASSES['only']}|\bonly\b|\bsolely\b", re.IGNORECASE),
    "largest": re.compile(
        r"\b(?:larg|bigg|fast|small)(?:est|er)\b|\bcomprehensive\b|"
        r"\bstate[- ]of[- ]the[- ]art\b",
        re.IGNORECASE,
    ),
}
_ENUMERATES = re.compile(r"(?:^|[.;:,(] ?|\band |\bwe (?:can )?|\bis |\bare )$", re.IGNORECASE)
_ORDINAL_NOUN = re.compile(
    r"\s(?:author|step|stage|phase|part|section|order|layer|sentence|word|paragraph|place|half|"
    r"type|kind|category|group|line|class|term|two|three|few|person|language|glance|approach)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Superlative:
    """A superlative of a text at a half-open range of code points; ``kind`` is its class."""

    kind: str
    text: str
    start: int
    end: int


def superlatives(text: str) -> Iterator[Superlative]:
    """Yield the superlatives of a sentence; those that number its parts (*first, …*) are none."""
    for kind, pattern in _CLAIMS.items():
        for match in pattern.finditer(text):
            if kind == "first" and _is_ordinal(text, match):
                continue
            yield Superlative(kind, match.group().strip(), match.start(), match.end())


def has_superlative(kind: str, text: str) -> bool:
    """Tell whether a source says as much as a superlative of this class."""
    return _SOURCES[kind].search(text) is not None


def _is_ordinal(text: str, match: re.Match[str]) -> bool:
    """Tell whether *first* numbers a step instead of putting a paper before others."""
    before, after = text[: match.start()], text[match.end() :]
    if _ORDINAL_NOUN.match(after) or after.startswith(","):
        return True
    said = match.group().lower()
    is_bare = said in {"first", "firstly"}
    return is_bare and bool(_ENUMERATES.search(before)) and "then" in after.lower()
