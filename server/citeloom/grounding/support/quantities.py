"""Numbers of a text that count or measure something."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isclose

_NUMBER = re.compile(
    r"(?<![\w.,/^-])(?P<digits>\d{1,3}(?:(?:[ ,]|, (?=0))\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)"
    r"(?P<scale>\s?(?:k|K|M|B|bn)\b|[ -](?:thousand|million|billion)\b)?"
    r"(?!\w|[.,]?\d|/\d|-[A-Za-z]*\d|(?<= \d)[+−-](?!\w)|[⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹^])"
)
"""Fractions, powers and charges (*Ca 2+*) are parts of formulas, digits in names no numbers."""

_WITH_UNIT = re.compile(
    r"(?<![\w.,/^-])(?P<digits>\d+(?:[.,]\d+)?)(?P<scale>)"
    r"(?=(?:[kMG]?Hz|[nµμmck]?m|[nµμm]?s|[kmµμ]?g|[kMGT]B|[kMGm]?W|[kMG]?eV|[mµμ]?[lL]|h|min|dB|x)\b)"
)
"""A number with its unit, as in 25kHz."""

_SCALES = {"k": 3, "thousand": 3, "m": 6, "million": 6, "b": 9, "bn": 9, "billion": 9}
_WORDS = {
    word: number
    for number, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve".split(),  # noqa: SIM905
        2,
    )
}
_SPELLED = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_COUNTS_NOTHING = re.compile(
    r"(?:\b(?i:Tables?|Tab|Figures?|Figs?|Sections?|Sect?|Chapters?|Equations?|Eqs?|Theorems?|"
    r"Corollary|Lemmas?|Propositions?|Definitions?|Algorithms?|Appendix|Remarks?|Examples?|Steps?|"
    r"Phases?|Tasks?|Levels?|Goals?|SDGs?|Covid-?|Versions?,?|Lines?|Class(?:es)?|Types?|Stages?|"
    r"(?:Jan|Febr)uary|March|April|May|June|July|August|(?:Sept|Nov|Dec)ember|October|Grades?|Category|Hypothes[ie]s|Experiments?|Part|Question|pp?)\.?\s?[(-]?|[§#]|"
    r"[=≤≥<>≈∈]\s?[-−]?(?:\d[\d.]*, ?)*|[\[(]\s?[-−+]?(?:\d[\d.]*, ?)*|\b[01]\s?[-–—]\s?)\Z"
)
"""What stands before a number that is a label, a symbol's value or an end of an interval."""

_ABOUT = re.compile(
    r"(?:\b(?:about|around|approximately|almost|nearly|roughly|over|under|more than|less than|some|"
    r"at least|at most|up to|circa)\s|[~≈])\Z",
    re.IGNORECASE,
)
_NEAR = 0.1
_ROUND, _ROUNDED = 10, 0.03
"""A round number may be one that is so near: 40 % where an abstract has 39.3 %."""

_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?")
_DECIMAL_COMMA = re.compile(r"0,\d+|\d+,\d\d?")
_REACH = 30


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a text at a half-open range of code points.

    ``places`` tell how far the value is known: 1.5 million to -5 places; ``is_near`` that the text
    says *about*.
    """

    text: str
    value: float
    places: int
    start: int
    end: int
    is_spelled: bool = False
    is_near: bool = False


def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the numbers of a text that count or measure something, in order.

    Years, numbers of tables and sections, values of symbols, and those that are a part of a name
    (``VGG-16``) are left out.
    """
    found = [
        _quantity(it)
        for pattern in (_NUMBER, _WITH_UNIT)
        for it in pattern.finditer(text)
        if not _counts_nothing(text, it)
    ]
    found += [
        Quantity(it[0], _WORDS[it[0].lower()], 0, *it.span(), is_spelled=True)
        for it in _SPELLED.finditer(text)
    ]
    return tuple(sorted(found, key=lambda quantity: quantity.start))


def digits(text: str) -> Iterator[Quantity]:
    """Yield all numbers of a text in digits, whatever they are: *9p21* has 9."""
    for it in _DIGITS.finditer(text):
        value = float(it[0].replace(",", ""))
        yield Quantity(it[0], value, len(it[0].partition(".")[2]), *it.span())


def is_known(claimed: Quantity, known: Iterable[Quantity]) -> bool:
    """Tell whether a number is among known ones, as it is, rounded or as a percentage."""
    return any(_is_same(claimed, it) for it in known)


def _is_same(claimed: Quantity, known: Quantity) -> bool:
    if (claimed.is_near or known.is_near) and isclose(claimed.value, known.value, rel_tol=_NEAR):
        return True
    if claimed.value >= _ROUND and not claimed.value % _ROUND:
        near = isclose(claimed.value, known.value, rel_tol=_ROUNDED)
        if near and not known.is_spelled:
            return True
    for shift in (0, 2, -2) if min(claimed.value, known.value) < 1 else (0,):
        value, places = known.value * 10.0**shift, known.places - shift
        if isclose(value, claimed.value):
            return True
        if places >= claimed.places and isclose(round(value, claimed.places), claimed.value):
            return True
    return False


def _counts_nothing(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - _REACH) : match.start()]
    is_year = _YEAR.fullmatch(match["digits"]) is not None and not match["scale"]
    # One digit that is joined to a word is a part of a term: 2-norm, 3-kinase.
    is_term = len(match[0]) == 1 and text.startswith("-", match.end())
    return is_year or is_term or _COUNTS_NOTHING.search(before) is not None


def _quantity(match: re.Match[str]) -> Quantity:
    digits = match["digits"]
    plain = digits.replace(",", ".") if _DECIMAL_COMMA.fullmatch(digits) else digits
    plain = re.sub(r"[ ,]", "", plain)
    power = _SCALES.get((match["scale"] or "").strip(" -").lower(), 0)
    places = len(plain.partition(".")[2]) - power
    is_near = _ABOUT.search(match.string, max(0, match.start() - _REACH), match.start()) is not None
    value = float(plain) * 10.0**power
    return Quantity(match[0].strip(), value, places, *match.span(), is_near=is_near)
