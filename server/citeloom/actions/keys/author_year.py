"""Name a paper by its authors' family names and its year."""

from functools import lru_cache

from citeloom_latex.bib.names import has_others, names
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.plain import plain

_YEAR_LENGTH = 4


def author_year(entry: ResolvedEntry) -> str:
    """Return ``Lee & Wu 2020`` or ``Lee et al. 2020``, or the part of it that is known."""
    values = entry.values
    people, more = _families(values.get("author", "") or values.get("editor", ""))
    named = f"{people[0]} et al." if more or len(people) > 2 else " & ".join(people)
    year = plain(values.get("year", "") or values.get("date", "")[:_YEAR_LENGTH])
    return " ".join(filter(None, (named, year)))


@lru_cache(maxsize=50_000)
def _families(value: str) -> tuple[tuple[str, ...], bool]:
    """Return the family names in a field of names, and whether it says ``and others``."""
    found = tuple(name for person in names(value) if (name := person.last_with_von or person.first))
    return found, bool(found) and has_others(value)
