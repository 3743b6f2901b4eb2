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
_FIELDS_OF_BIBLATEX = frozenset({"journaltitle", "date", "eprinttype", "location"})
_WHOLE_IN_BRACES = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", re.DOTALL)
_FEWEST_FIELDS = 3
_NAMES_APART = re.compile(r"(?<!\s)\s++and\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PreprintForm:
    """How an entry of arXiv is written.

    ``type`` is empty where it is the one for what has no journal; ``fields`` name arXiv, with
    ``ARXIV_ID`` for the id; ``has_eprint``: the id stands in ``eprint``.
    """

    type: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    has_eprint: bool = True

    def is_form_of(self, entry: ResolvedEntry, values: Mapping[str, str], name: str) -> bool:
        """Tell whether an entry of the paper with this arXiv id has this form."""
        return (
            entry.entry.type == self.type
            and ("eprint" in values) == self.has_eprint
            and all(
                values.get(field) == said.replace(ARXIV_ID, name) for field, said in self.fields
            )
        )


_CORR = (("journal", "CoRR"), ("volume", f"abs/{ARXIV_ID}"))
PREPRINT_FORMS = (
    PreprintForm("misc"),  # arXiv
    PreprintForm("online"),
    PreprintForm("article", (("journal", f"arXiv preprint arXiv:{ARXIV_ID}"),), False),  # Scholar
    PreprintForm("article", (("journal", "ArXiv"), _CORR[1]), False),  # Semantic Scholar
    PreprintForm("article", _CORR),  # DBLP
    PreprintForm("article", _CORR, False),
)
"""The usual forms; an author's new entries have the one that most of his have."""


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
        The form of entries of arXiv.
    abstracts
        Whether entries hold abstracts.
    escaped_dois
        Whether DOIs are written as LaTeX and not as they are.
    order
        The names of fields in the order of the file.
    """

    journal: str = "journal"
    year: str = "year"
    archive: str = "archiveprefix"
    online: bool = False
    family_first: bool = True
    whole_titles: bool = False
    preprint: PreprintForm = PreprintForm()
    abstracts: bool = False
    escaped_dois: bool = False
    order: tuple[str, ...] = ()


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
        _preprint_form(entries, own),
        10 * names["abstract"] > len(own),
        any("\\_" in values.get("doi", "") for values in own),
        _order(entries),
    )


def _used(name: str, other: str, names: Counter[str], default: bool) -> str:
    if names[name] == names[other]:
        return name if default and not names[other] else other
    return name if names[name] > names[other] else other


def _preprint_form(
    entries: Iterable[ResolvedEntry], own: Iterable[Mapping[str, str]]
) -> PreprintForm:
    votes = Counter(
        form
        for entry, values in zip(entries, own, strict=True)
        if (name := arxiv_id(values))
        for form in PREPRINT_FORMS
        if form.is_form_of(entry, values, name)
    )
    return max(votes, key=lambda form: votes[form], default=PreprintForm())


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
