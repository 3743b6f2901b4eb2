"""What must be known of all entries so that the values of each can be read when they are needed."""

import re
from bisect import bisect_right
from typing import NamedTuple

NAMING_OTHERS = ("crossref", "xdata", "xref", "related", "entryset")
"""Fields whose values are keys of other entries, with commas between them."""

NAMING = (*NAMING_OTHERS, "ids")
"""All fields with keys in them."""

_ASSIGNED = re.compile(r"\s*+=")
_STRING_VALUE = re.compile(r"=\s*+[^\s{\"\d]")


class Survey(NamedTuple):
    """What stands in the entries of one part of a text.

    Parameters
    ----------
    naming
        The numbers of the entries that may have a field of ``NAMING``, their own or in a value.
    joins
        The entries with a ``#``, each with how many it has.
    strings
        A bound of the parts of values that may be names of strings.
    """

    naming: tuple[int, ...] = ()
    joins: tuple[tuple[int, int], ...] = ()
    strings: int = 0


def survey_of(text: str, starts: list[int], ends: list[int]) -> Survey:
    """Look through a part of a text whose entries stand from ``starts`` to ``ends``."""
    lower = text.lower()
    if len(lower) != len(text):  # One sign became two: its places are not those of the text.
        lower = text.translate(_LOWER)
    places = [at for name in NAMING if name in lower for at in _assigned(lower, name)]
    joins = text.count("#")
    among = enumerate(zip(starts, ends, strict=True)) if joins else ()
    counted = [(number, text.count("#", start, end)) for number, (start, end) in among]
    return Survey(
        _entries_at(places, starts),
        tuple(found for found in counted if found[1]),
        joins + sum(1 for _ in _STRING_VALUE.finditer(text)),
    )


_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def _assigned(lower: str, name: str) -> list[int]:
    """Return where a name of a field stands before an equals sign."""
    found, at = [], lower.find(name)
    while at >= 0:
        end = at + len(name)
        if _ASSIGNED.match(lower, end):
            found.append(at)
        at = lower.find(name, end)
    return found


def _entries_at(places: list[int], starts: list[int]) -> tuple[int, ...]:
    """Return the numbers of the entries around some places, in order."""
    numbers = {bisect_right(starts, place) - 1 for place in places}
    return tuple(sorted(number for number in numbers if number >= 0))
