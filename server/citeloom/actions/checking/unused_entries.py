"""Entries that a draft does not use."""

from citeloom.draft.document import Bibliography
from citeloom.draft.library import NAMING_OTHERS, other_names
from citeloom.draft.project import Project
from citeloom_latex.bib.resolve import ResolvedEntry

MOST_ENTRIES = 1000
"""A .bib file with more entries than these is a library that several drafts share."""

_UNREAD = frozenset({"missing-input", "missing-bib", "unread-bib", "input"})


def unused_entries(project: Project, bib: Bibliography) -> tuple[ResolvedEntry, ...]:
    r"""Return the entries of a .bib file that the draft uses in no way, in order.

    It uses the entries that it cites by any name or with ``\nocite`` (``\nocite{*}`` uses all),
    and those that a used entry refers to by ``crossref`` and the like. No entry is returned of a
    library, or where the draft could not be read completely.
    """
    cited = project.times_cited
    if not project.documents or "*" in cited or len(bib.facts.entries) > MOST_ENTRIES:
        return ()
    if any(problem.rule in _UNREAD for problem in project.problems):
        return ()
    used = _used_keys(project)
    return tuple(
        entry
        for entry in project.entries
        if project.bibliographies[entry.file] is bib
        and entry.entry.key
        and entry.entry.key.lower() not in used
    )


def _used_keys(project: Project) -> set[str]:
    """Return the used keys and the keys of the entries that they mean, in lower case."""
    waiting = [*project.times_cited]
    used: set[str] = set()
    while waiting:
        key = waiting.pop()
        if key in used:
            continue
        used.add(key)
        entry = project.library.entry_of_lower_key.get(key)
        if entry is not None:
            values = entry.values
            named = ",".join(values.get(name, "") for name in NAMING_OTHERS)
            own = (entry.entry.key, *other_names(entry))
            waiting += [key.strip().lower() for key in (*own, *named.split(",")) if key.strip()]
    return used
