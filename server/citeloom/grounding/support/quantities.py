"""Numbers of a text with their units, compared exactly."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isclose

from citeloom.grounding.guarded import guarded
from citeloom.grounding.support.roots import roots
from citeloom.grounding.support.units import SIGN, unit_of

_NUMBER = re.compile(
    r"(?<![\w.,/-])(?P<sign>~|≈|>|<|±)?\s?"
    r"(?P<digits>(?!0,)\d{1,3}(?:(?:[ ,]|, (?=0))\d{3})+(?:\.\d+)?|"
    r"(?:0,\d+|\d+,\d\d?)(?![\d,])|\d+(?:\.\d+)?)"
    r"(?P<more>\+)?(?P<scale>\s?(?:k|K|M|B|bn)\b|[ -](?:thousand|million|billion)\b)?"
    r"(?P<unit>\s?[%×]|\s?\\%|[ -]?(?:percent|per cent|x|fold)\b|"
    rf"[\s-]?(?:{SIGN}|gb|mb|kb|hz|fps)(?![\w/]))?"
    r"(?![\w.]*\d|/\d|[⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹^])"
)
"""A number of a text; fractions and powers are parts of formulas."""

_ONE_OF_A_LIST = r"\d{1,3}(?:\.\d+)?"
_LIST_OF_PERCENTAGES = re.compile(
    rf"(?<![\w.,/-])(?:{_ONE_OF_A_LIST}(?:\s?\\?%)?(?:\s?/\s?|, (?!and |or ))){{0,18}}"
    rf"{_ONE_OF_A_LIST}(?:\s?\\?%)?(?:\s?/\s?|,? (?:and|or|to|vs\.?|versus) )"
    rf"{_ONE_OF_A_LIST}\s?(?:\\?%|(?:percent|per cent)\b)"
)
"""At most twenty numbers with one sign behind the last: 39/53/58 %, 39, 53 and 58 %."""

_IN_A_LIST = re.compile(rf"(?<![\d.])(?P<digits>{_ONE_OF_A_LIST})(?P<sign>\s?\\?%)?")
_LEAST_OF_TWO = 10
"""Below it the first of two may be another thing: 1/2 %, a depth of 5 and 20 % less."""

_COUNTED = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_WORDS = {word: number for number, word in enumerate(_COUNTED, 2)}
_SPELLED = guarded("|".join(_WORDS), rf"\b(?:{'|'.join(_WORDS)})\b(?=[\s-]\w)")
_SCALES = {"k": 3, "thousand": 3, "m": 6, "million": 6, "b": 9, "bn": 9, "billion": 9}
_NO_QUANTITY = re.compile(
    r"(?:\b(?:Tables?|Tab|Figures?|Figs?|Sections?|Sect?|Chapters?|Equations?|Eqs?|Theorems?|"
    r"Corollary|Lemmas?|Propositions?|Definitions?|Algorithms?|Appendix|Remarks?|Examples?|Steps?|"
    r"Phases?|Tasks?|Levels?|Goals?|SDGs?|Covid-?|Versions?,?|Lines?|Class(?:es)?|Types?|Stages?|"
    r"Grades?|Category|Hypothes[ie]s|Experiments?|Part|Question|pp?)\.?\s?[(-]?|[§#])\Z",
    re.IGNORECASE,
)
"""What stands before a number that counts nothing."""

_SYMBOLS_VALUE = re.compile(
    r"(?<!\w)(?![nN]\s?=)[^\W\d](?:_\(?\w{1,9}\)?)?\s?[=≤≥<>≈∈]\s?[-−]?(?:\d[\d.]{0,9}, ?){0,9}\Z"
)
"""What stands before the value of a symbol, N_q = 3, 4; n is how many there were."""

_END = r"[-−+]?(?:\d[\d.]{0,8}|∞|[^\W\d_])"
_INTERVAL = re.compile(rf"[\[(]\s?{_END}(?:, ?{_END})+\s?[\])]")
"""An interval, a point or a vector: [-10, 10]."""

_SCALE = re.compile(r"(?<![\w.])[01]\s?[-–—]\s?\Z")
"""What stands before the upper end of a scale: 0–100, 1–5."""

_UNTIL_NOW = re.compile(
    r"\b(?:past|last|next|previous|following|coming) (?:\w+ )?\Z", re.IGNORECASE
)
_SPANS = frozenset({"days", "weeks", "months", "years"})
"""Spans of time that are told of the time of writing: over the past 70 years."""

_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_AFTER = re.compile(r"[\w'’-]+")
_OTHER_PART = re.compile(
    r"\b(?:with|without|from|in|on|at|for|by|than|while|when|where|which|who|but|under|across|"
    r"using|is|are|was|were|has|have|had)\b|\b(?:and|or|to) (?!\d)|"
    r"(?<!\w)(?<!and )(?<!or )(?<!to )\d",
    re.IGNORECASE,
)
"""Where what a number may count ends: 0.71 with 12 stations."""

_DECIMAL_COMMA = re.compile(r"0,\d+|\d+,\d\d?")
_LETTERS = re.compile(r"[^\W\d_]+")
_BOUNDARY = re.compile(r"[.;:()]\s|\n")
_APPROXIMATE = re.compile(
    r"(?:\b(?:about|around|approximately|almost|nearly|roughly|over|under|more than|less than|"
    r"at least|at most|some|circa|up to)\s|[~≈])\Z",
    re.IGNORECASE,
)
_NEAR = 0.1

_OFTEN_LEFT_OUT = frozenset({"%", "points"})
"""Units that a text leaves out where it is clear what is measured: an accuracy of 75.2."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a text at a half-open range of code points.

    ``decimals`` are those written, ``power`` is what *million* or the *k* of kHz puts into the
    value, ``places`` tell how far that is known: 1.5 kHz are 1500 hertz, to -2 places. ``unit``
    is one of a closed list or a ratio, or empty; ``unit_word`` is the word that stands for it, if
    that is none of ``text``. ``nouns`` are the roots of the words right behind it, ``is_near``
    tells that the text says *about* or *over*.
    """

    text: str
    value: float
    decimals: int
    unit: str
    nouns: tuple[str, ...]
    start: int
    end: int
    is_near: bool = False
    is_spelled: bool = False
    power: int = 0
    places: int = 0
    unit_word: str = ""

    @property
    def in_full(self) -> str:
        """The number with its unit, also where that is a word behind it."""
        return f"{self.text} {self.unit_word}".strip()


def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the numbers of a text that count or measure something, in order.

    Years, numbers of tables and sections, and those that are a part of a name (``VGG-16``) are left
    out.
    """
    listed = {it.start: it for it in _in_lists(text)}
    alone = (it for it in _in_digits(text) if it.start not in listed)
    found = [*listed.values(), *alone, *_in_words(text)]
    return tuple(sorted(found, key=lambda quantity: quantity.start))


def is_of_a_formula(text: str, quantity: Quantity) -> bool:
    """Tell whether a number of a text is a symbol's value or an end of an interval.

    A paper's abstract leaves such things out, so that it need not have them.
    """
    before = text[max(0, quantity.start - 60) : quantity.start]
    return _SYMBOLS_VALUE.search(before) is not None or any(
        found.start() < quantity.start < found.end() for found in _INTERVAL.finditer(text)
    )


def equal_quantity(claimed: Quantity, known: Iterable[Quantity]) -> Quantity | None:
    """Return the first quantity with the claimed value; one that says more may be rounded."""
    return next((quantity for quantity in known if _same_value(claimed, quantity)), None)


def units_agree(claimed: Quantity, known: Quantity, around: Iterable[str]) -> bool:
    """Tell whether two equal numbers count the same, as far as their texts say what they count.

    Parameters
    ----------
    around
        The roots of the sentence that the known number stands in.
    """
    units = {claimed.unit, known.unit}
    if len(units) == 1 and claimed.unit:
        return True
    if "" not in units:
        return False
    if units == {""} and claimed.decimals > 1:
        return True  # Nobody writes such a number by chance.
    if units & _OFTEN_LEFT_OUT and claimed.decimals:
        return True
    if claimed.unit or known.is_spelled != claimed.is_spelled:
        return not set(roots(claimed.unit) or claimed.nouns).isdisjoint(known.nouns)
    return not claimed.nouns or not set(claimed.nouns).isdisjoint(around)


def _same_value(claimed: Quantity, known: Quantity) -> bool:
    farthest = _NEAR * max(claimed.value, known.value)
    if (claimed.is_near or known.is_near) and abs(claimed.value - known.value) <= farthest:
        return claimed.value == known.value or claimed.decimals < 1
    if known.places >= claimed.places:
        rounded = round(known.value, claimed.places)
        return isclose(rounded, claimed.value) or isclose(known.value, claimed.value)
    return isclose(known.value, claimed.value)


def _in_digits(text: str) -> Iterator[Quantity]:
    for match in _NUMBER.finditer(text):
        digits = match["digits"]
        before = text[max(0, match.start() - 20) : match.start("digits")]
        if _is_alone_in_brackets(text, match):
            continue
        if _NO_QUANTITY.search(before) and not match["unit"]:
            continue
        if _SCALE.search(before):
            continue
        sign = (match["unit"] or "").strip(" -")
        if _YEAR.fullmatch(digits) and sign in ("", "s") and not match["scale"]:
            continue
        if not sign and not match["scale"] and _is_glued(text, match.end()):
            continue
        nouns = _following(text, match.end())
        word = "" if sign else "".join(nouns[:1])
        unit, power = unit_of(sign or word) or ("", 0)
        if _is_of_the_time_of_writing(text, match.start("digits"), unit, nouns):
            continue
        value, decimals = _read(digits)
        scale = (match["scale"] or "").strip(" -").lower()
        power += _SCALES.get(scale, 0)
        near = bool(match["more"] or match["sign"] or _APPROXIMATE.search(before))
        yield Quantity(
            match.group().strip(),
            value * 10.0**power,
            0 if scale else decimals,
            unit,
            tuple(roots(" ".join(nouns))),
            match.start("digits"),
            match.end(),
            near,
            power=power,
            places=decimals - power,
            unit_word=word if unit else "",
        )


def _in_lists(text: str) -> Iterator[Quantity]:
    """Yield the percentages of a list, the last of which has the sign for all."""
    if "%" not in text and "cent" not in text:
        return
    for found in _LIST_OF_PERCENTAGES.finditer(text):
        if _NO_QUANTITY.search(text[max(0, found.start() - 20) : found.start()]):
            continue
        numbers = [*_IN_A_LIST.finditer(text, found.start(), found.end())]
        if len(numbers) == 2 and float(numbers[0]["digits"]) < _LEAST_OF_TWO:
            continue
        for number in numbers:
            end = found.end() if number is numbers[-1] else number.end()
            value, decimals = _read(number["digits"])
            yield Quantity(
                text[number.start() : end],
                value,
                decimals,
                "%",
                (),
                number.start(),
                end,
                places=decimals,
                unit_word="" if number["sign"] or number is numbers[-1] else "%",
            )


def _read(digits: str) -> tuple[float, int]:
    """Return the value of digits, and how many decimals they have."""
    plain = digits.replace(",", ".") if _DECIMAL_COMMA.fullmatch(digits) else digits
    plain = re.sub(r"[ ,]", "", plain)
    return float(plain), len(plain.partition(".")[2])


def _is_of_the_time_of_writing(text: str, at: int, unit: str, nouns: list[str]) -> bool:
    is_span = unit in _SPANS or (bool(nouns) and nouns[0].lower() in ("decades", "centuries"))
    return is_span and _UNTIL_NOW.search(text[max(0, at - 30) : at]) is not None


def _is_glued(text: str, at: int) -> bool:
    """Tell whether letters that are no unit go on where a number ends: ``3D``, ``4q``, ``2nd``."""
    found = _LETTERS.match(text, at)
    return found is not None and unit_of(found[0]) is None


def _in_words(text: str) -> Iterator[Quantity]:
    for match in _SPELLED.finditer(text):
        nouns = _following(text, match.end())
        word = "".join(nouns[:1])
        unit, power = unit_of(word) or ("", 0)
        yield Quantity(
            match.group(),
            _WORDS[match.group().lower()] * 10.0**power,
            0,
            unit,
            tuple(roots(" ".join(nouns))),
            match.start(),
            match.end(),
            is_spelled=True,
            power=power,
            places=-power,
            unit_word=word if unit else "",
        )


def _following(text: str, at: int) -> list[str]:
    rest = text[at : at + 60]
    for end in (_BOUNDARY, _OTHER_PART):
        if found := end.search(rest):
            rest = rest[: found.start()]
    return _AFTER.findall(rest)[:3]


def _is_alone_in_brackets(text: str, match: re.Match[str]) -> bool:
    """Tell whether a number is a mark of its own: (3), [12]."""
    return text[match.start() - 1 : match.start()] in "([" and (
        text[match.end() : match.end() + 1] in ")]" and match.start() > 0
    )
