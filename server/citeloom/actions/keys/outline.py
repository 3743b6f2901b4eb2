"""The entries of .bib files as an outline, and a search among them."""

from dataclasses import dataclass
from functools import lru_cache

from citeloom.actions.keys.author_year import author_year
from citeloom.draft.document import Bibliography
from citeloom.draft.entry_search import fold
from citeloom.draft.project import Project
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """An entry with its plain title, its range and the range of its key.

    ``people`` names authors and year; only a search fills it.
    """

    key: str
    title: str
    source: Bibliography
    span: Span
    key_span: Span
    people: str = ""


def outline(bib: Bibliography) -> tuple[OutlineEntry, ...]:
    """Return the entries of one .bib file, in order; one without a key has its type's name."""
    return tuple(
        OutlineEntry(
            entry.key or f"@{entry.type}",
            "" if title is None else plain_title(title.value_span.of(bib.text)),
            bib,
            entry.span,
            entry.key_span if entry.key else Span(entry.span.start, entry.key_span.end),
        )
        for entry in bib.facts.entries
        for title in (entry.first_field("title"),)
    )


def is_searchable(project: Project) -> bool:
    """Tell whether ``search_entries`` answers at once."""
    return project.library.is_searchable


def make_searchable(project: Project) -> None:
    """Index what ``search_entries`` looks in, which takes long for a large .bib."""
    project.library.make_searchable()


def search_entries(project: Project, query: str, most: int) -> tuple[OutlineEntry, ...]:
    """Return the first entries that have every word of a query in key, title, authors or year."""
    hits: list[OutlineEntry] = []
    for number in project.library.search.entries_holding(fold(query).split()):
        if len(hits) >= most:
            break
        found = project.entries[number]
        entry = found.entry
        if entry.key:
            bib = project.bibliographies[found.file]
            title = plain_title(found.values.get("title", ""))
            people = author_year(found)
            hits.append(OutlineEntry(entry.key, title, bib, entry.span, entry.key_span, people))
    return tuple(hits)


@lru_cache(maxsize=50_000)
def plain_title(value: str) -> str:
    """Return a title, with or without its delimiters, as plain text."""
    if value[:1] in '{"' and value[-1:] in '}"':
        value = value[1:-1]
    return plain(value).strip()
