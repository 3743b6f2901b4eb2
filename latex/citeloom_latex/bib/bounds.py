"""How long the value of a field is read: as long as what stands in such fields can be.

Nothing that is searched for in a value sees more of it, so no pattern takes long over one.
"""

from collections.abc import Mapping
from typing import NamedTuple

from citeloom_latex.bib.entry import Entry
from citeloom_latex.bib.field import Field


class Bound(NamedTuple):
    """Code points of a value that are read; of a longer one, its beginning or, for names, nothing.

    A DOI, an address or a key that was cut would name something else.
    """

    longest: int
    is_name: bool = False

    def limit(self, value: str) -> str:
        """Return what is read of a value."""
        if len(value) <= self.longest:
            return value
        return "" if self.is_name else value[: self.longest]


TEXT = Bound(20_000)
"""Abstracts, notes, and what is not known here; real abstracts and notes have 4,200 at most."""

TITLE = Bound(2_000)
"""Titles, venues and names of people; the longest real title has 377."""

_OF: Mapping[str, Bound] = {
    **dict.fromkeys(
        (
            *("title", "subtitle", "titleaddon", "booktitle", "journal", "journaltitle"),
            *("school", "institution", "organization", "publisher"),
        ),
        TITLE,
    ),
    **dict.fromkeys(("author", "editor"), Bound(100_000)),
    **dict.fromkeys(
        (
            *("doi", "eprint", "eprinttype", "archiveprefix", "arxivid", "arxiv", "pmid"),
            *("s2id", "corpusid"),
        ),
        Bound(300, is_name=True),
    ),
    **dict.fromkeys(("url", "ee"), Bound(2_048, is_name=True)),
    **dict.fromkeys(
        ("ids", "crossref", "xdata", "xref", "related", "entryset", "file"),
        Bound(20_000, is_name=True),
    ),
}


def bound_of(name: str) -> Bound:
    """Return the bound of the fields of a name, in lower case."""
    return _OF.get(name, TEXT)


def too_long(entry: Entry) -> list[tuple[Field, Bound]]:
    """Return the fields of an entry that are not read, or not to their end."""
    return [
        (field, bound)
        for field in entry.fields
        if field.value_end - field.value_start > (bound := bound_of(field.name)).longest + len("{}")
    ]
