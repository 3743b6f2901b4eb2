"""Units of measurement, as texts write them behind a number."""

import re
from collections.abc import Iterable

_WORDS: dict[str, str | tuple[str, int]] = {
    "%": "%", "\\%": "%", "percent": "%", "per cent": "%", "percentage": "%",
    "×": "times", "x": "times", "fold": "times", "times": "times",
    "point": "points", "points": "points",
    "second": "seconds", "seconds": "seconds", "min": "minutes", "minute": "minutes",
    "minutes": "minutes", "hour": "hours", "hours": "hours", "day": "days", "days": "days",
    "weeks": "weeks", "months": "months", "years": "years", "fps": "frames per second",
    "kelvin": "kelvin", "meters": "metres", "metres": "metres", "grams": "grams",
    "orders": "orders", "hertz": "hertz",
    "gb": ("bytes", 9), "mb": ("bytes", 6), "kb": ("bytes", 3), "hz": "hertz",
}  # fmt: skip
"""Words, and signs that are written in any case."""

_LONG_PREFIXES = {
    "nano": -9, "micro": -6, "milli": -3, "centi": -2, "kilo": 3, "mega": 6, "giga": 9, "tera": 12,
}  # fmt: skip
_LONG = {
    "second": "seconds", "meter": "metres", "metre": "metres", "gram": "grams", "watt": "watts",
    "joule": "joules", "volt": "volts", "byte": "bytes", "liter": "litres", "litre": "litres",
    "pascal": "pascals", "hertz": "hertz",
}  # fmt: skip
_WORDS |= {
    f"{prefix}{word}{ending}": (unit, power)
    for prefix, power in _LONG_PREFIXES.items()
    for word, unit in _LONG.items()
    for ending in ("", "s")
}
"""Alone a *gram* may be a word: a 5-gram."""

_POWERS = {
    "p": -12, "n": -9, "µ": -6, "μ": -6, "m": -3, "c": -2, "h": 2, "k": 3, "M": 6, "G": 9, "T": 12,
}  # fmt: skip
_PREFIXED = {
    "Hz": ("hertz", "kMGT"),
    "W": ("watts", "nµμmkMGT"),
    "Wh": ("watt hours", "kMGT"),
    "J": ("joules", "µμmkMGT"),
    "V": ("volts", "nµμmkM"),
    "A": ("amperes", "pnµμmk"),
    "eV": ("electronvolts", "µμmkMGT"),
    "Pa": ("pascals", "mhkMG"),
    "g": ("grams", "pnµμmk"),
    "L": ("litres", "nµμm"),
    "l": ("litres", "nµμm"),
    "m": ("metres", "pnµμmck"),
    "s": ("seconds", "pnµμm"),
    "mol": ("moles", "pnµμmk"),
    "B": ("bytes", "MGT"),
    "T": ("teslas", "µμm"),
    "dB": ("decibels", ""),
    "bar": ("bars", "m"),
    "ppm": ("parts per million", ""),
    "ppb": ("parts per billion", ""),
    "rpm": ("turns per minute", ""),
    "Da": ("daltons", "kM"),
    "°C": ("degrees Celsius", ""),
    "°F": ("degrees Fahrenheit", ""),
}
_ALONE = frozenset(("h", "s", "m", "g", "Hz", "Wh", "eV", "Pa", "mol"))
"""Those that are units without a prefix too; ``A``, ``B`` and ``T`` name other things."""


def _signs() -> dict[str, tuple[str, int]]:
    found = {"h": ("hours", 0), "KB": ("bytes", 3)}
    for base, (unit, prefixes) in _PREFIXED.items():
        if base in _ALONE or not prefixes or base == "bar":
            found[base] = (unit, 0)
        found |= {prefix + base: (unit, _POWERS[prefix]) for prefix in prefixes}
    return found


_SIGNS = _signs()
_OVER = ("$", "€", "£", "J", "W", "V", "L", "l", "t")
"""What stands before the bar of a ratio only; there it is a unit or money."""


def _any_of(signs: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, signs), key=len, reverse=True))


_RATIO = rf"(?:{_any_of((*_SIGNS, *_OVER))})/[a-zA-Zµμ°]{{1,5}}[²³]?"
_IS_RATIO = re.compile(_RATIO)

SIGN = rf"(?:{_RATIO}|{_any_of(_SIGNS)})"
"""A pattern of the sign of a unit; a letter or bar that follows makes it another word."""


def unit_of(text: str) -> tuple[str, int] | None:
    """Return the unit that a word or sign stands for, and the power of ten that is in it.

    ``kHz`` is 10³ hertz; a ratio such as ``GJ/t`` is a unit of its own. None for other words.
    """
    if found := _SIGNS.get(text):
        return found
    if _IS_RATIO.fullmatch(text):
        return text.replace("μ", "µ"), 0
    word = _WORDS.get(text.lower())
    return (word, 0) if isinstance(word, str) else word
