"""Names of methods, systems and data sets in a text, and its abbreviations."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from citeloom.grounding.support.units import unit_of

_CODED = (
    r"(?:[A-Za-z]*[a-z0-9][A-Z][\w+]*|[A-Z]{2,}[\w+]*|[A-Z][a-z]*\d[\w+]*)"
    r"(?:[-/][\w+]+)*|[A-Z]\w*-[A-Z0-9][\w+-]*"
)
_CODED_NAME = re.compile(rf"(?<![\w@\\/.-])(?:{_CODED})(?![\w@])")
_PEOPLE = re.compile(r"[A-Z][a-z]+(?:-[A-Z][a-z]+)+")
"""Two names that are joined are more often of people: Navier-Stokes, Kullback-Leibler."""

_LABEL = re.compile(r"(?:RQ|[A-Z])\d{1,2}|\d{1,2}[A-Z]|SDGs?|(?:COVID|Covid)-?\d*|SARS-CoV-2")
"""What numbers a thing (*H1*, *RQ2*, *1A*), or everybody has a word for."""

_CAPITAL = r"[A-Z][a-z][\w'’-]*"
_CAPITAL_NAME = re.compile(rf"(?<![\w@\\/-])(?:{_CAPITAL})(?: (?:{_CAPITAL}|of|and|for))*(?<= )?")
_OF_DATA = re.compile(
    r"[\s,]*(?:\w+[\s-]){0,2}?(?:data ?-?sets?|corp(?:us|ora)|benchmarks?|tree ?banks?|test ?sets?|"
    r"challenge|collection|suites?|databases?|leaderboard)\b",
    re.IGNORECASE,
)
_DATA_BEFORE = re.compile(
    r"\b(?:data ?sets?|corp(?:us|ora)|benchmarks?) (?:such as |like |of |called |named )?\Z|"
    r"\b(?:evaluat|test|train|report|experiment)\w*(?: \w+){0,3} on (?:the )?\Z",
    re.IGNORECASE,
)
_LONGEST_BEFORE = 200
"""Characters before a name that are read for what they say of it."""

_STARTERS = frozenset(
    """
    a an the this that these those in on for at by with from to we our their his her its it they he
    she as if when while where since although however moreover furthermore finally recently later
    then thus hence both also and but or such some most many several other another one two three
    first second unlike similarly following based using given inspired compared more there here
    instead rather each all recent early previous prior existing specifically additionally further
    besides among after before despite contrary lastly notably currently traditionally
    """.split()  # noqa: SIM905
)
_DEFINED = re.compile(r"\(\s*(?:i\.e\.,?\s*|e\.g\.,?\s*)?([A-Za-z][\w/-]{1,11}?)s?\s*[);,]")
_NUMBER_BEFORE = re.compile(r"\d[ +-]?\Z")
_WORD = re.compile(r"[A-Za-z0-9]+")
_ANY_LETTER = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a text at a half-open range of code points; ``is_data``: of a data set."""

    text: str
    start: int
    end: int
    is_data: bool = False
    is_coded: bool = False


def names(text: str) -> tuple[Name, ...]:
    """Return the names in a sentence: coded ones (``BERT``, ``GPT-2``) and those in capitals."""
    found = {match.start(): match for match in _capital_names(text)}
    found |= {match.start(): match for match in _CODED_NAME.finditer(text)}
    answer: list[Name] = []
    for start in sorted(found):
        match = found[start]
        if answer and start < answer[-1].end:
            continue
        if _LABEL.fullmatch(match.group()) or _is_unit(match):
            continue
        coded = bool(_CODED_NAME.fullmatch(match.group())) and not _PEOPLE.fullmatch(match.group())
        near = max(0, start - _LONGEST_BEFORE)
        is_data = bool(_OF_DATA.match(text, match.end()) or _DATA_BEFORE.search(text, near, start))
        answer.append(Name(match.group(), start, match.end(), is_data, coded))
    return tuple(answer)


def _is_unit(name: re.Match[str]) -> bool:
    """Tell whether what looks like a name is the unit of a number before it: 24.85 GJ/t."""
    return unit_of(name.group()) is not None and bool(
        _NUMBER_BEFORE.search(name.string, max(0, name.start() - 3), name.start())
    )


def _capital_names(text: str) -> Iterator[re.Match[str]]:
    for match in _CAPITAL_NAME.finditer(text):
        near = max(0, match.start() - _LONGEST_BEFORE)
        opens = match.start() == 0 or text[near : match.start()].rstrip()[-1:] in ".:!?"
        said = match.group().lower().split()
        if said[0] in _STARTERS or (opens and len(said) == 1):
            continue
        yield match


@lru_cache(maxsize=1 << 15)
def letters(text: str) -> str:
    """Return the letters and digits of a name alone, in lower case: ``CNN/DailyMail`` as one."""
    lower = text.lower()
    return lower if lower.isascii() and lower.isalnum() else _ANY_LETTER.sub("", lower)


def initials(text: str) -> str:
    """Return the first letters of a text's words, in lower case, as one string."""
    return "".join(word[0].lower() for word in _WORD.findall(text))


def abbreviations(texts: Iterable[str]) -> Mapping[str, str]:
    """Return what texts say that short forms stand for: ``{"WSD": "word sense disambiguation"}``.

    Source: Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in
    biomedical text", PSB 2003. Where texts differ, the first counts.
    """
    found: dict[str, str] = {}
    for text in texts:
        for match in _DEFINED.finditer(text):
            short = match[1]
            if sum(map(str.isupper, short)) < 2 or short in found:
                continue
            if long := _long_form(short, text[: match.start()]):
                found[short] = long
    return found


def _long_form(short: str, before: str) -> str:
    words = before.split()
    reach = " ".join(words[-min(len(short) + 5, len(short) * 2) :])
    at = len(reach) - 1
    for place in range(len(short) - 1, -1, -1):
        wanted = short[place].lower()
        if not wanted.isalnum():
            continue
        while at >= 0 and (
            reach[at].lower() != wanted or (place == 0 and at > 0 and reach[at - 1].isalnum())
        ):
            at -= 1
        if at < 0:
            return ""
        at -= 1
    start = reach.rfind(" ", 0, at + 1) + 1 if at >= 0 else 0
    return reach[start:].strip()
