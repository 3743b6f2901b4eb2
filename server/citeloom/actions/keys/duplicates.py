"""Entries with the same key, and the edit that removes one of them."""

from dataclasses import dataclass

from citeloom.actions.keys.places import entry_at
from citeloom.draft.document import Bibliography, Source
from citeloom.draft.project import Project
from citeloom.problem import Place
from citeloom_latex.bib.change import remove_entry
from citeloom_latex.edit import Edit


@dataclass(frozen=True, slots=True)
class Duplicate:
    """An entry whose key another entry has too.

    ``other`` is the place of the entry that stays: the first one, or the second where this is the
    first, which ``counts`` for BibTeX. ``same`` tells whether both have the same content.
    """

    key: str
    other: Place
    same: bool
    counts: bool
    removal: Edit


def duplicate_at(project: Project, source: Source, offset: int) -> Duplicate | None:
    """Return the entry at a place of a .bib file if another one of the project has its key."""
    if not isinstance(source, Bibliography):
        return None
    here = source.facts.entries.at(offset)
    if here is None or not here.key:
        return None
    alike = project.library.entries_with(here.key)
    own = entry_at(project, source, here.start)
    others = [other for other in alike if other is not own]
    if own is None or not others:
        return None
    other, bib = others[0], project.bibliographies[others[0].file]
    return Duplicate(
        here.key,
        bib.place(other.entry.key_span.start, other.entry.key_span.end),
        (own.entry.type, own.values) == (other.entry.type, other.values),
        alike[0] is own,
        remove_entry(source.text, source.facts, here),
    )
