"""What must be known of all entries so that the values of each can be read when they are needed."""

import re
from bisect import bisect_right
from typing import NamedTuple

NAMING_OTHERS = ("crossref", "xdata", "xref", "related", "entryset")
"""Fields whose values are keys of other entries, with commas between them."""

NAMING = (*NAMING_OTHERS, "ids")
"""All fields with keys in them."""

# Patterns of UTF-8 in lower case, in which each sign beyond ASCII may be a space.
_SPACE = rb"[\s\x1c-\x1f\x80-\xff]*+"
_ASSIGNED = re.compile(_SPACE + b"=")
_STRING_VALUE = re.compile(rb"=\s*+[^\s{\"\d]")
_NAMING_CODED = tuple(name.encode() for name in NAMING)


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


def survey_of(text: str, begin: int, starts: list[int], ends: list[int]) -> Survey:
    """Look through a part of a text: its entries stand from ``starts`` to ``ends`` of ``begin``."""
    # Of bytes, which are searched and put into lower case faster than a text beyond ASCII.
    lower = text[begin : begin + max(ends, default=0)].encode("utf-8", "surrogatepass").lower()
    joins = lower.count(b"#")
    among = enumerate(zip(starts, ends, strict=True)) if joins else ()
    counted = [
        (number, text.count("#", begin + start, begin + end)) for number, (start, end) in among
    ]
    return Survey(
        _entries_at(lower, starts),
        tuple(found for found in counted if found[1]),
        joins + len(_STRING_VALUE.findall(lower)),
    )


def _entries_at(lower: bytes, starts: list[int]) -> tuple[int, ...]:
    """Return the numbers of the entries in which a name of a field stands before an equals sign."""
    places = sorted(at for name in _NAMING_CODED if name in lower for at in _assigned(lower, name))
    numbers: dict[int, None] = {}
    characters = end = 0
    for place in places:
        characters += len(lower[end:place].decode("utf-8", "surrogatepass"))
        end = place
        numbers[bisect_right(starts, characters) - 1] = None
    return tuple(number for number in numbers if number >= 0)


def _assigned(lower: bytes, name: bytes) -> list[int]:
    """Return where a name of a field stands before an equals sign."""
    found, at = [], lower.find(name)
    while at >= 0:
        end = at + len(name)
        if _ASSIGNED.match(lower, end):
            found.append(at)
        at = lower.find(name, end)
    return found
