"""How the entries of a .bib file say what they say, so that a new one fits in."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from citeloom.papers.identifiers import arxiv_id
from citeloom_latex.bib.resolve import ResolvedEntry

MOST_READ = 500

ARXIV_ID = "ARXIV_ID"
"""Stands for the id of a paper in what entries of arXiv say."""

_TYPES_OF_BIBLATEX = frozenset({"online", "thesis", "report", "software", "dataset"})
_TYPES_OF_PREPRINTS = frozenset(
    {"article", "misc", "online", "unpublished", "techreport", "report"}
)
_FIELDS_OF_BIBLATEX = frozenset({"journaltitle", "date", "eprinttype", "location"})
_WHOLE_IN_BRACES = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", re.DOTALL)
_VENUES = ("journal", "journaltitle", "volume")
_LINKS = ("note", "howpublished", "url")
_FEWEST_FIELDS = 3
_NAMING_ARXIV = re.compile(
    rf"(?:\W*(?:{ARXIV_ID}|arxiv|corr|abs|pdf|html|https?|www|org|(?:pre|e-?)prints?|url|id))+\W*",
    re.IGNORECASE,
)
_NAMES_APART = re.compile(r"\s+and\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PreprintHabits:
    """How a file has entries of arXiv.

    ``type`` is empty where it has none; ``fields`` are a journal and a volume that name arXiv, with
    ``ARXIV_ID`` for the id; ``has_eprint``: the id stands in ``eprint``.
    """

    type: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    has_eprint: bool = True


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
    whole_titles
        Whether titles stand in braces of their own.
    preprint
        What is special in entries of arXiv.
    abstracts
        Whether entries hold abstracts.
    escaped_dois
        Whether DOIs are written as LaTeX and not as they are.
    order
        The names of fields in the order of the file.
    venues
        Field and type of venues of the file, by their names in lower case.
    """

    journal: str = "journal"
    year: str = "year"
    archive: str = "archiveprefix"
    online: bool = False
    family_first: bool = True
    whole_titles: bool = False
    preprint: PreprintHabits = PreprintHabits()
    abstracts: bool = False
    escaped_dois: bool = False
    order: tuple[str, ...] = ()
    venues: Mapping[str, str] | None = None


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
    titles = [values["title"].strip() for values in own if values.get("title")]
    return EntryHabits(
        _used("journaltitle", "journal", names, biblatex),
        _used("date", "year", names, biblatex),
        _used("eprinttype", "archiveprefix", names, biblatex or shows),
        biblatex or "online" in types,
        _is_family_first(own),
        2 * sum(_is_whole(title) for title in titles) > len(titles),
        _preprints(entries, own),
        10 * names["abstract"] > len(own),
        any("\\_" in values.get("doi", "") for values in own),
        _order(entries),
        _venues(entries, own),
    )


def _used(name: str, other: str, names: Counter[str], default: bool) -> str:
    if names[name] == names[other]:
        return name if default and not names[other] else other
    return name if names[name] > names[other] else other


def _preprints(
    entries: Iterable[ResolvedEntry], own: Iterable[Mapping[str, str]]
) -> PreprintHabits:
    found = []
    for entry, values in zip(entries, own, strict=True):
        name = arxiv_id(values)
        if name and entry.entry.type in _TYPES_OF_PREPRINTS and not values.get("booktitle"):
            venues = [(field, values[field]) for field in _VENUES if values.get(field)]
            others = [(field, values[field]) for field in _LINKS if name in values.get(field, "")]
            said = tuple(
                (field, " ".join(value.replace(name, ARXIV_ID).split()))
                for field, value in (*venues, *others)
            )
            # Whatever else is said there, of a subject for one, is of that paper alone.
            if all(_NAMING_ARXIV.fullmatch(value) for _, value in said):
                is_named = any(ARXIV_ID in value for _, value in said)
                has_eprint = "eprint" in values or not is_named
                found.append(PreprintHabits(entry.entry.type, said, has_eprint))
    return _most(found) or PreprintHabits()


def _is_family_first(own: Iterable[Mapping[str, str]]) -> bool:
    votes = 0
    for values in own:
        for name in _NAMES_APART.split(values.get("author", ""))[:3]:
            if name.strip() and not name.strip().startswith("{") and len(name.split()) > 1:
                votes += 1 if "," in name else -1
    return votes >= 0


def _is_whole(title: str) -> bool:
    return bool(_WHOLE_IN_BRACES.fullmatch(title))


def _order(entries: Iterable[ResolvedEntry]) -> tuple[str, ...]:
    """Return the names of fields, each behind those that it mostly stands behind."""
    places: dict[str, list[float]] = {}
    for resolved in entries:
        fields = resolved.entry.fields
        if len(fields) < _FEWEST_FIELDS:
            continue
        for number, field in enumerate(fields):
            places.setdefault(field.name, []).append(number / len(fields))
    mean = {name: sum(found) / len(found) for name, found in places.items()}
    return tuple(sorted(mean, key=lambda name: (mean[name], name)))


def _venues(
    entries: Iterable[ResolvedEntry], own: Iterable[Mapping[str, str]]
) -> Mapping[str, str]:
    """Return what types of entries have which venue, by its name in lower case."""
    found: dict[str, str] = {}
    for entry, values in zip(entries, own, strict=True):
        for name in ("journal", "journaltitle", "booktitle"):
            if value := values.get(name):
                found.setdefault(" ".join(value.lower().split()), entry.entry.type)
    return found


def _most(found: Iterable[PreprintHabits]) -> PreprintHabits | None:
    counted = Counter(found)
    return max(counted, key=lambda habit: counted[habit], default=None)
