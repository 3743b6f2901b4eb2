"""In which fields an entry says something else than the records that are proved to be its paper."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from citeloom.papers.abstracts import is_of_another
from citeloom.papers.found import Found
from citeloom.papers.identifiers import is_preprint_doi
from citeloom.papers.identity import is_preprint, is_preprint_entry, names_preprints
from citeloom.papers.paper import Author, Paper
from citeloom.papers.people import same_people
from citeloom.papers.titles import TitleLikeness, likeness
from citeloom.papers.venues import same_venue
from citeloom.visible import first_of

AS_PREPRINT = "a preprint; no record of it there"
"""What records say of the venue of an entry where they know a preprint alone."""

_IN_VENUES = frozenset({"article", "inproceedings", "conference"})
"""Types of entries whose venue is a journal or a conference, not a publisher."""

_ARTICLE = re.compile(r"^\W*(?:an?|the)\s+", re.IGNORECASE)
_ONE_TITLE = (TitleLikeness.SAME, TitleLikeness.PART)
_YEARS_FROM_PREPRINT = 4
_MOST_NAMED = 3
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Difference:
    """A field in which no record agrees with an entry.

    ``own`` is the entry's value, ``record`` that of the first record which has one, in words;
    ``source`` is the short name of the service that gave it.
    """

    field: str
    own: str
    record: str
    source: str


def differences(entry: Paper, found: Sequence[Found]) -> list[Difference]:
    """Return the fields of an entry with which no record agrees.

    A field that the entry or all records lack is none of them, but for the venue of an entry of
    which a preprint alone is known. Years one apart are told where two services say the other one:
    print and online versions have different years.

    Parameters
    ----------
    entry
        The paper as the .bib has it.
    found
        What services say of the paper, the most trusted first.
    """
    years = Counter(it.paper.year for it in found)
    published = [it for it in found if not _is_preprint_alone(it)]
    checks: list[tuple[str, Sequence[Found], Callable[[Paper], bool]]] = [
        ("title", found, lambda it: _same_title(entry.title, it.title)),
        ("authors", found, lambda it: same_people(entry.authors, it.authors)),
        ("year", found, lambda it: _is_near(entry, it, years)),
        (
            "abstract",
            found,
            lambda it: not is_of_another(entry.abstract, entry.title, it.abstract),
        ),
        ("doi", published, lambda it: _same_doi(entry.doi, it.doi)),
    ]
    told = []
    if entry.venue and entry.type in _IN_VENUES and not is_preprint_entry(entry):
        checks.append(("venue", published, lambda it: same_venue(entry.venue, it.venue)))
        # Of a DOI that no service knows the search itself tells.
        if found and not published and (not entry.doi or is_preprint_doi(entry.doi)):
            told.append(Difference("venue", entry.venue, AS_PREPRINT, found[0].service))
    for field, records, agrees in checks:
        said = [it for it in records if getattr(it.paper, field)]
        if getattr(entry, field) and said and not any(agrees(it.paper) for it in said):
            own, theirs = (_in_words(getattr(it, field)) for it in (entry, said[0].paper))
            told.append(Difference(field, own, theirs, said[0].service))
    return told


def _same_title(own: str, record: str) -> bool:
    """Tell whether titles are one; INSPIRE puts articles before titles that have none."""
    one, other = (_ARTICLE.sub("", title) for title in (own, record))
    return likeness(own, record).kind in _ONE_TITLE or likeness(one, other).kind in _ONE_TITLE


def _same_doi(own: str, record: str) -> bool:
    """Tell whether a DOI is that of the record, or one of a preprint, which may have two."""
    return is_preprint_doi(own) or own.lower().replace("//", "/") == record.lower()


def _is_preprint_alone(found: Found) -> bool:
    paper = found.paper
    if found.published:
        return False
    in_none = not paper.venue and (not paper.doi or is_preprint_doi(paper.doi))
    return names_preprints(paper.venue) or (in_none and is_preprint(paper))


def _is_near(entry: Paper, record: Paper, years: Mapping[int | None, int]) -> bool:
    later = (record.year or 0) - (entry.year or 0)
    if is_preprint_entry(entry):
        return abs(later) <= _YEARS_FROM_PREPRINT  # Of its first version, its last, or the paper.
    if names_preprints(record.venue) or not record.venue:
        return -_YEARS_FROM_PREPRINT <= later <= 1
    return later == 0 or (abs(later) == 1 and years[record.year] == 1)


def _in_words(value: object) -> str:
    if not isinstance(value, tuple):
        text = str(value)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()} …"
    names = [f"{it.given} {it.family}".strip() for it in value if isinstance(it, Author)]
    return first_of(names, _MOST_NAMED)
