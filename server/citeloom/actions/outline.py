"""The entries of .bib files as an outline, and as what a search by words finds."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from citeloom.draft.document import Bibliography
from citeloom.draft.project import Project
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span

_PLAIN_ENOUGH = re.compile(r"[^\\{}$~]*")
_NAMED = ("title", "author", "editor", "year", "date")


@dataclass(frozen=True, slots=True)
class Outlined:
    """An entry: its key, its title as plain text, its range and that of its key."""

    key: str
    title: str
    source: Bibliography
    span: Span
    key_span: Span


def outline(bib: Bibliography) -> tuple[Outlined, ...]:
    """Return the entries of one .bib file, in order; one without a key has its type's name."""
    return tuple(
        Outlined(
            one.key or f"@{one.type}",
            "" if title is None else plain_title(title.value_span.of(bib.text)),
            bib,
            one.span,
            one.key_span if one.key else Span(one.span.start, one.key_span.end),
        )
        for one in bib.facts.entries
        for title in (one.field("title"),)
    )


def found(project: Project, query: str, most: int) -> tuple[Outlined, ...]:
    """Return the first entries whose key, title, authors and year hold every word of a query."""
    words = folded(query).split()
    hits: list[Outlined] = []
    for one in project.entries:
        if len(hits) >= most:
            break
        entry = one.entry
        if entry.key and all(word in words_of(one) for word in words):
            bib = project.bibliographies[one.file]
            title = plain_title(one.values.get("title", ""))
            hits.append(Outlined(entry.key, title, bib, entry.span, entry.key_span))
    return tuple(hits)


def words_of(entry: ResolvedEntry) -> str:
    """Return what an entry is found by: key, title, people, year, folded."""
    values = entry.values
    named = " ".join(values[name] for name in _NAMED if name in values)
    return folded(f"{entry.entry.key} {named}")


@lru_cache(maxsize=50_000)
def folded(text: str) -> str:
    """Return a text, LaTeX or plain, as it is compared: plain, lower case, no accents."""
    shown = text if _PLAIN_ENOUGH.fullmatch(text) else plain(text)
    letters = unicodedata.normalize("NFKD", shown.casefold())
    if letters.isascii():
        return letters
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@lru_cache(maxsize=50_000)
def plain_title(value: str) -> str:
    """Return a title, as written or without its delimiters, as plain text."""
    if value[:1] in '{"' and value[-1:] in '}"':
        value = value[1:-1]
    return plain(value).strip()
