"""Entries of .bib files with what the store and the user's own libraries know of their papers."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.draft.document import Bibliography, Source
from citeloom.draft.project import Project
from citeloom.draft.references import cited_entries
from citeloom.papers.identifiers import arxiv_id, doi_of
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.problem import InputError
from citeloom_latex.bib.resolve import ResolvedEntry

_EXPECTED = (("abstract",), ("author", "editor"), ("title",), ("year", "date"))
"""Fields that a complete entry has, each or one in its stead."""


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """An entry with what a search found of its paper.

    Parameters
    ----------
    outcome
        How the search ended; None where nobody has searched for it yet.
    paper
        All that is known of it, by services and by the user's own libraries.
    chosen
        The candidate that the user says it is, where it is ambiguous.
    """

    key: str
    outcome: Outcome | None
    paper: Paper
    chosen: Paper | None = None

    @property
    def candidates(self) -> tuple[Paper, ...]:
        """The papers that it may be, where it is ambiguous."""
        return self.outcome.candidates if self.outcome else ()


def known_entries(entries: Sequence[ResolvedEntry], reader: PaperReader) -> tuple[KnownEntry, ...]:
    """Return entries with what is known about them on this machine; no service is asked."""
    return tuple(
        KnownEntry(key, known.outcome, known.paper)
        for known in reader.look(entries)
        for key in known.own.keys
    )


def entries_to_complete(project: Project, source: Source, key: str) -> list[ResolvedEntry]:
    """Return the entry of a key, or all of a .bib file, or all cited; without the complete ones.

    Raises
    ------
    InputError
        If there are none, complete or not.
    """
    if key:
        entry = project.entry(key)
        entries = [] if entry is None else [entry]
    elif isinstance(source, Bibliography):
        entries = [
            entry for entry in project.entries if project.bibliographies[entry.file] is source
        ]
    else:
        entries = list(cited_entries(project))
    if not entries:
        raise InputError(f"'{key}' is not in any .bib file" if key else "no entries to complete")
    return [entry for entry in entries if entry.entry.key and may_be_completed(entry)]


def may_be_completed(entry: ResolvedEntry) -> bool:
    """Tell whether an entry lacks anything that a complete one has, by its fields alone."""
    has = {name for name, value in entry.values.items() if value.strip()}
    if not has.intersection(("eprint", "doi")) and not (
        doi_of(entry.values) or arxiv_id(entry.values)
    ):
        return True
    # A preprint may have been published since.
    is_preprint = bool(arxiv_id(entry.values))
    return is_preprint or any(has.isdisjoint(names) for names in _EXPECTED)
