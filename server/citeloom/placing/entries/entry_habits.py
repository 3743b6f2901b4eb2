"""How the entries of a .bib file say what they say, so that a new one fits in."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from citeloom_latex.bib.resolve import ResolvedEntry

MOST_READ = 500

_TYPES_OF_BIBLATEX = frozenset({"online", "thesis", "report", "software", "dataset"})
_FIELDS_OF_BIBLATEX = frozenset({"journaltitle", "date", "eprinttype", "location"})
_NAMES_APART = re.compile(r"(?<!\s)\s++and\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EntryHabits:
    """What most entries of a file do.

    Parameters
    ----------
    journal, year, archive
        The names of the fields for a journal, a year and the kind of an eprint.
    online
        Whether the type ``online`` is there for what has no journal.
    family_first
        ``Family, Given`` and not ``Given Family``.
    abstracts
        Whether entries hold abstracts.
    escaped_dois
        Whether DOIs are written as LaTeX and not as they are.
    """

    journal: str = "journal"
    year: str = "year"
    archive: str = "archiveprefix"
    online: bool = False
    family_first: bool = True
    abstracts: bool = False
    escaped_dois: bool = False


def entry_habits(entries: Sequence[ResolvedEntry], *, biblatex: bool = False) -> EntryHabits:
    """Return the habits of the entries of one file.

    ``biblatex``: their draft uses it. It decides where the entries show nothing.
    """
    entries = [
        entry for entry in islice(reversed(entries), MOST_READ) if entry.entry.type != "comment"
    ]
    own = [
        {name: value for name, value in entry.values.items() if name not in entry.inherited}
        for entry in entries
    ]
    names = Counter(name for values in own for name in values)
    types = Counter(entry.entry.type for entry in entries)
    shows = bool(names.keys() & _FIELDS_OF_BIBLATEX or types.keys() & _TYPES_OF_BIBLATEX)
    return EntryHabits(
        _used("journaltitle", "journal", names, biblatex),
        _used("date", "year", names, biblatex),
        _used("eprinttype", "archiveprefix", names, biblatex or shows),
        biblatex or "online" in types,
        _is_family_first(own),
        10 * names["abstract"] > len(own),
        any("\\_" in values.get("doi", "") for values in own),
    )


def _used(name: str, other: str, names: Counter[str], default: bool) -> str:
    if names[name] == names[other]:
        return name if default and not names[other] else other
    return name if names[name] > names[other] else other


def _is_family_first(own: Iterable[Mapping[str, str]]) -> bool:
    votes = 0
    for values in own:
        for name in _NAMES_APART.split(values.get("author", ""))[:3]:
            if name.strip() and not name.strip().startswith("{") and len(name.split()) > 1:
                votes += 1 if "," in name else -1
    return votes >= 0
