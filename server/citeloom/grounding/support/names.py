"""Names of methods, systems and data sets in a text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_CODED = (
    r"(?:[A-Za-z]*[a-z0-9][A-Z][\w+]*|[A-Z]{2,}[\w+]*|[A-Z][a-z]*\d[\w+]*)"
    r"(?:[-/][\w+]+)*|[A-Z]\w*-[A-Z0-9][\w+-]*"
)
_CODED_NAME = re.compile(rf"(?<![\w@\\/.-])(?:{_CODED})(?![\w@])")
_PEOPLE = re.compile(r"[A-Z][a-z]+(?:-[A-Z][a-z]+)+")
"""Two names that are joined are more often of people: Navier-Stokes, Kullback-Leibler."""

_LABEL = re.compile(
    r"(?:RQ|[A-Z])\d{1,2}|\d{1,2}[A-Z]|SDGs?|(?:COVID|Covid)-?\d*|SARS-CoV-2|"
    r"\d*[kMGT](?:Hz|bit|B|Wh?|eV|Pa)"
)
"""What numbers a thing (*H1*, *RQ2*, *1A*), measures one, or everybody has a word for."""

_OF_DATA = re.compile(
    r"[\s,]*(?:\w+[\s-]){0,2}?(?:data ?-?sets?|corp(?:us|ora)|benchmarks?|tree ?banks?|test ?sets?|"
    r"challenge|collection|suites?|databases?|leaderboard)\b",
    re.IGNORECASE,
)
_CAPITAL_DATA = re.compile(
    r"(?<=[a-z,(] )(?:[A-Z][\w'’-]+ ){1,8}"
    r"(?:Treebank|Corpus|Dataset|(?=(?:data ?-?sets?|corp(?:us|ora)|tree ?bank|benchmarks?)\b))"
)
_DATA_BEFORE = re.compile(
    r"\b(?:data ?sets?|corp(?:us|ora)|benchmarks?) (?:such as |like |of |called |named )?\Z|"
    r"(?<!based )(?<!depends )(?<!focus )\bon (?:the )?\Z",
    re.IGNORECASE,
)
_LONGEST_BEFORE = 200
"""Characters before a name that are read for what they say of it."""

_WORD = re.compile(r"[A-Za-z0-9]+")
_ANY_LETTER = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a text at a half-open range of code points; ``is_data``: of a data set."""

    text: str
    start: int
    end: int
    is_data: bool = False


def names(text: str) -> Iterator[Name]:
    """Yield the names in a sentence that are written as no word is (``BERT``), and of data sets."""
    for match in _CODED_NAME.finditer(text):
        start, end = match.span()
        if _LABEL.fullmatch(match[0]) or _PEOPLE.fullmatch(match[0]):
            continue
        near = max(0, start - _LONGEST_BEFORE)
        is_data = bool(_OF_DATA.match(text, end) or _DATA_BEFORE.search(text, near, start))
        yield Name(match[0], start, end, is_data)
    for match in _CAPITAL_DATA.finditer(text):
        if not _CODED_NAME.search(match[0]):
            yield Name(match[0].strip(), *match.span(), is_data=True)


@lru_cache(maxsize=1 << 15)
def letters(text: str) -> str:
    """Return the letters and digits of a name alone, in lower case: ``CNN/DailyMail`` as one."""
    lower = text.lower()
    return lower if lower.isascii() and lower.isalnum() else _ANY_LETTER.sub("", lower)


def initials(text: str) -> str:
    """Return the first letters of a text's words, in lower case, as one string."""
    return "".join(word[0].lower() for word in _WORD.findall(text))
